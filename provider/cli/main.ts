#!/usr/bin/env node
import { runCommandLine } from "./command-line.js";
import { systemTerminal } from "./terminal.js";

// What has been said is written before the end; what still waits for a rate limit must not hold the command.
void runCommandLine(process.argv.slice(2), systemTerminal(process)).then((code) => {
  process.stdout.write("", () => process.stderr.write("", () => process.exit(code)));
});

#!/usr/bin/env node
import { runCommandLine } from "./command-line.js";
import { systemTerminal } from "./terminal.js";

// The process ends when all output is written. It does not wait for requests that a rate limit holds back.
void runCommandLine(process.argv.slice(2), systemTerminal(process)).then((code) => {
  process.stdout.write("", () => process.stderr.write("", () => process.exit(code)));
});

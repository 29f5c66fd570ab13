#!/usr/bin/env node
import { runCommandLine } from "./command-line.js";
import { systemTerminal } from "./terminal.js";

// stdout was closed (for example by `| head`), so exit quietly.
process.stdout.on("error", ({ code }: NodeJS.ErrnoException) => {
  if (code === "EPIPE") {
    process.exit(1);
  }
});

// The process ends when all output is written. It does not wait for requests that a rate limit holds back.
void runCommandLine(process.argv.slice(2), systemTerminal(process)).then((code) => {
  // A result that did not get through, as on a full disk, is a failure.
  process.stdout.write("", (error) => process.stderr.write("", () => process.exit(code || (error ? 1 : 0))));
});

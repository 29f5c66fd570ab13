#!/usr/bin/env node
import { runCommandLine } from "./command-line.js";
import { systemTerminal } from "./terminal.js";

// stdout was closed (for example by `| head`), so exit quietly.
process.stdout.on("error", ({ code }: NodeJS.ErrnoException) => {
  if (code === "EPIPE") {
    process.exit(1);
  }
});

// Exits once all output is written, without waiting for requests that a rate limit delays.
void runCommandLine(process.argv.slice(2), systemTerminal(process)).then((code) => {
  // Output that could not be written, for example because the disk is full, is a failure.
  process.stdout.write("", (error) => process.stderr.write("", () => process.exit(code || (error ? 1 : 0))));
});

#!/usr/bin/env node
import { run } from "./run.js";
import { systemTerminal } from "./terminal.js";

void run(process.argv.slice(2), systemTerminal(process)).then((code) => {
  process.exitCode = code;
});

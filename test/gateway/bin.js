#!/usr/bin/env node
// A file of its own, for what the build makes is not executable.
import "./dist/cli.js";

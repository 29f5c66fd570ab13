#!/usr/bin/env node
// A file of its own, for npm links a command of a checkout before anything is built.
require("./dist/main.js");

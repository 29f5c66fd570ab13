#!/usr/bin/env node
// A separate file, because npm links a checkout's commands before anything is built.
require("./dist/main.js");

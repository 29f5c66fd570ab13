// Loaded before the program of an npm script. This file uses only old syntax, as require-node.cjs does.
require("./require-node.cjs");

// npm starts a shell, and that starts us. Whoever ends npm ends the shell, of which we would not hear.
var shell = process.ppid;
var watch = setInterval(() => {
  if (process.ppid !== shell) {
    clearInterval(watch);
    process.kill(process.pid, "SIGTERM");
  }
}, 250);
watch.unref();

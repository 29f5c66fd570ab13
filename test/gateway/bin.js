#!/usr/bin/env node
// A file of its own, for what the build makes is not executable, and loads only on a Node that is new enough.
const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
if (major < 22 || (major === 22 && minor < 19)) {
  console.error(
    `workspace-gateway-emulator needs Node 22.19 or newer, but this is Node ${process.versions.node}. Install a newer Node.`,
  );
  process.exit(1);
}
await import("./dist/cli.js");

#!/usr/bin/env node
// A separate file, because the build output is not executable, and old versions of Node cannot load it.
const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
if (major < 22 || (major === 22 && minor < 19)) {
  console.error(
    `workspace-gateway-emulator needs Node 22.19 or newer, but this is Node ${process.versions.node}. Install a newer Node.`,
  );
  process.exit(1);
}
await import("./dist/cli.js");

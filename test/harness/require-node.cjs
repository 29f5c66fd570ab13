// This file uses only old syntax. A Node that is too old must be able to run it, and to say so.
var needed = [22, 19];
var found = process.versions.node.split(".").map(Number);

if (found[0] < needed[0] || (found[0] === needed[0] && found[1] < needed[1])) {
  console.error(
    "Node " +
      needed.join(".") +
      " or newer is needed, this is Node " +
      process.versions.node +
      ".\n" +
      "Run `npm ci` at the root of the repository: it brings a Node of its own (the devDependency `node`),\n" +
      "which every `npm run` script then uses.",
  );
  process.exit(1);
}

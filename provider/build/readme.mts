// Writes `README.md` of the package: the repository's own, in which links to what only the repository has are text.
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";

const provider = path.join(import.meta.dirname, "..");
const readme = readFileSync(path.join(provider, "..", "README.md"), "utf8");
const relativeLink = /\[([^\]]+)\]\((?!https?:|#)[^)]*\)/g;

writeFileSync(path.join(provider, "README.md"), readme.replace(relativeLink, "$1"));

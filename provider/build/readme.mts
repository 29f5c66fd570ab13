// Writes `README.md` of the package. It is the README of the repository, but links to its files become text, and its
// pictures, which are not in the package, are left out.
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";

const provider = path.join(import.meta.dirname, "..");
const picture = /^(?:!\[|<picture>).*\n\n?/gm;
const relativeLink = /\[([^\]]+)\]\((?!https?:|#)[^)]*\)/g;

export function readme(): void {
  const whole = readFileSync(path.join(provider, "..", "README.md"), "utf8");
  writeFileSync(path.join(provider, "README.md"), whole.replace(picture, "").replace(relativeLink, "$1"));
}

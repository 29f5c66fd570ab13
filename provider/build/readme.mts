// Writes `README.md` of the packages, out of the README of the repository. Links to its files lead to the repository at
// the tag of the version, and its pictures, which are in no package, are left out.
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { root } from "./sources.mts";

const picture = /^(?:!\[|<picture>).*\n\n?/gm;
const relativeLink = /\]\((?!https?:|#)([^)]*)\)/g;

/** What only a checkout has. */
const ofRepository = "Try it";

/** What the command's package says of itself, before the sections that are about it. */
const ofCommand = `# workspace-gateway

The command for AI gateways that are declared with
[pulumi-workspace-gateway](https://github.com/pulumi-workspace-gateway/pulumi-workspace-gateway#readme), whose README describes
resources, credentials and settings.

\`\`\`sh
npm install --save-dev workspace-gateway   # in a project: of the version of its pulumi-workspace-gateway
npx workspace-gateway export account       # or in an empty folder
\`\`\`

`;

const sectionsOfCommand = [
  "Command line",
  "From an existing account",
  "What somebody changed by hand",
  "Review and apply from a pipeline",
  "After an interrupted run",
];

export function readme(folder: "provider" | "cli"): void {
  const whole = readFileSync(path.join(root, "README.md"), "utf8");
  const all = whole.split(/^(?=## )/m);
  const ofPackage = sectionsOfCommand.map((heading) => section(all, heading));
  const text =
    folder === "provider" ? whole.replace(section(all, ofRepository), "") : ofCommand + ofPackage.join("");
  const { homepage, version } = JSON.parse(readFileSync(path.join(root, folder, "package.json"), "utf8"));
  const files = `${homepage.replace("#readme", "")}/blob/v${version}/`;
  const linked = text.replace(picture, "").replace(relativeLink, `](${files}$1)`);
  writeFileSync(path.join(root, folder, "README.md"), linked);
}

function section(all: readonly string[], heading: string): string {
  const found = all.find((each) => each.startsWith(`## ${heading}\n`));
  if (found === undefined) {
    throw new Error(`README.md has no section "${heading}", which the README of a package is made of`);
  }
  return found;
}

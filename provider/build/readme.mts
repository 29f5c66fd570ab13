// Writes `README.md` of the packages, out of the README of the repository. Links to its files become text, and its pictures, which
// are in no package, are left out.
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { root } from "./sources.mts";

const picture = /^(?:!\[|<picture>).*\n\n?/gm;
const relativeLink = /\[([^\]]+)\]\((?!https?:|#)[^)]*\)/g;

/** What the command's package says of itself, before the sections that are about it. */
const ofCommand = `# workspace-gateway

The command for AI gateways that are declared with
[pulumi-workspace-gateway](https://www.npmjs.com/package/pulumi-workspace-gateway), whose README describes resources, credentials
and settings.

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
  const text = folder === "provider" ? whole : ofCommand + sectionsOf(whole).join("");
  writeFileSync(path.join(root, folder, "README.md"), text.replace(picture, "").replace(relativeLink, "$1"));
}

function sectionsOf(whole: string): string[] {
  const all = whole.split(/^(?=## )/m);
  return sectionsOfCommand.map((heading) => {
    const section = all.find((each) => each.startsWith(`## ${heading}\n`));
    if (section === undefined) {
      throw new Error(
        `README.md has no section "${heading}", which is part of the README of the command's package`,
      );
    }
    return section;
  });
}

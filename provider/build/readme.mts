// Writes the packages' `README.md` from pages of the repository. On npm, a README has no files next to it, so
// links and images refer to the repository at the version's tag.
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { root } from "./sources.mts";

/** This section applies only to a checkout. */
const ofRepository = /^## In this repository\n[\s\S]*?(?=^## )/m;

const ofCommand = `# workspace-gateway

The command line for AI gateways that you declare with
[pulumi-workspace-gateway](https://github.com/pulumi-workspace-gateway/pulumi-workspace-gateway#readme). The README of that package
describes resources and credentials.

\`\`\`sh
npm install --save-dev workspace-gateway   # in a project: the same version as pulumi-workspace-gateway
npx workspace-gateway export account       # or without a project: writes a new one
\`\`\`

`;

export function readme(folder: "provider" | "cli"): void {
  const { homepage, version } = JSON.parse(readFileSync(path.join(root, folder, "package.json"), "utf8"));
  const repository = homepage.replace("#readme", "");
  const files = `${repository}/blob/v${version}`;
  const pictures = `${repository.replace("//github.com/", "//raw.githubusercontent.com/")}/v${version}`;
  /** `from` is the folder that the links are relative to. */
  const withAbsoluteLinks = (text: string, from: string) => {
    const at = (place: string, target: string) => `${place}/${path.posix.join(from, target)}`;
    return text
      .replace(/(!\[[^\]]*\]\()(?!https?:)([^)]*)/g, (_, head, target) => `${head}${at(pictures, target)}`)
      .replace(
        /\b(src|srcset)="(?!https?:)([^"]*)"/g,
        (_, name, target) => `${name}="${at(pictures, target)}"`,
      )
      .replace(/\]\((?!https?:|#)([^)]*)\)/g, (_, target) => `](${at(files, target)})`);
  };
  writeFileSync(
    path.join(root, folder, "README.md"),
    folder === "provider"
      ? withAbsoluteLinks(pageOf("README.md").replace(ofRepository, ""), "")
      : ofCommand + withAbsoluteLinks(commandLine(), "docs"),
  );
}

function commandLine(): string {
  const page = pageOf("docs/commands.md");
  const at = page.indexOf("## Commands\n");
  if (at < 0)
    throw new Error('docs/commands.md must have a section "Commands", because a README is generated from it');
  return page.slice(at);
}

function pageOf(file: string): string {
  return readFileSync(path.join(root, file), "utf8");
}

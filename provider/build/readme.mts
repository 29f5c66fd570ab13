// Writes `README.md` of the packages, out of pages of the repository. On npm, nothing lies beside a README: its links lead to the
// repository at the tag of the version, and its pictures are those that the tag has.
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { root } from "./sources.mts";

/** What only a checkout has. */
const ofRepository = /^## In this repository\n[\s\S]*?(?=^## )/m;

/** What the command's package says of itself, before its commands. */
const ofCommand = `# workspace-gateway

The command for AI gateways that are declared with
[pulumi-workspace-gateway](https://github.com/pulumi-workspace-gateway/pulumi-workspace-gateway#readme), whose README describes
resources, credentials and settings.

\`\`\`sh
npm install --save-dev workspace-gateway   # in a project: of the version of its pulumi-workspace-gateway
npx workspace-gateway export account       # or in an empty folder
\`\`\`

`;

export function readme(folder: "provider" | "cli"): void {
  const { homepage, version } = JSON.parse(readFileSync(path.join(root, folder, "package.json"), "utf8"));
  const absolute = (text: string, from: string) =>
    withAbsoluteLinks(text, { repository: homepage.replace("#readme", ""), tag: `v${version}`, from });
  const text =
    folder === "provider"
      ? absolute(pageOf("README.md").replace(ofRepository, ""), "")
      : ofCommand + absolute(fromSection(pageOf("docs/commands.md"), "Command line"), "docs");
  writeFileSync(path.join(root, folder, "README.md"), text);
}

function pageOf(file: string): string {
  return readFileSync(path.join(root, file), "utf8");
}

/** The page from this section on. */
function fromSection(page: string, heading: string): string {
  const at = page.indexOf(`## ${heading}\n`);
  if (at < 0)
    throw new Error(`docs/commands.md has no section "${heading}", which a package's README is made of`);
  return page.slice(at);
}

interface Place {
  readonly repository: string;
  readonly tag: string;
  /** The folder that the links of the text begin in. */
  readonly from: string;
}

/** A text whose links and pictures lead to the files of a repository at a tag, wherever it is read. */
function withAbsoluteLinks(text: string, { repository, tag, from }: Place): string {
  const file = (target: string) => path.posix.join(from, target);
  const picture = (target: string) =>
    `${repository.replace("//github.com/", "//raw.githubusercontent.com/")}/${tag}/${file(target)}`;
  return text
    .replace(/(!\[[^\]]*\]\()(?!https?:)([^)]*)/g, (_, head, target) => `${head}${picture(target)}`)
    .replace(/\b(src|srcset)="(?!https?:)([^"]*)"/g, (_, name, target) => `${name}="${picture(target)}"`)
    .replace(/\]\((?!https?:|#)([^)]*)\)/g, (_, target) => `](${repository}/blob/${tag}/${file(target)})`);
}

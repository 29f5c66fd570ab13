import { cpSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { Manifest } from "../schema/package-facts.mts";
import { root } from "../sources.mts";
import type { SdkLanguage } from "./languages.mts";

/** Gives what Pulumi has made its licence and its README. Fails if it is of another version. */
export function finishSdk(folder: string, language: SdkLanguage, manifest: Manifest, goModule: string): void {
  const file = path.join(folder, language.manifest);
  if (!readFileSync(file, "utf8").includes(manifest.version)) {
    throw new Error(
      `${file} does not have the version ${manifest.version}: the SDK is not the one of this schema.`,
    );
  }
  cpSync(path.join(root, "LICENSE"), path.join(folder, "LICENSE"));
  writeFileSync(path.join(folder, "README.md"), readme(language, manifest, goModule));
}

function readme(
  { name, title, install }: SdkLanguage,
  { version, repository }: Manifest,
  goModule: string,
): string {
  const home = repository.url.replace(/^git\+|\.git$/g, "");
  const besides =
    name === "nodejs"
      ? "\nPrograms in TypeScript need the package `pulumi-workspace-gateway` of npm, not this one: it has the same classes, checks more, and needs no plugin.\n"
      : "";
  return `# Workspace Gateway for Pulumi: ${title}

The resources and functions of [pulumi-workspace-gateway](${home}) ${version} for programs in ${title}, made by Pulumi of its schema.
${besides}
From the folder in which you have unpacked this one:

\`\`\`sh
${install.replace("MODULE", goModule)}
\`\`\`

The plugin of the same version does the work: [how to get it](${home}/blob/v${version}/docs/installation-configuration.md).
`;
}

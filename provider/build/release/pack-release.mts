import { createHash } from "node:crypto";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { takenIn } from "../bundle.mts";
import { published, root } from "../sources.mts";
import { npm } from "./npm.mts";

/** The list of digests, as `sha256sum --check` reads it. */
const digestsFile = "SHA256SUMS";

/**
 * Writes what a release consists of, once, as it is tested and published: the tarball of each package, the schema, and a bill of
 * materials, with the digest of each.
 */
export function packRelease(folder: string): void {
  mkdirSync(folder, { recursive: true });
  for (const package_ of published) {
    npm(path.join(root, package_), "pack", "--ignore-scripts", "--pack-destination", folder);
  }
  cpSync(path.join(root, "provider/dist/plugin/schema.json"), path.join(folder, "schema.json"));
  writeFileSync(path.join(folder, "sbom.cdx.json"), billOfMaterials(folder));
  const files = readdirSync(folder).filter((file) => file !== digestsFile);
  const digests = files.toSorted().map((file) => `${digestOf(path.join(folder, file))}  ${file}\n`);
  writeFileSync(path.join(folder, digestsFile), digests.join(""));
}

/** What the tarballs consist of and what they install, in the form CycloneDX: by an npm project that has nothing else. */
function billOfMaterials(folder: string): string {
  const project = path.join(mkdtempSync(path.join(tmpdir(), "sbom-")), "workspace-gateway");
  mkdirSync(project);
  const { devDependencies, ...rest } = JSON.parse(readFileSync(path.join(root, "package.json"), "utf8"));
  const tarballs = readdirSync(folder).filter((file) => file.endsWith(".tgz"));
  const dependencies = Object.fromEntries([
    ...takenIn().map((name) => [name, devDependencies[name]]),
    ...tarballs.map((file) => [file.replace(/-\d.*$/, ""), `file:${path.resolve(folder, file)}`]),
  ]);
  const manifest = { name: "workspace-gateway", version: "0.0.0", license: rest.license, dependencies };
  writeFileSync(path.join(project, "package.json"), JSON.stringify(manifest));
  npm(project, "install", "--package-lock-only", "--ignore-scripts", "--no-audit", "--no-fund");
  const bill = npm(project, "sbom", "--package-lock-only", "--sbom-format", "cyclonedx");
  rmSync(path.dirname(project), { recursive: true });
  return bill;
}

function digestOf(file: string): string {
  return createHash("sha256").update(readFileSync(file)).digest("hex");
}

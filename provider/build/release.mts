// Steps of a release: `node provider/build/release.mts v0.1.0` prints its notes; `names` checks that the
// package names are ours; `pack FOLDER` writes the files that are tested and published; `publish FOLDER`
// publishes them with provenance.
import { execFileSync, spawnSync } from "node:child_process";
import { hash } from "node:crypto";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { bundledBy, published, root } from "./sources.mts";

interface Published {
  readonly name: string;
  readonly version: string;
  readonly repository: { readonly url: string };
}

export interface Viewed {
  readonly code: number;
  readonly output: string;
}

/** Throws if a package name belongs to someone else, or if the registry does not respond. */
export function checkNames(packages: readonly Published[], view: (name: string) => Viewed): string[] {
  return packages.map(({ name, repository }) => {
    const owner = known(view(name), `The registry did not report who owns ${name}, so nothing is published`);
    if (owner === undefined) {
      return `${name} is free`;
    }
    if (owner !== repository.url) {
      throw new Error(
        `${name} belongs to ${owner || "a package without a repository"}. Rename our package before publishing.`,
      );
    }
    return `${name} is ours`;
  });
}

function known({ code, output }: Viewed, refusal: string): string | undefined {
  if (code !== 0 && !output.includes("E404")) {
    throw new Error(`${refusal}: ${output.trim()}`);
  }
  return code === 0 ? output.trim() : undefined;
}

/** The changelog section of a version. Throws if the tag, the package versions and the changelog disagree. */
export function releaseNotes(
  tag: string,
  packages: readonly Pick<Published, "name" | "version">[],
  changelog: string,
): string {
  const version = tag.replace(/^v/, "");
  if (packages.some((each) => tag !== `v${each.version}`)) {
    const has = packages.map((each) => `${each.name} ${each.version}`).join(" and ");
    throw new Error(
      `The tag ${tag} does not match the packages: ${has}. Tag the commit in which each package has this version.`,
    );
  }
  const [, ...parts] = changelog.split(/^## /m);
  const sections = new Map(
    parts.map((part) => {
      const [heading = "", ...lines] = part.split("\n");
      return [heading.replace(/ \(\d{4}-\d\d-\d\d\)$/, "").trim(), lines.join("\n").trim()];
    }),
  );
  const text = sections.get(version) ?? "";
  if (text === "") {
    throw new Error(
      `CHANGELOG.md has no section for ${version}. Rename "Unreleased" to "## ${version} (<date>)".`,
    );
  }
  if (sections.get("Unreleased")) {
    throw new Error(`CHANGELOG.md has changes under "Unreleased". Move them below "## ${version}".`);
  }
  return text;
}

/** Skips tarballs that an earlier run published. Throws if npm has different bytes for the same version. */
export function publishRelease(
  folder: string,
  packages: readonly Pick<Published, "name" | "version">[],
  { view, publish }: { view(spec: string): Viewed; publish(file: string): void },
): string[] {
  return packages.map(({ name, version }) => {
    const file = path.join(folder, `${name}-${version}.tgz`);
    const own = `sha512-${hash("sha512", readFileSync(file), "base64")}`;
    const there = known(
      view(`${name}@${version}`),
      `The registry did not report whether ${name} ${version} is published, so it was skipped`,
    );
    if (there === own) {
      return `${name} ${version} is already published with the same bytes`;
    }
    if (there) {
      throw new Error(
        `${name} ${version} is already published with bytes (${there}) that differ from ${file} (${own}). Raise the version.`,
      );
    }
    publish(file);
    return `${name} ${version} is published`;
  });
}

const digestsFile = "SHA256SUMS";

function packRelease(folder: string): void {
  mkdirSync(folder, { recursive: true });
  for (const package_ of published) {
    npm(path.join(root, package_), "pack", "--ignore-scripts", "--pack-destination", folder);
  }
  cpSync(path.join(root, "provider/dist/plugin/schema.json"), path.join(folder, "schema.json"));
  writeFileSync(path.join(folder, "sbom.cdx.json"), billOfMaterials(folder));
  const files = readdirSync(folder).filter((file) => file !== digestsFile);
  const digestOf = (file: string) => hash("sha256", readFileSync(path.join(folder, file)));
  const digests = files.toSorted().map((file) => `${digestOf(file)}  ${file}\n`);
  writeFileSync(path.join(folder, digestsFile), digests.join(""));
}

/** npm creates the CycloneDX file for a project with only the tarballs and their bundled packages. */
function billOfMaterials(folder: string): string {
  const project = path.join(mkdtempSync(path.join(tmpdir(), "sbom-")), "workspace-gateway");
  mkdirSync(project);
  const { devDependencies, ...rest } = JSON.parse(readFileSync(path.join(root, "package.json"), "utf8"));
  const tarballs = readdirSync(folder).filter((file) => file.endsWith(".tgz"));
  const dependencies = Object.fromEntries([
    ...Object.values(bundledBy)
      .flat()
      .map((name) => [name, devDependencies[name]]),
    ...tarballs.map((file) => [file.replace(/-\d.*$/, ""), `file:${path.resolve(folder, file)}`]),
  ]);
  const manifest = { name: "workspace-gateway", version: "0.0.0", license: rest.license, dependencies };
  writeFileSync(path.join(project, "package.json"), JSON.stringify(manifest));
  npm(project, "install", "--package-lock-only", "--ignore-scripts", "--no-audit", "--no-fund");
  const bill = npm(project, "sbom", "--package-lock-only", "--sbom-format", "cyclonedx");
  rmSync(path.dirname(project), { recursive: true });
  return bill;
}

function run([command = "", given = "release"]: readonly string[]): string[] {
  const packages = published.map(
    (folder): Published => JSON.parse(readFileSync(path.join(root, folder, "package.json"), "utf8")),
  );
  const folder = path.resolve(given);
  switch (command) {
    case "names":
      return checkNames(packages, (name) => view(name, "repository.url"));
    case "pack":
      packRelease(folder);
      return [folder];
    case "publish":
      return publishRelease(folder, packages, {
        view: (spec) => view(spec, "dist.integrity"),
        publish: (file) => npm(root, "publish", file, "--provenance", "--access", "public"),
      });
    default:
      return [releaseNotes(command, packages, readFileSync(path.join(root, "CHANGELOG.md"), "utf8"))];
  }
}

function npm(cwd: string, ...args: readonly string[]): string {
  const shell = process.platform === "win32";
  return execFileSync("npm", args, { cwd, encoding: "utf8", shell, stdio: ["ignore", "pipe", "inherit"] });
}

function view(spec: string, field: string): Viewed {
  const shell = process.platform === "win32";
  const { status, stdout, stderr } = spawnSync("npm", ["view", spec, field], { encoding: "utf8", shell });
  return { code: status ?? 1, output: status === 0 ? stdout : `${stdout}${stderr}` };
}

if (import.meta.main) {
  try {
    console.log(run(process.argv.slice(2)).join("\n"));
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}

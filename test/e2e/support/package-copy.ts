import { execFile } from "node:child_process";
import { cp, mkdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { paths } from "../../harness/paths.ts";

const source = path.join(paths.root, "provider");

/** Where a project has the package, if it has one of its own. */
export function packageIn(project: string): string {
  return path.join(project, "node_modules/pulumi-workspace-gateway");
}

async function manifest(): Promise<{ readonly version: string }> {
  return JSON.parse(await readFile(path.join(source, "package.json"), "utf8"));
}

export async function ownVersion(): Promise<string> {
  return (await manifest()).version;
}

/** Installs a copy of the built provider in a project, as another release at another place would be. */
export async function installCopy(project: string, version: string): Promise<void> {
  const target = packageIn(project);
  for (const part of ["dist", "plugin"])
    await cp(path.join(source, part), path.join(target, part), { recursive: true });
  await writeFile(path.join(target, "package.json"), JSON.stringify({ ...(await manifest()), version }));
}

const run = promisify(execFile);

/** Installs a former release in a project: what a program, the engine and the plugin load of its tarball. */
export async function installRelease(project: string, version: string): Promise<void> {
  const target = packageIn(project);
  const tarball = path.resolve(import.meta.dirname, `../fixtures/pulumi-workspace-gateway-${version}.tgz`);
  await mkdir(target, { recursive: true });
  await run("tar", ["-xzf", tarball, "-C", target, "--strip-components=1"]);
}

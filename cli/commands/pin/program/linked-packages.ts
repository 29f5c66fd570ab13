import { readdir, readFile, realpath } from "node:fs/promises";
import path from "node:path";
import { jsonIn } from "pulumi-workspace-gateway/tools";
import { z } from "zod";

const names = z.record(z.string(), z.string()).optional();
const format = z.object({ dependencies: names, devDependencies: names });

/** The packages of a program that are folders of somebody's checkout, of which a lock file says nothing. */
export async function linkedPackages(root: string): Promise<ReadonlyMap<string, string>> {
  const text = await readFile(path.join(root, "package.json"), "utf8").catch(() => "");
  const { data } = format.safeParse(jsonIn(text));
  const wanted = Object.keys({ ...data?.dependencies, ...data?.devDependencies });
  const found = await Promise.all(wanted.map(async (name) => [name, await installed(root, name)] as const));
  return new Map(
    found.flatMap(([name, folder]): [string, string][] =>
      folder === undefined || folder.split(path.sep).includes("node_modules") ? [] : [[name, folder]],
    ),
  );
}

/** Where Node finds a package: in the folder or the nearest one above it. */
async function installed(folder: string, name: string): Promise<string | undefined> {
  const found = await realpath(path.join(folder, "node_modules", name)).catch(() => undefined);
  const above = path.dirname(folder);
  return found ?? (above === folder ? undefined : installed(above, name));
}

/** What says exactly which packages a program is installed with. */
const lockFiles: ReadonlySet<string> = new Set([
  ...[
    "package-lock.json",
    "npm-shrinkwrap.json",
    "yarn.lock",
    "pnpm-lock.yaml",
    "bun.lock",
    "bun.lockb",
    "deno.lock",
  ],
  ...["uv.lock", "poetry.lock", "Pipfile.lock", "requirements.txt"],
  ...["go.sum", "packages.lock.json", "gradle.lockfile"],
]);

/** The lock files of the nearest folder that has one: of the program's own, or of the one that it is a part of. */
export async function lockFilesOf(folder: string): Promise<string[]> {
  const found = (await readdir(folder)).filter((name) => lockFiles.has(name));
  const above = path.dirname(folder);
  return found.length > 0 || above === folder
    ? found.map((name) => path.join(folder, name))
    : lockFilesOf(above);
}

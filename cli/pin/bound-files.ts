import { execFile } from "node:child_process";
import { readdir, readFile, realpath, stat } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { jsonIn } from "pulumi-workspace-gateway/tools";
import { z } from "zod";
import { findProject } from "../doctor/pulumi.js";
import { sha256 } from "../text/own-version.js";

const code = /\.(?:[mc]?[tj]s|[tj]sx)$/;

/**
 * Reads the files that determine what a program computes: its folder, files elsewhere that it names, and its
 * lock file. Stack configuration is excluded, because the pin contains its values. Returns a digest of each
 * file, by its path relative to the program. `loose` explains why the files may not fully determine the
 * values.
 *
 * @param written - absolute paths of files that commands write, included only if the program names them
 */
export async function boundFiles(
  folder: string,
  written: readonly string[] = [],
): Promise<{ readonly digests: Readonly<Record<string, string>>; readonly loose?: string }> {
  const project = await findProject(folder);
  if (project === undefined) {
    return { digests: {}, loose: "there is no Pulumi.yaml" };
  }
  const root = project.folder;
  const locks = await lockFilesOf(root);
  const found = new Map<string, string>();
  await take([...locks, ...(await keptFiles(root, written))], root, found);
  for (const [name, linked] of await linkedPackages(root)) {
    await take(await keptFiles(linked), linked, found, name);
  }
  const digests = Object.fromEntries(found);
  const needsLock = project.runtime !== "yaml"; // a YAML program has no packages
  return needsLock && locks.length === 0 ? { digests, loose: "it has no lock file" } : { digests };
}

async function take(
  files: readonly string[],
  root: string,
  found: Map<string, string>,
  packageName = "",
): Promise<void> {
  const given = new Set(files);
  const seen = new Set<string>();
  for (const queue = files.filter((file) => isOfProgram(root, file)); queue.length > 0; ) {
    const file = queue.pop() ?? "";
    const place = await realpath(file).catch(() => undefined);
    if (place === undefined || seen.has(place) || isInstalled(place)) {
      continue; // a deleted file has no digest
    }
    seen.add(place);
    if ((await stat(place)).isDirectory()) {
      // A program may name a folder that contains the program itself. The other files there are not part of
      // the program.
      const isAround = `${root}${path.sep}`.startsWith(`${place}${path.sep}`);
      queue.push(...(isAround ? [] : await keptFiles(place)));
      continue;
    }
    const bytes = await readFile(place);
    const named = path.join(packageName, path.relative(root, file));
    found.set(named.split(path.sep).join("/"), sha256(bytes));
    if (code.test(file)) {
      const others = placesNamedIn(bytes.toString(), [path.dirname(file), root]).filter(
        (places) => !places.some((each) => given.has(each)),
      );
      queue.push(...(await Promise.all(others.map(firstThere))).flat());
    }
  }
}

async function firstThere(places: readonly string[]): Promise<string[]> {
  for (const place of places) {
    if (await stat(place).catch(() => undefined)) {
      return [place];
    }
  }
  return [];
}

function isOfProgram(root: string, file: string): boolean {
  const isStack = path.dirname(file) === root && /^Pulumi\..+\.ya?ml$/.test(path.basename(file));
  return !isStack && !/\.pin(?:\.plan\.json)?$/.test(file);
}

function isInstalled(place: string): boolean {
  return place.split(path.sep).includes("node_modules");
}

/** A quoted relative path, with or without npm's prefix for a folder. */
const relative = /["'`](?:file:|link:|portal:)?(\.{1,2}\/[^"'`\n]*)["'`]/g;

const endings = ["", ".ts", ".mts", ".cts", ".tsx", ".js", ".mjs", ".cjs", ".json", "/index.ts", "/index.js"];

/** Candidates for each path, most likely first. Of a computed path, only the fixed folder is used. */
function placesNamedIn(text: string, folders: readonly string[]): string[][] {
  return [...text.matchAll(relative)].flatMap(([, named = ""]) => {
    const [fixed = ""] = named.split("${");
    const meant = fixed === named ? named : fixed.slice(0, fixed.lastIndexOf("/") + 1);
    const spelled = [meant, meant.replace(/\.([mc]?)js$/, ".$1ts")];
    return folders.map((folder) =>
      endings.flatMap((ending) => spelled.map((each) => path.resolve(folder, each) + ending)),
    );
  });
}

/** Without git, all files except hidden files, installed packages and `written`. */
async function keptFiles(folder: string, written: readonly string[] = []): Promise<string[]> {
  const kept = await keptByGit(folder);
  return kept.length > 0 ? kept : (await walk(folder)).filter((file) => !written.includes(file));
}

async function keptByGit(folder: string): Promise<string[]> {
  try {
    const options = { cwd: folder, maxBuffer: 2 ** 28 };
    const { stdout } = await promisify(execFile)("git", ["ls-files", "-z"], options);
    return stdout.split("\0").flatMap((file) => (file === "" ? [] : [path.join(folder, file)]));
  } catch {
    return []; // no git, or no checkout
  }
}

async function walk(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  const seen = entries.filter(({ name }) => !name.startsWith(".") && name !== "node_modules");
  const found = seen.map(async (entry) => {
    const place = path.join(folder, entry.name);
    return entry.isDirectory() ? walk(place) : [place];
  });
  return (await Promise.all(found)).flat();
}

const names = z.record(z.string(), z.string()).optional();
const format = z.object({ dependencies: names, devDependencies: names });

/** Packages that are links to a local folder. A lock file does not describe that folder. */
async function linkedPackages(root: string): Promise<[string, string][]> {
  const text = await readFile(path.join(root, "package.json"), "utf8").catch(() => "");
  const { data } = format.safeParse(jsonIn(text));
  const wanted = Object.keys({ ...data?.dependencies, ...data?.devDependencies });
  const found = await Promise.all(wanted.map(async (name) => [name, await installed(root, name)] as const));
  return found.flatMap(([name, folder]) =>
    folder === undefined || isInstalled(folder) ? [] : [[name, folder]],
  );
}

/** Resolves a package as Node does: in the folder, or in the nearest parent folder that has the package. */
async function installed(folder: string, name: string): Promise<string | undefined> {
  const found = await realpath(path.join(folder, "node_modules", name)).catch(() => undefined);
  const above = path.dirname(folder);
  return found ?? (above === folder ? undefined : installed(above, name));
}

const lockFiles =
  /^(?:package-lock\.json|npm-shrinkwrap\.json|yarn\.lock|pnpm-lock\.yaml|bun\.lockb?|deno\.lock|uv\.lock|poetry\.lock|Pipfile\.lock|requirements\.txt|go\.sum|packages\.lock\.json|gradle\.lockfile)$/;

/** The lock files in the nearest folder that contains any: the program's folder or a parent. */
async function lockFilesOf(folder: string): Promise<string[]> {
  const found = (await readdir(folder)).filter((name) => lockFiles.test(name));
  const above = path.dirname(folder);
  return found.length > 0 || above === folder
    ? found.map((name) => path.join(folder, name))
    : lockFilesOf(above);
}

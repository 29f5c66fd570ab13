import { copyFileSync, existsSync, renameSync, rmSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import {
  type Checkpoint,
  lastCopiesOf,
  oldCopiesOf,
  readCheckpoint,
  type StackPlace,
  stateFileOf,
} from "./stack-files.js";

/** A file of the backend that a kill has cut short, so that pulumi cannot read the stack. */
export type BrokenFile =
  | {
      readonly is: "state";
      readonly file: string;
      /** The newest copy that can be read, and when it was written; undefined if there is none. */
      readonly copy: { readonly file: string; readonly at: number | undefined } | undefined;
    }
  | { readonly is: "attributes"; readonly file: string };

/** What a kill has cut short of a stack's files. */
export async function brokenFiles(place: StackPlace): Promise<BrokenFile[]> {
  const state = await stateFileOf(place);
  const isBroken = state !== undefined && (await readCheckpoint(state)) === undefined;
  return [
    ...(isBroken ? [{ is: "state" as const, file: state, copy: await newestCopy(place) }] : []),
    ...(await brokenAttributes(place)),
  ];
}

async function newestCopy(place: StackPlace) {
  const [old] = await firstReadable(await oldCopiesOf(place));
  const last = await Promise.all(lastCopiesOf(place).map((file) => firstReadable([file])));
  const [newest] = [...last.flat(), ...(old === undefined ? [] : [old])].toSorted(
    (a, b) => (b.checkpoint.at ?? 0) - (a.checkpoint.at ?? 0),
  );
  return newest === undefined ? undefined : { file: newest.file, at: newest.checkpoint.at };
}

async function firstReadable(
  files: readonly string[],
): Promise<{ readonly file: string; readonly checkpoint: Checkpoint }[]> {
  for (const file of files) {
    const checkpoint = await readCheckpoint(file);
    if (checkpoint !== undefined) {
      return [{ file, checkpoint }];
    }
  }
  return [];
}

/** Pulumi writes a file of attributes beside each; they hold a checksum, and it can do without them. */
async function brokenAttributes({ backend, project, stack }: StackPlace): Promise<BrokenFile[]> {
  const home = path.join(backend, ".pulumi");
  const folders = [
    home,
    path.join(home, "stacks", project),
    path.join(home, "locks/organization", project, stack),
    path.join(home, "history", project, stack),
    path.join(home, "backups", project, stack),
  ];
  const found = await Promise.all(folders.map(attributesIn));
  const ours = found.flat().filter((file) => isOf(stack, file, path.join(home, "stacks", project)));
  const broken = await Promise.all(ours.map(async (file) => ((await isWhole(file)) ? [] : [file])));
  return broken.flat().map((file) => ({ is: "attributes", file }));
}

async function attributesIn(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch(() => []);
  return names.filter((name) => name.endsWith(".attrs")).map((name) => path.join(folder, name));
}

/** The folder of stacks has those of others, too. */
function isOf(stack: string, file: string, shared: string): boolean {
  return path.dirname(file) !== shared || path.basename(file).startsWith(`${stack}.json`);
}

async function isWhole(file: string): Promise<boolean> {
  try {
    JSON.parse(await readFile(file, "utf8"));
    return true;
  } catch {
    return false;
  }
}

/**
 * Makes a file readable again. Of a state, what was there is kept beside it, under the name that is given back.
 * It takes a moment, and must not be interrupted.
 */
export function mendFile(broken: BrokenFile): string | undefined {
  if (broken.is === "attributes") {
    rmSync(broken.file, { force: true });
    return undefined;
  }
  const { file, copy } = broken;
  if (copy === undefined) {
    throw new Error(`there is no copy of ${file} that can be read.`);
  }
  const kept = freeName(file);
  const draft = `${file}.restored`;
  copyFileSync(copy.file, draft);
  copyFileSync(file, kept);
  rmSync(`${file}.attrs`, { force: true }); // it is of the file that was there
  renameSync(draft, file);
  return kept;
}

/** Pulumi takes no file with this ending for a stack. */
function freeName(file: string): string {
  for (let number = 1; ; number++) {
    const name = `${file}.unreadable-${number}`;
    if (!existsSync(name)) {
      return name;
    }
  }
}

import { copyFileSync, existsSync, renameSync, rmSync } from "node:fs";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { unlessMissing } from "../../doctor/stack/unless-missing.js";
import {
  type Checkpoint,
  filesIn,
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
  const readable = await firstReadable(await oldCopiesOf(place));
  for (const file of await lastCopiesOf(place)) {
    readable.push(...(await firstReadable([file])));
  }
  const [newest] = readable.toSorted((a, b) => (b.checkpoint.at ?? 0) - (a.checkpoint.at ?? 0));
  return newest === undefined ? undefined : { file: newest.file, at: newest.checkpoint.at };
}

async function firstReadable(
  files: readonly string[],
): Promise<{ readonly file: string; readonly checkpoint: Checkpoint }[]> {
  for (const file of files) {
    const checkpoint = await unlessMissing(readCheckpoint(file)); // pulumi takes old ones away
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
  const found = (await Promise.all(folders.map(filesIn))).flat().filter((file) => file.endsWith(".attrs"));
  const broken: BrokenFile[] = [];
  // One after another: a backend may have thousands of them, and a system lets nobody open so many files at once.
  for (const file of found.filter((each) => isOf(stack, each, path.join(home, "stacks", project)))) {
    const text = await unlessMissing(readFile(file, "utf8")); // a run may end just now, and take its lock away
    if (text !== undefined && !isWhole(text)) {
      broken.push({ is: "attributes", file });
    }
  }
  return broken;
}

/** The folder of stacks has those of others, too. */
function isOf(stack: string, file: string, shared: string): boolean {
  return path.dirname(file) !== shared || path.basename(file).startsWith(`${stack}.json`);
}

function isWhole(text: string): boolean {
  try {
    JSON.parse(text);
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

import { copyFileSync, existsSync, renameSync, rmSync } from "node:fs";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { jsonIn, unless } from "pulumi-workspace-gateway/tools";
import {
  filesIn,
  lastCopiesOf,
  oldCopiesOf,
  readCheckpoint,
  type StackPlace,
  stateFileOf,
} from "./stack-files.js";

/** A copy of a state, and when it was written, in milliseconds. */
interface Copy {
  readonly file: string;
  readonly at: number | undefined;
}

/** A file of the backend that a kill has cut short, so that pulumi cannot read the stack. */
export type BrokenFile =
  /** With the newest copy that can be read; undefined if there is none. */
  | { readonly is: "state"; readonly file: string; readonly copy: Copy | undefined }
  | { readonly is: "attributes"; readonly file: string };

/** When the copy that replaces a state was written. Undefined if no copy does, or it has no time. */
export function restoredAt(files: readonly BrokenFile[]): number | undefined {
  return files.flatMap((each) => (each.is === "state" ? [each.copy?.at] : []))[0];
}

/** What a kill has cut short of a stack's files. */
export async function brokenFiles(place: StackPlace): Promise<BrokenFile[]> {
  const file = await stateFileOf(place);
  const isBroken = file !== undefined && (await readCheckpoint(file)) === undefined;
  return [
    ...(isBroken ? [{ is: "state" as const, file, copy: await newestCopy(place) }] : []),
    ...(await brokenAttributes(place)),
  ];
}

async function newestCopy(place: StackPlace): Promise<Copy | undefined> {
  const lasts = (await lastCopiesOf(place)).map((file) => [file]);
  const readable: Copy[] = [];
  for (const files of [await oldCopiesOf(place), ...lasts]) {
    readable.push(...(await firstReadable(files)));
  }
  return readable.toSorted((a, b) => (b.at ?? 0) - (a.at ?? 0))[0];
}

async function firstReadable(files: readonly string[]): Promise<Copy[]> {
  for (const file of files) {
    const checkpoint = await readCheckpoint(file).catch(unless("ENOENT")); // pulumi takes old ones away
    if (checkpoint !== undefined) {
      return [{ file, at: checkpoint.at }];
    }
  }
  return [];
}

/** Pulumi writes a file of attributes beside each; they hold a checksum, and it can do without them. */
async function brokenAttributes({ backend, project, stack }: StackPlace): Promise<BrokenFile[]> {
  const home = path.join(backend, ".pulumi");
  const stacks = path.join(home, "stacks", project); // those of other stacks are there, too
  const own = ["locks/organization", "history", "backups"].map((name) =>
    path.join(home, name, project, stack),
  );
  const found = (await Promise.all([home, stacks, ...own].map(filesIn))).flat();
  const broken: BrokenFile[] = [];
  // One after another: a backend may have thousands of them, and a system lets nobody open so many files at once.
  for (const file of found.filter((each) => each.endsWith(".attrs"))) {
    const isOwn = path.dirname(file) !== stacks || path.basename(file).startsWith(`${stack}.json`);
    const text = isOwn ? await readFile(file, "utf8").catch(unless("ENOENT")) : undefined; // a run may take its lock away just now
    if (text !== undefined && jsonIn(text) === undefined) {
      broken.push({ is: "attributes", file });
    }
  }
  return broken;
}

/**
 * Makes a file readable again. A broken state is kept beside the repaired one, under the name that is returned.
 * It takes a moment, and must not be interrupted.
 */
export function repairFile(broken: BrokenFile): string | undefined {
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

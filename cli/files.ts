import { randomBytes } from "node:crypto";
import {
  accessSync,
  closeSync,
  constants,
  existsSync,
  mkdirSync,
  openSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { defined, messageOf, unless } from "pulumi-workspace-gateway/tools";
import { UsageError } from "./terminal.js";
import { decoded } from "./text/yaml-file.js";

/**
 * The text of a file that the user names.
 *
 * @param what - the words for it in messages
 */
export async function givenText(file: string, what = file): Promise<string> {
  return decoded(await readFile(file).catch(unreadable(what)));
}

function unreadable(what: string): (error: unknown) => never {
  return (error) => {
    throw new UsageError(`${what} cannot be read: ${messageOf(error)}`);
  };
}

interface RulesFile<T> {
  readonly what: string;
  /** The one that the user names: it has to be there. */
  readonly named: string | undefined;
  /** The one that is read if it is there and no other is named. */
  readonly usual: string;
  read(text: string, file: string): T;
}

/** The name with the first number for which there is no file. */
export function freeName(before: string, after = ""): string {
  let number = 1;
  while (existsSync(`${before}${number}${after}`)) {
    number++;
  }
  return `${before}${number}${after}`;
}

/** Reads a file of rules; one that is not there counts as empty. What is wrong with it is wrong usage. */
export async function readRulesFile<T>(file: RulesFile<T>): Promise<T> {
  return (await readRulesFileIfThere(file)) ?? file.read("", file.usual);
}

/** The same; undefined if it is not there and not named. */
export async function readRulesFileIfThere<T>({
  what,
  named,
  usual,
  read,
}: RulesFile<T>): Promise<T | undefined> {
  const file = named ?? usual;
  const reading = readFile(file);
  const bytes = await (named === undefined ? reading.catch(unless("ENOENT")) : reading).catch(
    unreadable(what),
  );
  try {
    return bytes === undefined ? undefined : read(decoded(bytes), file);
  } catch (error) {
    throw new UsageError(messageOf(error));
  }
}

/**
 * Writes a file, all of it or nothing: what was there stays until all is written. What is no file, such as a pipe, is
 * written to as it is. npm's write-file-atomic does not do this: it reports no error where a full disk cuts the text short.
 *
 * @param mode - who may do what with it; left out: what they may do with the file that is there
 */
export async function writeWhole(file: string, text: string, mode?: number): Promise<void> {
  await deferSignals(() => {
    try {
      const there = statSync(file, { throwIfNoEntry: false });
      if (there === undefined) {
        replace(file, text, mode);
      } else if (there.isFile()) {
        accessSync(file, constants.W_OK);
        replace(realpathSync(file), text, mode ?? there.mode); // a link stays one
      } else {
        writeFileSync(file, text);
      }
    } catch (error) {
      throw notWritten(file, error);
    }
  });
}

function replace(file: string, text: string, mode?: number): void {
  const draft = path.join(path.dirname(file), `.workspace-gateway-${randomBytes(6).toString("hex")}`);
  try {
    writeFileSync(draft, text, { flag: "wx", ...defined({ mode }) });
    renameSync(draft, file);
  } finally {
    rmSync(draft, { force: true });
  }
}

export interface NewFile {
  readonly path: string;
  readonly text: string;
}

/**
 * Makes files and the folders that they need, all of them or none, and never over another file.
 *
 * @param mode - who may do what with the files
 */
export async function createWhole(files: readonly NewFile[], mode?: number): Promise<void> {
  await deferSignals(() => {
    const made: string[] = [];
    for (const { path: file, text } of files) {
      try {
        const above = mkdirSync(path.dirname(file), { recursive: true });
        made.push(...(above === undefined ? [] : [above]));
        const opened = openSync(file, "wx", mode);
        made.push(file);
        try {
          writeFileSync(opened, text);
        } finally {
          closeSync(opened);
        }
      } catch (error) {
        for (const each of made) {
          rmSync(each, { recursive: true, force: true });
        }
        throw notWritten(file, error);
      }
    }
  });
}

function notWritten(file: string, error: unknown): Error {
  return new Error(`${file} was not written: ${messageOf(error)}`, { cause: error });
}

/** Calls `work` with a folder that only the user may read, and removes it afterwards. */
export async function inPrivateFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(path.join(tmpdir(), "workspace-gateway-"));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Calls `work` with a file that only the user may read, and removes it afterwards. */
export async function withPrivateFile<T>(
  name: string,
  text: string,
  work: (file: string) => Promise<T>,
): Promise<T> {
  return inPrivateFolder(async (folder) => {
    const file = path.join(folder, name);
    await writeFile(file, text, { mode: 0o600 });
    return work(file);
  });
}

const signals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/** Calls `heed` for each signal that would end the process, until the function that it gives back is called. */
function onSignals(heed: (signal: NodeJS.Signals) => void): () => void {
  for (const signal of signals) {
    process.on(signal, heed);
  }
  return () => {
    for (const signal of signals) {
      process.off(signal, heed);
    }
  };
}

/** Does what must be done whole or not at all. A signal waits until it is done, so the work must take moments only. */
async function deferSignals(work: () => void): Promise<void> {
  let received: NodeJS.Signals | undefined;
  const ignore = onSignals((signal) => {
    received ??= signal;
  });
  try {
    work();
    await signalsSeen();
  } finally {
    ignore();
  }
  if (received !== undefined) {
    process.kill(process.pid, received);
    await signalsSeen();
  }
}

/** Node delivers a signal when it polls for events the next time. */
async function signalsSeen(): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve));
  await new Promise((resolve) => setImmediate(resolve));
}

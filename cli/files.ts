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

/** @param what - the file's name in messages */
export async function givenText(file: string, what = file): Promise<string> {
  return decoded(await readFile(file).catch(unreadable(what)));
}

export function unreadable(what: string): (error: unknown) => never {
  return (error) => {
    throw new UsageError(`${what} cannot be read: ${messageOf(error)}`);
  };
}

interface RulesFile<T> {
  readonly what: string;
  /** The file that the user named. It must exist. */
  readonly named: string | undefined;
  /** The default file, which may be missing. */
  readonly usual: string;
  read(text: string, file: string): T;
}

export function freeName(before: string, after = ""): string {
  let number = 1;
  while (existsSync(`${before}${number}${after}`)) {
    number++;
  }
  return `${before}${number}${after}`;
}

/** A missing default file counts as empty. An invalid file is a usage error. */
export async function readRulesFile<T>(file: RulesFile<T>): Promise<T> {
  return (await readRulesFileIfThere(file)) ?? file.read("", file.usual);
}

/** Undefined if the default file is missing. */
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
 * Writes a file atomically: the old text stays until the new text is complete. Pipes and devices are written
 * directly. npm's write-file-atomic reports no error if a full disk truncates the text.
 *
 * @param mode - permissions. Default: those of the existing file
 */
export async function writeWhole(file: string, text: string, mode?: number): Promise<void> {
  await deferSignals(() => {
    try {
      const there = statSync(file, { throwIfNoEntry: false });
      if (there === undefined) {
        replace(file, text, mode);
      } else if (there.isFile()) {
        accessSync(file, constants.W_OK);
        replace(realpathSync(file), text, mode ?? there.mode); // keeps a symbolic link
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

/** Creates either all files and their folders, or none. Never overwrites a file. */
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

/** Only the user can read the folder. It is removed afterward. */
export async function inPrivateFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(path.join(tmpdir(), "workspace-gateway-"));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Only the user can read the file. It is removed afterward. */
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

/** Returns a function that removes the handlers. */
export function onSignals(heed: (signal: NodeJS.Signals) => void): () => void {
  for (const signal of signals) {
    process.on(signal, heed);
  }
  return () => {
    for (const signal of signals) {
      process.off(signal, heed);
    }
  };
}

/** Delays signals until `work` is done, so `work` must be short. */
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

/** Node delivers a signal the next time it polls for events. */
async function signalsSeen(): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve));
  await new Promise((resolve) => setImmediate(resolve));
}

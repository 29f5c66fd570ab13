import { randomBytes } from "node:crypto";
import {
  accessSync,
  closeSync,
  constants,
  openSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import { defined, messageOf } from "pulumi-workspace-gateway/tools";
import { undisturbed } from "./signals.js";

/**
 * Writes a file, all of it or nothing: what was there stays until all is written. What is no file, such as a pipe, is
 * written to as it is. npm's write-file-atomic does not do this: it reports no error where a full disk cuts the text short.
 *
 * @param mode - who may do what with it; left out: what they may do with the file that is there
 */
export async function writeWhole(file: string, text: string, mode?: number): Promise<void> {
  await undisturbed(() => {
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

/**
 * Makes files, all of them or none, and never over another.
 *
 * @param mode - who may do what with them
 */
export async function createWhole(
  files: readonly (readonly [file: string, text: string])[],
  mode?: number,
): Promise<void> {
  await undisturbed(() => {
    const made: string[] = [];
    for (const [file, text] of files) {
      try {
        const opened = openSync(file, "wx", mode);
        made.push(file);
        try {
          writeFileSync(opened, text);
        } finally {
          closeSync(opened);
        }
      } catch (error) {
        for (const each of made) {
          rmSync(each, { force: true });
        }
        throw notWritten(file, error);
      }
    }
  });
}

function notWritten(file: string, error: unknown): Error {
  return new Error(`${file} was not written: ${messageOf(error)}`, { cause: error });
}

import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { ExportedFile } from "../../../export/exported-program.js";
import { undisturbed } from "../../signals.js";

/** The prefix of temporary folders, which hold the files until all of them are written. */
export const stagePrefix = ".workspace-gateway-export-";

/**
 * Writes either all files into a folder, or none. They are written into a temporary folder first, and then moved. A
 * failure restores the old files. A signal takes effect only afterwards, which is moments later.
 *
 * @param obsolete - files to remove
 */
export async function putFiles(
  folder: string,
  files: readonly ExportedFile[],
  obsolete: readonly string[] = [],
): Promise<void> {
  if (files.length === 0 && !obsolete.some((file) => existsSync(path.join(folder, file)))) {
    return;
  }
  await undisturbed(() =>
    existsSync(folder) ? moveInto(folder, files, obsolete) : moveAsWhole(folder, files),
  );
}

function moveAsWhole(folder: string, files: readonly ExportedFile[]): void {
  const parent = path.dirname(path.resolve(folder));
  const made = mkdirSync(parent, { recursive: true });
  const stage = stageIn(parent);
  try {
    writeAll(stage, files);
    renameSync(stage, path.resolve(folder));
  } catch (error) {
    rmSync(made ?? stage, { recursive: true, force: true });
    throw error;
  }
}

/** The temporary folder is in the folder itself, because files cannot be moved from another disk. */
function moveInto(folder: string, files: readonly ExportedFile[], obsolete: readonly string[]): void {
  const stage = stageIn(folder);
  const undo: (() => void)[] = [];
  const move = (from: string, to: string) => {
    const made = mkdirSync(path.dirname(to), { recursive: true });
    renameSync(from, to);
    undo.push(() => {
      renameSync(to, from);
      if (made !== undefined) {
        rmSync(made, { recursive: true, force: true });
      }
    });
  };
  const setAside = (file: string) => {
    if (existsSync(path.join(folder, file))) {
      move(path.join(folder, file), path.join(stage, "old", file));
    }
  };
  try {
    writeAll(path.join(stage, "new"), files);
    for (const file of obsolete) {
      setAside(file);
    }
    for (const { path: file } of files) {
      setAside(file);
      move(path.join(stage, "new", file), path.join(folder, file));
    }
  } catch (error) {
    for (const step of undo.toReversed()) {
      step();
    }
    throw error;
  } finally {
    rmSync(stage, { recursive: true, force: true });
  }
}

function stageIn(parent: string): string {
  const stage = path.join(parent, `${stagePrefix}${randomBytes(6).toString("hex")}`);
  mkdirSync(stage);
  return stage;
}

function writeAll(folder: string, files: readonly ExportedFile[]): void {
  for (const { path: file, text } of files) {
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
    writeFileSync(path.join(folder, file), text);
  }
}

import { readdirSync, readFileSync, statSync } from "node:fs";
import path from "node:path";
import { codeOf } from "pulumi-workspace-gateway/tools";
import { UsageError } from "../../terminal.js";
import { type ExportMemory, memoryFile, readExportMemory } from "./export-memory.js";

/** The text of a file; undefined if there is none. */
export function textAt(...steps: readonly string[]): string | undefined {
  try {
    return readFileSync(path.join(...steps), "utf8");
  } catch (error) {
    if (["ENOENT", "ENOTDIR"].includes(codeOf(error))) {
      return undefined;
    }
    throw error;
  }
}

/**
 * Checks the folder of an export before anything is read from the gateway. With `--into` it reads the memory of the
 * earlier export; otherwise the folder must be new or empty.
 */
export function openExportFolder(
  folder: string,
  { into }: { readonly into?: true },
): ExportMemory | undefined {
  const inside = namesIn(folder);
  const memory = textAt(folder, memoryFile);
  if (into) {
    if (memory === undefined) {
      throw new UsageError(
        `--into ${folder}: no export is in this folder (it has no ${memoryFile}). Leave out --into, and name a new or empty folder`,
      );
    }
    return readExportMemory(memory, path.join(folder, memoryFile));
  }
  if (inside.length > 0) {
    throw new UsageError(
      memory === undefined
        ? `${folder} is not empty: name a new folder, or an empty one`
        : `${folder} has an earlier export: add --into to write what is new since then, or name a new folder`,
    );
  }
  return undefined;
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    if (codeOf(error) === "ENOENT") {
      return [];
    }
    throw new UsageError(
      codeOf(error) === "ENOTDIR" && statSync(folder, { throwIfNoEntry: false })?.isFile() === true
        ? `${folder} is a file: name a folder`
        : `${folder} cannot be used: ${String(error)}`,
    );
  }
}

/** The text of all TypeScript files of a folder, without packages and hidden folders. */
export function programText(folder: string): string {
  return readdirSync(folder, { withFileTypes: true })
    .filter(({ name }) => !name.startsWith(".") && name !== "node_modules")
    .map((entry) => {
      const place = path.join(folder, entry.name);
      if (entry.isDirectory()) {
        return programText(place);
      }
      return /\.[cm]?[jt]s$/.test(entry.name) ? (textAt(place) ?? "") : "";
    })
    .join("\n");
}

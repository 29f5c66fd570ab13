import { mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { codeOf, messageOf } from "pulumi-workspace-gateway/tools";
import type { ExportedFile } from "../../export/exported-program.js";
import { undisturbed } from "../signals.js";
import { UsageError } from "../terminal.js";

/** Refuses a folder that has anything in it. */
export function assertEmpty(folder: string): void {
  if (namesIn(folder).length > 0) {
    throw new UsageError(
      `${folder} is not empty, and an export overwrites nothing: name a new or empty folder. ` +
        "To declare what is new on the gateway since an earlier export, use `workspace-gateway drift --adopt`",
    );
  }
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

/**
 * Writes all files into a new or empty folder, or none. A signal takes effect only afterwards, which is moments later. If a
 * file cannot be written, those before it are removed.
 */
export async function writeFiles(folder: string, files: readonly ExportedFile[]): Promise<void> {
  await undisturbed(() => {
    const made: string[] = [];
    try {
      for (const { path: file, text } of files) {
        const at = path.join(folder, file);
        const above = mkdirSync(path.dirname(at), { recursive: true });
        made.push(...(above === undefined ? [] : [above]));
        writeFileSync(at, text, { flag: "wx" });
        made.push(at);
      }
    } catch (error) {
      for (const each of made) {
        rmSync(each, { recursive: true, force: true });
      }
      throw new Error(`${folder} could not be written: ${messageOf(error)}. Nothing was changed there.`, {
        cause: error,
      });
    }
  });
}

const longestName = 100;

/** A name that Pulumi accepts for a project. */
const legalName = /^[\w.-]{1,100}$/;

/** The name of the project: the given one, or one made from the folder's name. */
export function projectName(given: string | undefined, folder: string): string {
  if (given !== undefined) {
    if (!legalName.test(given)) {
      throw new UsageError(
        `--project ${JSON.stringify(given)}: a project's name has letters, digits, ".", "_" and "-", at most ${longestName}`,
      );
    }
    return given;
  }
  const base = path.basename(path.resolve(folder)).normalize("NFKD").replace(/\p{M}/gu, "");
  const name = base.replace(/[^\w.-]+/g, "-").replace(/^[-.]+|(?<![-.])[-.]+$/g, "");
  return name.slice(0, longestName) || "gateway";
}

import path from "node:path";
import { UsageError } from "../terminal.js";

const longestName = 100;

/** What Pulumi takes as the name of a project. */
export const legalName = /^[\w.-]{1,100}$/;

/** The name of the project: the one that was given, else made of the folder's. */
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

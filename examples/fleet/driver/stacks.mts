import { readdirSync } from "node:fs";
import path from "node:path";

/** The folder that contains Pulumi.yaml. */
export const projectFolder = path.join(import.meta.dirname, "..");

/** The stack that all others read. */
export const sharedStack = "shared";

/** The folder that contains one file for each team. */
export const teamsFolder = "teams";

/** The names of the teams' stacks, one for each file. */
export function teamStacks(): string[] {
  return readdirSync(path.join(projectFolder, teamsFolder))
    .filter((file) => file.endsWith(".ts"))
    .map((file) => path.basename(file, ".ts"))
    .toSorted();
}

import { readdirSync } from "node:fs";
import path from "node:path";

/** The folder of Pulumi.yaml. */
export const projectFolder = path.join(import.meta.dirname, "..");

/** The stack that all others read. */
export const sharedStack = "shared";

/** The folder in which each team has its file. */
export const teamsFolder = "teams";

/** The teams: a stack for each file. */
export function teamStacks(): string[] {
  return readdirSync(path.join(projectFolder, teamsFolder))
    .filter((file) => file.endsWith(".ts"))
    .map((file) => path.basename(file, ".ts"))
    .toSorted();
}

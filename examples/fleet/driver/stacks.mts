import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";

/** The folder of Pulumi.yaml. */
export const projectFolder = path.join(import.meta.dirname, "..");

/** The stack that all others read. */
export const sharedStack = "shared";

/** The teams: a stack for each file. */
export function teamStacks(): string[] {
  return readdirSync(path.join(projectFolder, "teams"))
    .filter((file) => file.endsWith(".ts"))
    .map((file) => path.basename(file, ".ts"))
    .toSorted();
}

/**
 * What a stack is declared by, as one short text: the program, the team's file, the stack's config, and the config of
 * `shared`, out of which the teams get what they read.
 */
export function declarationOf(stack: string): string {
  const digest = createHash("sha256");
  for (const file of [...programFiles(), ...filesOf(stack)]) {
    const place = path.join(projectFolder, file);
    const content = existsSync(place) ? readFileSync(place) : "";
    digest.update(`${file} ${content.length}\n`).update(content);
  }
  return `declared ${digest.digest("hex").slice(0, 16)}`;
}

function programFiles(): string[] {
  return ["Pulumi.yaml", "package.json", "index.ts", "shared.ts", "team.ts"];
}

function filesOf(stack: string): string[] {
  const own = stack === sharedStack ? [] : [`teams/${stack}.ts`, `Pulumi.${stack}.yaml`];
  return [`Pulumi.${sharedStack}.yaml`, ...own];
}

import { readdir, stat } from "node:fs/promises";
import path from "node:path";
import { about, type Diagnosis } from "../diagnosis.js";
import { recoverCommandFor } from "./recover-remedy.js";

const check = about("checkpoint files");

/**
 * The checksums that a killed run left empty in a file backend: while one is there, no command can read its stack
 * (README.md, "After an interrupted run").
 */
export async function emptyChecksums(backend: string, project: string): Promise<string[]> {
  const folder = path.join(backend, ".pulumi/stacks", project);
  const names = await readdir(folder).catch(() => []);
  const files = names.filter((name) => name.endsWith(".json.attrs")).map((name) => path.join(folder, name));
  const sizes = await Promise.all(files.map(async (file) => ({ file, size: (await stat(file)).size })));
  return sizes.filter(({ size }) => size === 0).map(({ file }) => file);
}

/** Without the name of a stack each counts: then pulumi cannot even say which stack is selected. */
export function judgeChecksums(empty: readonly string[], stack: string | undefined): readonly Diagnosis[] {
  if (empty.length === 0) {
    return [check.ok({ found: "No file of the backend is cut short." })];
  }
  return empty.map((file) => {
    const said = {
      found: `${file} is empty: pulumi was killed while it wrote.`,
      means: "Commands on this stack fail with `failed to load checkpoint: EOF`.",
      remedy: `Run ${recoverCommandFor(path.basename(file, ".json.attrs"))}: it takes the file away, which holds only a checksum.`,
      facts: { file },
    };
    const isOurs =
      stack === undefined || path.basename(file) === `${stackWithoutOrganization(stack)}.json.attrs`;
    return isOurs ? check.problem(said) : check.warning(said);
  });
}

/** `organization/project/stack` is the same stack as `stack`. */
export function stackWithoutOrganization(stack: string): string {
  return stack.split("/").at(-1) ?? stack;
}

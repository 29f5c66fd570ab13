import { readdir, rm, stat } from "node:fs/promises";
import path from "node:path";
import type { PulumiProject } from "../../harness/engine.ts";
import { ok } from "./outcome.ts";

/** What the README tells to do after a kill. */
export async function recover(
  project: PulumiProject,
  env: Readonly<Record<string, string>> = {},
): Promise<void> {
  await removeEmptyAttributes(project.backend);
  await ok(project.run(["cancel", "--yes", "--stack", project.stack]));
  await ok(project.refresh({ skipPreview: true, clearPendingCreates: true }));
  await ok(project.up({ skipPreview: true, env }));
}

/** A kill while the file backend was writing leaves such a file, and no command works until it is gone. */
async function removeEmptyAttributes(backend: string): Promise<void> {
  const files = (await readdir(backend, { recursive: true })).filter((file) => file.endsWith(".json.attrs"));
  for (const file of files.map((name) => path.join(backend, name))) {
    if ((await stat(file)).size === 0) await rm(file);
  }
}

import { readFile, rm } from "node:fs/promises";
import path from "node:path";
import { jsonIn, shortHash } from "pulumi-workspace-gateway/tools";
import { z } from "zod";
import { writeWhole } from "../whole-file.js";
import type { RecoveryPlace } from "./recovery-place.js";

/** Times in milliseconds. */
const format = z.object({ since: z.number(), written: z.number() });

/**
 * The file that remembers, until a recovery is done, since when it looks for what nobody recorded: once the lock is
 * removed, nothing else shows that a run was killed. Stacks of the same name in other backends, projects or organizations
 * have files of their own.
 */
export function begunFile({ backend, files, project, shortName, stack }: RecoveryPlace): string {
  const mark = shortHash(JSON.stringify(files ?? [backend.url, stack]));
  return path.join(project.folder, `.workspace-gateway-recover-${shortName}-${mark}.json`);
}

/** The start of the time in which an interrupted recovery was looking, and when that was written. */
export async function readBegun(file: string): Promise<z.infer<typeof format> | undefined> {
  const text = await readFile(file, "utf8").catch(() => "");
  return format.safeParse(jsonIn(text)).data;
}

export async function rememberBegun(file: string, since: number, now: Date): Promise<void> {
  await writeWhole(file, JSON.stringify({ since, written: now.getTime() }));
}

export async function forgetBegun(file: string): Promise<void> {
  await rm(file, { force: true });
}

import { readFile, rm } from "node:fs/promises";
import path from "node:path";
import { z } from "zod";
import { writeWhole } from "../whole-file.js";
import type { RecoveryPlace } from "./recovery-place.js";

const format = z.object({ since: z.number() });

/**
 * Since when a recovery that was itself interrupted has looked for what nobody recorded: once it has taken the lock away,
 * nothing else tells of the run that was killed.
 */
export async function sinceOfBegun(place: RecoveryPlace): Promise<number | undefined> {
  try {
    return format.parse(JSON.parse(await readFile(fileOf(place), "utf8"))).since;
  } catch {
    return undefined;
  }
}

export async function rememberBegun(place: RecoveryPlace, since: number): Promise<void> {
  await writeWhole(fileOf(place), JSON.stringify({ since }));
}

export async function forgetBegun(place: RecoveryPlace): Promise<void> {
  await rm(fileOf(place), { force: true });
}

function fileOf({ project, shortName }: RecoveryPlace): string {
  return path.join(project.folder, `.workspace-gateway-recover-${shortName}.json`);
}

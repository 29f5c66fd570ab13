import path from "node:path";
import { cachedOr, keep } from "./cache.ts";
import { buildWithGo, type GoProgram } from "./go-build.ts";
import type { Host } from "./host.ts";
import type { Kit } from "./kit.ts";
import { which } from "./which.ts";

/** Finds a program of which a test can do without in the cache, else builds it with Go; or says why it cannot be had. */
export async function findTool(
  host: Host,
  kit: Kit,
  program: GoProgram,
): Promise<{ file: string } | { missing: string }> {
  try {
    const folder = await cachedOr(host, kit, () => make(host, kit, program));
    return { file: path.join(folder, program.name) };
  } catch (error) {
    host.signal.throwIfAborted();
    return { missing: error instanceof Error ? error.message : String(error) };
  }
}

async function make(host: Host, kit: Kit, program: GoProgram): Promise<string> {
  const go = await which("go", host.env);
  if (go === undefined) throw new Error("there is no Go to build it with");
  return keep(host, kit, (empty) => buildWithGo(host, go, kit, [program], empty));
}

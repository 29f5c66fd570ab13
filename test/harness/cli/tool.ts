import path from "node:path";
import { cached, keep, whileMaking } from "./cache.ts";
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
  const kept = await cached(host, kit);
  if (kept !== undefined) return { file: path.join(kept, program.name) };
  const go = await which("go", host.env);
  if (go === undefined) return { missing: "there is no Go to build it with" };
  try {
    const folder = await whileMaking(
      host,
      kit,
      async () =>
        (await cached(host, kit)) ??
        (await keep(host, kit, (empty) => buildWithGo(host, go, kit, [program], empty))),
    );
    return { file: path.join(folder, program.name) };
  } catch (error) {
    host.signal.throwIfAborted();
    return { missing: error instanceof Error ? error.message : String(error) };
  }
}

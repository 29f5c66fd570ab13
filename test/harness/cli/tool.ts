import path from "node:path";
import { cachedOr, keep } from "./cache.ts";
import { buildWithGo, type GoProgram } from "./go-build.ts";
import type { Host } from "./host.ts";
import type { Kit } from "./kit.ts";
import { which } from "./which.ts";

/** Something that a test can do without, or why it cannot be had. */
export type Had<T> = T | { readonly missing: string };

/** Finds a program of which a test can do without in the cache, else builds it with Go. */
export async function findTool(host: Host, kit: Kit, program: GoProgram): Promise<Had<{ file: string }>> {
  const found = await findKit(host, kit, (go, empty) => buildWithGo(host, go, kit, [program], empty));
  return "missing" in found ? found : { file: path.join(found.folder, program.name) };
}

/** Finds the folder of a kit of which a test can do without in the cache, else lets `make` fill it, with Go. */
export async function findKit(
  host: Host,
  kit: Kit,
  make: (go: string, empty: string) => Promise<void>,
): Promise<Had<{ folder: string }>> {
  try {
    return { folder: await cachedOr(host, kit, async () => keepMade(host, kit, make)) };
  } catch (error) {
    host.signal.throwIfAborted();
    return { missing: error instanceof Error ? error.message : String(error) };
  }
}

async function keepMade(host: Host, kit: Kit, make: Parameters<typeof findKit>[2]): Promise<string> {
  const go = await which("go", host.env);
  if (go === undefined) throw new Error("there is no Go to build it with");
  return keep(host, kit, (empty) => make(go, empty));
}

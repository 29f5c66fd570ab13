import { existsSync } from "node:fs";
import { mkdir, rename, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { RunningProcess } from "../process.ts";
import { buildWithGo, type GoProgram } from "./go-build.ts";
import { withLock } from "./lock.ts";
import { which } from "./which.ts";

/** Programs that are kept together in the cache. */
export interface Kit {
  readonly title: string;
  readonly version: string;
  /** Name of its folder in the cache. If the version of one program changes, the name must change too. */
  readonly folder: string;
  /** The files. The first one is asked for its version: the kit is usable if the first line is `prints`. */
  readonly files: readonly [string, ...string[]];
  /** How it is asked, if not by `version`. */
  readonly ask?: string;
  readonly prints: string;
}

/** Something that a test can do without, or why it cannot be had. */
export type Had<T> = T | { readonly missing: string };

const cacheHome = process.env.XDG_CACHE_HOME || path.join(os.homedir(), ".cache");
const cache = path.join(cacheHome, "pulumi-workspace-gateway");

/** The folder of a kit in the cache. If there is none that is usable, `make` fills an empty folder, which gets its name once it is. */
export async function kept(kit: Kit, make: (empty: string) => Promise<void>): Promise<string> {
  const final = path.join(cache, kit.folder);
  if (await isUsable(kit, final)) return final;
  return withLock(`${final}.lock`, kit.title, async () => {
    if (await isUsable(kit, final)) return final;
    const work = `${final}.making`;
    await rm(work, { recursive: true, force: true }); // a process that is gone has left it
    try {
      const empty = path.join(work, "bin");
      await mkdir(empty, { recursive: true });
      await make(empty);
      if (!(await isUsable(kit, empty)))
        throw new Error(`The new ${kit.title} does not print ${kit.prints}.`);
      await rm(final, { recursive: true, force: true });
      await rename(empty, final);
      return final;
    } finally {
      await rm(work, { recursive: true, force: true, maxRetries: 5 });
    }
  });
}

export async function isUsable({ files, ask = "version", prints }: Kit, folder: string): Promise<boolean> {
  if (!files.every((file) => existsSync(path.join(folder, file)))) return false;
  const { stdout } = await new RunningProcess(path.join(folder, files[0]), [ask]).done;
  return stdout.trim().split("\n")[0] === prints;
}

/** Finds the folder of a kit of which a test can do without in the cache, else lets `make` fill it, with Go. */
export async function findKit(
  kit: Kit,
  make: (go: string, empty: string) => Promise<void>,
): Promise<Had<{ folder: string }>> {
  try {
    const folder = await kept(kit, async (empty) => {
      const go = await which("go", process.env);
      if (go === undefined) throw new Error("there is no Go to build it with");
      await make(go, empty);
    });
    return { folder };
  } catch (error) {
    return { missing: error instanceof Error ? error.message : String(error) };
  }
}

/** The same for a kit of one program. */
export async function findTool(kit: Kit, program: GoProgram): Promise<Had<{ file: string }>> {
  const found = await findKit(kit, (go, empty) => buildWithGo(go, kit, [program], empty));
  return "missing" in found ? found : { file: path.join(found.folder, program.name) };
}

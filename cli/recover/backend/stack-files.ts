import { readdir, readFile, stat } from "node:fs/promises";
import path from "node:path";
import { gunzipSync, zstdDecompressSync } from "node:zlib";
import { unless } from "pulumi-workspace-gateway/tools";
import { z } from "zod";
import { decoded } from "../../text/decoded.js";

/** Where a file backend keeps what belongs to one stack. */
export interface StackPlace {
  /** The folder that has `.pulumi`. */
  readonly backend: string;
  readonly project: string;
  /** Without an organization. */
  readonly stack: string;
}

/** The state of a stack in a file of the backend. */
export interface Checkpoint {
  /** When it was written, in milliseconds; undefined if it does not say. */
  readonly at: number | undefined;
  /** The URNs of the pending creates. */
  readonly creating: ReadonlySet<string>;
}

const format = z.looseObject({
  version: z.number(),
  checkpoint: z.looseObject({
    latest: z
      .looseObject({
        manifest: z.looseObject({ time: z.string().optional() }).optional(),
        pending_operations: z
          .array(z.looseObject({ type: z.string(), resource: z.looseObject({ urn: z.string() }) }))
          .nullish(),
      })
      .nullish(),
  }),
});

/** Undefined if a kill has cut the file short. A file that cannot be read at all is an error: nobody knows what is in it. */
export async function readCheckpoint(file: string): Promise<Checkpoint | undefined> {
  return checkpointIn(await readFile(file));
}

function checkpointIn(bytes: Buffer): Checkpoint | undefined {
  try {
    const { latest } = format.parse(JSON.parse(decoded(unpacked(bytes)))).checkpoint;
    const at = Date.parse(latest?.manifest?.time ?? "");
    const pending = latest?.pending_operations ?? [];
    return {
      at: Number.isNaN(at) || at < 0 ? undefined : at, // a stack that was never written to has the year 1
      creating: new Set(
        pending.filter(({ type }) => type === "creating").map(({ resource }) => resource.urn),
      ),
    };
  } catch {
    return undefined;
  }
}

/** Pulumi, too, detects the compression of a file from its content. */
function unpacked(bytes: Buffer): Buffer {
  const magic = bytes.subarray(0, 4).toString("hex");
  if (magic.startsWith("1f8b")) {
    return gunzipSync(bytes);
  }
  return magic === "28b52ffd" ? zstdDecompressSync(bytes) : bytes;
}

function folderOfStack({ backend, project }: StackPlace): string {
  return path.join(backend, ".pulumi/stacks", project);
}

const endings = [".json", ".json.gz", ".json.zst"];

/** The file with the state of a stack. If there are several formats, pulumi takes the newest. Undefined if there is none. */
export async function stateFileOf(place: StackPlace): Promise<string | undefined> {
  const files = endings.map((ending) => path.join(folderOfStack(place), `${place.stack}${ending}`));
  const there = await Promise.all(
    files.map(async (file) => ({ file, written: (await stat(file).catch(unless("ENOENT")))?.mtimeMs })),
  );
  const [newest] = there
    .filter(({ written }) => written !== undefined)
    .toSorted((a, b) => (b.written ?? 0) - (a.written ?? 0));
  return newest?.file;
}

/** The names of the stacks of a project in a file backend. */
export async function stacksOf({ backend, project }: Omit<StackPlace, "stack">): Promise<string[]> {
  const files = await filesIn(path.join(backend, ".pulumi/stacks", project));
  const names = files.flatMap((file) => /^(.+?)\.json(\.|$)/.exec(path.basename(file))?.[1] ?? []);
  return [...new Set(names)];
}

/** The copy of the state that pulumi makes before each write: one for each format in which the state was ever written. */
export async function lastCopiesOf(place: StackPlace): Promise<string[]> {
  const names = endings.map((ending) => `${place.stack}${ending}.bak`);
  return (await filesIn(folderOfStack(place))).filter((file) => names.includes(path.basename(file)));
}

/** The copies of the state that pulumi makes at the end of each run, newest first. */
export async function oldCopiesOf({ backend, project, stack }: StackPlace): Promise<string[]> {
  const folders = ["history", "backups"].map((name) => path.join(backend, ".pulumi", name, project, stack));
  const files = await Promise.all(folders.map(filesIn));
  return files
    .flat()
    .filter((file) => /\.json(\.gz|\.zst)?$/.test(file) && !/\.history\.json/.test(file))
    .toSorted((a, b) => numberIn(b) - numberIn(a));
}

/** The nanoseconds in the name of a copy. */
function numberIn(file: string): number {
  return Number(/(\d{15,})/.exec(path.basename(file))?.[1] ?? 0);
}

/** The files of a folder, without the folders in it; none if it is not there. */
export async function filesIn(folder: string): Promise<string[]> {
  const entries = (await readdir(folder, { withFileTypes: true }).catch(unless("ENOENT"))) ?? [];
  return entries.filter((entry) => !entry.isDirectory()).map(({ name }) => path.join(folder, name));
}

/**
 * For each operation the latest time at which it is known not to have begun, in milliseconds. The engine records no time with
 * an operation, and a pending create stays in the state over many runs. Only the copies of the state that runs make at their
 * end show it. An operation that is in all of them is not in the result.
 */
export async function momentsBefore(
  urns: readonly string[],
  place: StackPlace,
): Promise<ReadonlyMap<string, number>> {
  const moments = new Map<string, number>();
  let open = [...new Set(urns)];
  for (const file of open.length === 0 ? [] : await oldCopiesOf(place)) {
    const checkpoint = await readCheckpoint(file).catch(unless("ENOENT")); // pulumi takes old ones away
    if (checkpoint?.at !== undefined) {
      const { at, creating } = checkpoint;
      for (const urn of open.filter((each) => !creating.has(each))) {
        moments.set(urn, at);
      }
      open = open.filter((each) => creating.has(each));
    }
    if (open.length === 0) {
      break;
    }
  }
  return moments;
}

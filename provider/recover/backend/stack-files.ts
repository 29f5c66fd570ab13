import { readdir, readFile, stat } from "node:fs/promises";
import path from "node:path";
import { gunzipSync, zstdDecompressSync } from "node:zlib";
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

/** Undefined if a kill has cut the file short. */
export async function readCheckpoint(file: string): Promise<Checkpoint | undefined> {
  try {
    const { latest } = format.parse(JSON.parse(decoded(unpacked(await readFile(file))))).checkpoint;
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

/** Pulumi tells by the content, too, how a file is packed. */
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

/** The file that has the state of a stack: of those in several formats pulumi takes the newest. Undefined if there is none. */
export async function stateFileOf(place: StackPlace): Promise<string | undefined> {
  const files = endings.map((ending) => path.join(folderOfStack(place), `${place.stack}${ending}`));
  const there = await Promise.all(
    files.map(async (file) => ({
      file,
      written: await stat(file).then(
        ({ mtimeMs }) => mtimeMs,
        () => undefined,
      ),
    })),
  );
  const [newest] = there
    .filter(({ written }) => written !== undefined)
    .toSorted((a, b) => (b.written ?? 0) - (a.written ?? 0));
  return newest?.file;
}

/** The copies of the state that pulumi makes before each write, the newest of them first known. */
export function lastCopiesOf(place: StackPlace): string[] {
  return endings.map((ending) => path.join(folderOfStack(place), `${place.stack}${ending}.bak`));
}

/** The copies of the state that pulumi makes at the end of each run, newest first. */
export async function oldCopiesOf({ backend, project, stack }: StackPlace): Promise<string[]> {
  const folders = ["history", "backups"].map((name) => path.join(backend, ".pulumi", name, project, stack));
  const files = await Promise.all(folders.map(namesIn));
  return files
    .flat()
    .filter((file) => /\.json(\.gz|\.zst)?$/.test(file) && !/\.history\.json/.test(file))
    .toSorted((a, b) => numberIn(b) - numberIn(a));
}

/** The nanoseconds in the name of a copy. */
function numberIn(file: string): number {
  return Number(/(\d{15,})/.exec(path.basename(file))?.[1] ?? 0);
}

async function namesIn(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch(() => []);
  return names.map((name) => path.join(folder, name));
}

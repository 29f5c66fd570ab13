import { existsSync } from "node:fs";
import { readdir, readFile, stat } from "node:fs/promises";
import path from "node:path";
import { gunzipSync, zstdDecompressSync } from "node:zlib";
import { jsonIn, shellWord, unless } from "pulumi-workspace-gateway/tools";
import { z } from "zod";
import { inSentence, recoverCommand } from "./backend.js";
import type { Checking, Diagnosis } from "./table.js";

/** Where a file backend keeps the files of one stack. */
interface StackPlace {
  /** The folder that contains `.pulumi`. */
  readonly backend: string;
  readonly project: string;
  /** Without an organization. */
  readonly stack: string;
}

/** A file that was cut short because pulumi was killed while it wrote. Pulumi cannot read the stack until it is repaired. */
interface DamagedFile {
  readonly file: string;
  /** The shell commands that repair it, in order. Undefined if nothing on this disk can. */
  readonly commands: readonly string[] | undefined;
}

/**
 * Judges the files of a project's stacks in a file backend. A damaged file is a problem for the given stack, and a warning for
 * another one. Without a stack every file counts, because then pulumi cannot say which stack is selected.
 */
export async function judgeStateFiles(
  place: Omit<StackPlace, "stack">,
  selected: string | undefined,
  check: Checking,
): Promise<Diagnosis | readonly Diagnosis[]> {
  const all = await stacksOf(place);
  const findings = new Map<string, Diagnosis>(); // by file: some files belong to all stacks
  for (const stack of selected === undefined ? all : [selected, ...all.filter((each) => each !== selected)]) {
    for (const damaged of await damagedFiles({ ...place, stack })) {
      const { file } = damaged;
      const say = selected === undefined || stack === selected ? check.problem : check.warning;
      findings.set(file, findings.get(file) ?? say(words(damaged)));
    }
  }
  return findings.size === 0
    ? check.ok({ found: "No file of the backend is damaged." })
    : [...findings.values()];
}

function words({ file, commands }: DamagedFile) {
  return {
    found: `${file} is empty or cut short: pulumi was killed while it wrote.`,
    means: "Commands on this stack fail, for example with `failed to load checkpoint: EOF`.",
    remedy:
      commands === undefined
        ? "There is no copy of this state that can be read. Restore it from a backup of your own, or make a new stack and run " +
          "`npx workspace-gateway export … --import`."
        : `Run ${inSentence(commands)}.${file.endsWith(".attrs") ? " The file contains only a checksum." : ""}`,
    facts: { file, commands: [...(commands ?? [])] },
  };
}

async function damagedFiles(place: StackPlace): Promise<DamagedFile[]> {
  const attributes = await damagedAttributes(place);
  const state = await stateFileOf(place);
  return state === undefined || (await readCheckpoint(state)) !== undefined
    ? attributes
    : [...attributes.filter(({ file }) => file !== `${state}.attrs`), await damagedState(state, place)];
}

/** The newest copy that can be read takes its place. What a run did since that copy is found by `recover`. */
async function damagedState(file: string, place: StackPlace): Promise<DamagedFile> {
  const copies = await readableCopies(place);
  const [copy] = copies.toSorted((a, b) => (b.at ?? 0) - (a.at ?? 0));
  if (copy === undefined) {
    return { file, commands: undefined };
  }
  const [damaged, attributes] = [`${file}.damaged`, `${file}.attrs`];
  return {
    file,
    commands: [
      `mv ${shellWord(file)} ${shellWord(free(damaged))}`,
      ...(existsSync(attributes) ? [`rm ${shellWord(attributes)}`] : []),
      `cp ${shellWord(copy.file)} ${shellWord(file)}`,
      recoverCommand(place.stack, copy.at),
    ],
  };
}

/** Pulumi does not take a file with this ending for a stack. */
function free(name: string): string {
  let number = 1;
  while (existsSync(`${name}-${number}`)) {
    number++;
  }
  return `${name}-${number}`;
}

const checkpoint = z.looseObject({
  version: z.number(),
  checkpoint: z.looseObject({
    latest: z.looseObject({ manifest: z.looseObject({ time: z.string().optional() }).optional() }).nullish(),
  }),
});

/**
 * When a state was written, in milliseconds, if it says so. Undefined if the file was cut short. A file that cannot be read at all
 * is an error, because its content is unknown.
 */
async function readCheckpoint(file: string): Promise<{ at: number | undefined } | undefined> {
  const bytes = await readFile(file);
  try {
    const { latest } = checkpoint.parse(JSON.parse(unpacked(bytes).toString("utf8"))).checkpoint;
    const at = Date.parse(latest?.manifest?.time ?? "");
    return { at: Number.isNaN(at) || at < 0 ? undefined : at }; // a stack that was never written to has the year 1
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

const endings = [".json", ".json.gz", ".json.zst"];

const folderOf = ({ backend, project }: Omit<StackPlace, "stack">) =>
  path.join(backend, ".pulumi/stacks", project);

async function stacksOf(place: Omit<StackPlace, "stack">): Promise<string[]> {
  const files = await filesIn(folderOf(place));
  return [...new Set(files.flatMap((file) => /^(.+?)\.json(\.|$)/.exec(path.basename(file))?.[1] ?? []))];
}

/** The file with the state of a stack. If there are several formats, pulumi takes the newest. */
async function stateFileOf(place: StackPlace): Promise<string | undefined> {
  const files = endings.map((ending) => path.join(folderOf(place), `${place.stack}${ending}`));
  const found = await Promise.all(
    files.map(async (file) => ({ file, written: (await stat(file).catch(unless("ENOENT")))?.mtimeMs })),
  );
  return found
    .filter(({ written }) => written !== undefined)
    .toSorted((a, b) => (b.written ?? 0) - (a.written ?? 0))[0]?.file;
}

/** The copies that pulumi makes before each write, and the newest of those that it makes at the end of each run. */
async function readableCopies(place: StackPlace): Promise<{ file: string; at: number | undefined }[]> {
  const { backend, project, stack } = place;
  const nanoseconds = (file: string) => Number(/(\d{15,})/.exec(path.basename(file))?.[1] ?? 0);
  const baks = endings.map((ending) => path.join(folderOf(place), `${stack}${ending}.bak`));
  const kept = ["history", "backups"].map((name) =>
    filesIn(path.join(backend, ".pulumi", name, project, stack)),
  );
  const old = (await Promise.all(kept))
    .flat()
    .filter((file) => /\.json(\.gz|\.zst)?$/.test(file) && !/\.history\.json/.test(file))
    .toSorted((a, b) => nanoseconds(b) - nanoseconds(a));
  const found: { file: string; at: number | undefined }[] = [];
  for (const files of [...baks.map((file) => [file]), old]) {
    for (const file of files) {
      const read = await readCheckpoint(file).catch(unless("ENOENT")); // pulumi removes old copies
      if (read !== undefined) {
        found.push({ file, at: read.at });
        break;
      }
    }
  }
  return found;
}

/** Pulumi writes a file of attributes beside each file. It contains only a checksum, and pulumi works without it. */
async function damagedAttributes({ backend, project, stack }: StackPlace): Promise<DamagedFile[]> {
  const home = path.join(backend, ".pulumi");
  const stacks = path.join(home, "stacks", project); // those of other stacks are there, too
  const own = ["locks/organization", "history", "backups"].map((name) =>
    path.join(home, name, project, stack),
  );
  const found = (await Promise.all([home, stacks, ...own].map(filesIn))).flat();
  const damaged: DamagedFile[] = [];
  // One after another: a backend may have thousands of them, more than a process may open at once.
  for (const file of found.filter((each) => each.endsWith(".attrs"))) {
    const isOwn = path.dirname(file) !== stacks || path.basename(file).startsWith(`${stack}.json`);
    const text = isOwn ? await readFile(file, "utf8").catch(unless("ENOENT")) : undefined; // a run may remove its lock just now
    if (text !== undefined && jsonIn(text) === undefined) {
      damaged.push({ file, commands: [`rm ${shellWord(file)}`] });
    }
  }
  return damaged;
}

/** The files of a folder, without the folders in it; none if it does not exist. */
async function filesIn(folder: string): Promise<string[]> {
  const entries = (await readdir(folder, { withFileTypes: true }).catch(unless("ENOENT"))) ?? [];
  return entries.filter((entry) => !entry.isDirectory()).map(({ name }) => path.join(folder, name));
}

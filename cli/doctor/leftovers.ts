import { existsSync } from "node:fs";
import { readdir, readFile, stat } from "node:fs/promises";
import { hostname } from "node:os";
import path from "node:path";
import { gunzipSync, zstdDecompressSync } from "node:zlib";
import { codeOf, jsonIn, shellWord, unless } from "pulumi-workspace-gateway/tools";
import { z } from "zod";
import { freeName } from "../files.js";
import { inSentence, recoverCommand, stackWithoutOrganization } from "./pulumi.js";
import { type Checking, capital, type Diagnosis } from "./table.js";

export interface Lock {
  readonly file: string;
  readonly by: string;
  /** When the run took the lock (ISO 8601), if known. */
  readonly since: string;
  /** The id of the process that created the lock. Undefined if the file is unreadable. */
  readonly pid: number | undefined;
  /** Undefined if the lock is from a different machine. */
  readonly alive: boolean | undefined;
}

const lockFormat = z.looseObject({
  pid: z.number(),
  username: z.string(),
  hostname: z.string(),
  timestamp: z.string(),
});

/** An unreadable lock file still counts as a lock. */
export async function readLocks(backend: string, project: string, stack: string): Promise<Lock[]> {
  const folder = path.join(backend, ".pulumi/locks/organization", project, stack);
  const names = (await readdir(folder).catch(unless("ENOENT"))) ?? [];
  const locks = names
    .filter((name) => name.endsWith(".json"))
    .map((name) => lockIn(path.join(folder, name)).catch(unless("ENOENT")));
  return (await Promise.all(locks)).filter((lock) => lock !== undefined);
}

async function lockIn(file: string): Promise<Lock> {
  const read = lockFormat.safeParse(jsonIn(await readFile(file, "utf8")));
  if (read.success) {
    return lockOf(file, read.data);
  }
  const since = (await stat(file)).mtime.toISOString();
  return { file, by: "an unknown process", since, pid: undefined, alive: undefined };
}

function lockOf(
  file: string,
  { pid, username, hostname: host, timestamp }: z.infer<typeof lockFormat>,
): Lock {
  const by = `${username}@${host} (process ${pid})`;
  return { file, by, since: timestamp, pid, alive: host === hostname() ? isAlive(pid) : undefined };
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return codeOf(error) === "EPERM"; // the process runs as a different user
  }
}

const lockLine = /^\s*(\S.*): created by (.*)@([^@]*) \(pid (\d+)\) at (\S+)$/;

export function locksNamedBy(refusal: string): Lock[] {
  const isLocked = /currently locked by \d+ lock/.test(refusal);
  const texts = isLocked ? refusal.split("\n").map((line) => lockLine.exec(line.trimEnd())) : [];
  return texts
    .filter((text) => text !== null)
    .map(([, file = "", username = "", hostname = "", pid = "", timestamp = ""]) =>
      lockOf(file, { pid: Number(pid), username, hostname, timestamp }),
    );
}

export function judgeLocks(locks: readonly Lock[], stack: string, check: Checking): readonly Diagnosis[] {
  if (locks.length === 0) {
    return [check.ok({ found: "The stack is not locked." })];
  }
  const refused = "`up`, `refresh` and `destroy` are refused.";
  return locks.map(({ file, by, since, pid, alive }) => {
    const begun = Date.parse(since);
    // Once the lock is gone, `recover` cannot determine when the run began.
    const again = recoverCommand(stack, Number.isNaN(begun) ? undefined : begun);
    const commands =
      alive === false ? [recoverCommand(stack)] : [`pulumi cancel --stack ${shellWord(stack)}`, again];
    const run = `run ${inSentence(commands)}.`;
    const held = `${by} has held the stack's lock since ${since}`;
    const facts = { file, by, since, alive: alive ?? null, commands };
    const waiting = `Wait until the run ends. If process ${pid} is now a different program with the same id, ${run}`;
    const [found, means, remedy] =
      alive === false
        ? [
            `${held}, but is no longer running.`,
            `The run was killed and left the lock behind, so ${refused}`,
            capital(run),
          ]
        : alive === true
          ? [`${held}, and is still running.`, `While it runs, ${refused}`, waiting]
          : [`${held}.`, `While it runs, ${refused}`, `If that run has ended, ${run}`];
    return check.problem({ found, means, remedy, facts });
  });
}

const listing = z.array(z.looseObject({ name: z.string(), updateInProgress: z.boolean().optional() }));

/** Undefined if the backend does not report updates, or if stacks in several organizations match. */
export function updateInProgress(printed: string, stack: string): boolean | undefined {
  const stacks = listing.parse(JSON.parse(printed));
  const own = stackWithoutOrganization(stack);
  const alike = stacks.filter(({ name }) => stackWithoutOrganization(name) === own);
  const meant = alike.find(({ name }) => name === stack) ?? (alike.length === 1 ? alike[0] : undefined);
  return meant?.updateInProgress;
}

/** `backend` is the folder that contains `.pulumi`. `stack` does not include the organization. */
type StackPlace = Readonly<Record<"backend" | "project" | "stack", string>>;
type ProjectPlace = Omit<StackPlace, "stack">;

/** Pulumi was killed while writing the file, and cannot read the stack until the file is repaired. */
interface DamagedFile {
  readonly file: string;
  /** The shell commands that repair the file, in order. Undefined if this disk has no readable copy. */
  readonly commands: readonly string[] | undefined;
}

/** If the selected stack is unknown, any damaged file may prevent Pulumi from reporting it. */
export async function judgeStateFiles(
  place: ProjectPlace,
  selected: string | undefined,
  check: Checking,
): Promise<Diagnosis | readonly Diagnosis[]> {
  const files = await filesIn(folderOf(place));
  const all = new Set(files.flatMap((file) => /^(.+?)\.json(\.|$)/.exec(path.basename(file))?.[1] ?? []));
  const findings = new Map<string, Diagnosis>(); // keyed by file, because some files belong to all stacks
  for (const stack of new Set([...(selected === undefined ? [] : [selected]), ...all])) {
    for (const damaged of await damagedFiles({ ...place, stack })) {
      const { file } = damaged;
      const say = selected === undefined || stack === selected ? check.problem : check.warning;
      findings.set(file, findings.get(file) ?? say(words(damaged)));
    }
  }
  return findings.size === 0
    ? check.ok({ found: "The backend has no damaged files." })
    : [...findings.values()];
}

function words({ file, commands }: DamagedFile) {
  return {
    found: `${file} is empty or truncated, because pulumi was killed while writing it.`,
    means: "Commands on this stack fail, for example with `failed to load checkpoint: EOF`.",
    remedy:
      commands === undefined
        ? "There is no readable copy of this state. Restore it from your own backup, or create a new stack and run " +
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

/** Restores the newest readable copy. `recover` then finds changes that were made after that copy. */
async function damagedState(file: string, place: StackPlace): Promise<DamagedFile> {
  const copies = await readableCopies(place);
  const [copy] = copies.toSorted((a, b) => (b.at ?? 0) - (a.at ?? 0));
  const attributes = `${file}.attrs`;
  const commands = copy && [
    // Pulumi ignores files with a `.damaged-` suffix.
    `mv ${shellWord(file)} ${shellWord(freeName(`${file}.damaged-`))}`,
    ...(existsSync(attributes) ? [`rm ${shellWord(attributes)}`] : []),
    `cp ${shellWord(copy.file)} ${shellWord(file)}`,
    recoverCommand(place.stack, copy.at),
  ];
  return { file, commands };
}

const checkpoint = z.looseObject({
  version: z.number(),
  checkpoint: z.looseObject({
    latest: z.looseObject({ manifest: z.looseObject({ time: z.string().optional() }).optional() }).nullish(),
  }),
});

/** The time of the state in milliseconds. Undefined if the file is truncated. */
async function readCheckpoint(file: string): Promise<{ at: number | undefined } | undefined> {
  const bytes = await readFile(file);
  try {
    const { latest } = checkpoint.parse(JSON.parse(unpacked(bytes).toString("utf8"))).checkpoint;
    const at = Date.parse(latest?.manifest?.time ?? "");
    return { at: Number.isNaN(at) || at < 0 ? undefined : at }; // the timestamp of a new stack is in the year 1
  } catch {
    return undefined;
  }
}

/** Detects the compression from the content, as Pulumi does. */
function unpacked(bytes: Buffer): Buffer {
  const magic = bytes.subarray(0, 4).toString("hex");
  const isZstandard = magic === "28b52ffd";
  return magic.startsWith("1f8b") ? gunzipSync(bytes) : isZstandard ? zstdDecompressSync(bytes) : bytes;
}

const endings = [".json", ".json.gz", ".json.zst"];

const folderOf = ({ backend, project }: ProjectPlace) => path.join(backend, ".pulumi/stacks", project);

/** The state file of a stack. If several formats exist, Pulumi uses the newest file. */
async function stateFileOf(place: StackPlace): Promise<string | undefined> {
  const found = endings.map(async (ending) => {
    const file = path.join(folderOf(place), `${place.stack}${ending}`);
    return { file, written: (await stat(file).catch(unless("ENOENT")))?.mtimeMs ?? 0 };
  });
  const there = (await Promise.all(found)).filter(({ written }) => written > 0);
  return there.toSorted((a, b) => b.written - a.written)[0]?.file;
}

/** The copies that Pulumi made before each write, and the newest readable copy from the end of a run. */
async function readableCopies(place: StackPlace) {
  const { backend, project, stack } = place;
  const nanoseconds = (file: string) => Number(/(\d{15,})/.exec(path.basename(file))?.[1] ?? 0);
  const folders = ["history", "backups"].map((name) => path.join(backend, ".pulumi", name, project, stack));
  const old = (await Promise.all(folders.map(filesIn)))
    .flat()
    .filter((file) => /\.json(\.gz|\.zst)?$/.test(file) && !/\.history\.json/.test(file))
    .toSorted((a, b) => nanoseconds(b) - nanoseconds(a));
  const baks = endings.map((ending) => [path.join(folderOf(place), `${stack}${ending}.bak`)]);
  const firstReadable = async (files: readonly string[]) => {
    for (const file of files) {
      const read = await readCheckpoint(file).catch(unless("ENOENT")); // Pulumi removes old copies
      if (read !== undefined) {
        return { file, at: read.at };
      }
    }
    return undefined;
  };
  const found = await Promise.all([...baks, old].map(firstReadable));
  return found.filter((copy) => copy !== undefined);
}

/** Attribute files contain only a checksum, and Pulumi works without them. */
async function damagedAttributes({ backend, project, stack }: StackPlace): Promise<DamagedFile[]> {
  const home = path.join(backend, ".pulumi");
  const stacks = path.join(home, "stacks", project); // this folder also contains the files of other stacks
  const kinds = ["locks/organization", "history", "backups"];
  const own = kinds.map((name) => path.join(home, name, project, stack));
  const found = (await Promise.all([home, stacks, ...own].map(filesIn))).flat();
  const damaged: DamagedFile[] = [];
  // Read one by one, because a backend may have more files than a process can open at the same time.
  for (const file of found.filter((each) => each.endsWith(".attrs"))) {
    const isOwn = path.dirname(file) !== stacks || path.basename(file).startsWith(`${stack}.json`);
    const text = isOwn ? await readFile(file, "utf8").catch(unless("ENOENT")) : undefined; // a run may have just removed its lock
    if (text !== undefined && jsonIn(text) === undefined) {
      damaged.push({ file, commands: [`rm ${shellWord(file)}`] });
    }
  }
  return damaged;
}

async function filesIn(folder: string): Promise<string[]> {
  const entries = (await readdir(folder, { withFileTypes: true }).catch(unless("ENOENT"))) ?? [];
  return entries.filter((entry) => !entry.isDirectory()).map(({ name }) => path.join(folder, name));
}

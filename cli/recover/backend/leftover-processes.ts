import { readdir, readFile, readlink, realpath } from "node:fs/promises";
import { codeOf } from "pulumi-workspace-gateway/tools";
import { type Backend, folderOfBackend } from "../../doctor/stack/backend.js";

/** A process that a killed run of pulumi has left. */
export interface LeftoverProcess {
  readonly pid: number;
  /** What it does, for people. */
  readonly what: string;
  /** When it began, by the clock of the kernel: another process may get its id. */
  readonly begun: string;
}

export interface ProcessPlace {
  /** The folders that processes of the project work in. */
  readonly folders: readonly string[];
  readonly project: string;
  /** Without an organization. */
  readonly stack: string;
  /** A process that has another one is of another stack. */
  readonly backend: Pick<Backend, "url" | "folder">;
  /** Where the kernel shows processes. */
  readonly proc?: string;
}

const parts = [
  { pattern: /(^|\/)pulumi-language-nodejs(\0|$)/, what: "the language host" },
  { pattern: /\/@pulumi\/pulumi\/cmd\/run(-policy-pack)?(\/index\.js)?\0/, what: "the program" },
  { pattern: /\/@pulumi\/pulumi\/cmd\/dynamic-provider(\/index\.js)?\0/, what: "the provider's process" },
  { pattern: /(^|\/|\0)pulumi-resource-pulumi-nodejs\0/, what: "the start of the provider's process" },
  { pattern: /\0--conditions=workspace-gateway-plugin\0/, what: "the plugin" },
];

/**
 * The processes that a killed run of this stack has left on this machine: parts of pulumi that work in the project's folder and
 * whose own pulumi no longer runs. Undefined where the kernel does not show processes.
 */
export async function leftoverProcesses(place: ProcessPlace): Promise<LeftoverProcess[] | undefined> {
  const all = await partsOfPulumi(place);
  return all?.flatMap(({ part, run, isAnothers }) => (run === undefined && !isAnothers ? [part] : []));
}

/** The runs of pulumi on this machine that work on this stack, as far as can be seen. */
export async function livingRuns(place: ProcessPlace): Promise<number[]> {
  const all = (await partsOfPulumi(place)) ?? [];
  const others = all.filter(({ isAnothers }) => isAnothers).map(({ run }) => run);
  const runs = all.flatMap(({ run }) => (run === undefined || others.includes(run) ? [] : [run]));
  return [...new Set(runs)];
}

interface PartOfPulumi {
  readonly part: LeftoverProcess;
  /** The pulumi that has started it, if that still runs. */
  readonly run: number | undefined;
  /** Whether it says that it is of another stack. */
  readonly isAnothers: boolean;
}

/** The parts of pulumi that work in the project's folder. */
async function partsOfPulumi(place: ProcessPlace): Promise<PartOfPulumi[] | undefined> {
  const { proc = "/proc" } = place;
  const pids = (await readdir(proc).catch(() => [])).filter((name) => /^\d+$/.test(name)).map(Number);
  if (pids.length === 0) {
    return undefined;
  }
  const all = new Map<number, Seen>();
  for (const pid of pids) {
    const seen = await look(proc, pid);
    if (seen !== undefined) {
      all.set(pid, seen);
    }
  }
  const folders = await Promise.all(place.folders.map((folder) => realpath(folder).catch(() => folder)));
  const found: PartOfPulumi[] = [];
  for (const [pid, seen] of all) {
    const what = parts.find(({ pattern }) => pattern.test(seen.command))?.what;
    if (what !== undefined && (await isOfProject(`${proc}/${pid}`, folders, place))) {
      const part = { pid, what, begun: seen.begun };
      found.push({ part, run: runOf(seen, all), isAnothers: namesAnother(seen.command, place) });
    }
  }
  return found;
}

interface Seen {
  readonly name: string;
  readonly state: string | undefined;
  readonly parent: number;
  readonly begun: string;
  readonly command: string;
}

/** Undefined if it has ended meanwhile. */
async function look(proc: string, pid: number): Promise<Seen | undefined> {
  try {
    const stat = await readFile(`${proc}/${pid}/stat`, "utf8");
    const end = stat.lastIndexOf(")"); // the name before it may have any character
    const [state, parent, ...more] = stat.slice(end + 2).split(" ");
    const name = stat.slice(stat.indexOf("(") + 1, end);
    const command = await readFile(`${proc}/${pid}/cmdline`, "utf8");
    return { name, state, parent: Number(parent), begun: more[17] ?? "", command };
  } catch {
    return undefined;
  }
}

/** The pulumi that started it, directly or through another process, if it still runs. */
function runOf({ parent }: Seen, all: ReadonlyMap<number, Seen>): number | undefined {
  const above = all.get(parent);
  // Some systems give the command another name, and start it by a script that has its own.
  const isCli = above !== undefined && /^\.?pulumi(?!-language|-resource)/.test(above.name);
  return above === undefined || isCli ? above && parent : runOf(above, all);
}

/** The program's command line says what it is of. */
function namesAnother(command: string, { project, stack }: ProcessPlace): boolean {
  const words = command.split("\0");
  const isOther = (option: string, wanted: string) => {
    const at = words.indexOf(option);
    return at !== -1 && words[at + 1] !== wanted;
  };
  return isOther("--project", project) || isOther("--stack", stack);
}

async function isOfProject(
  process: string,
  folders: readonly string[],
  { backend, project }: ProcessPlace,
): Promise<boolean> {
  try {
    const environment = (await readFile(`${process}/environ`, "utf8")).split("\0");
    const says = (name: string) =>
      environment.find((line) => line.startsWith(`${name}=`))?.slice(name.length + 1);
    const folder = await readlink(`${process}/cwd`);
    const url = says("PULUMI_BACKEND_URL") ?? ""; // it says nothing of a backend that pulumi has signed in to
    const isBackend =
      ["", backend.url].includes(url) ||
      (backend.folder !== undefined && folderOfBackend(url, folder) === backend.folder);
    return folders.includes(folder) && isBackend && (says("PULUMI_PROJECT") ?? project) === project;
  } catch {
    return false; // it has ended, or is another user's
  }
}

/** Milliseconds that a process has to end by itself. */
const patience = 3000;
const step = 50;

/** Ends processes: first they are asked to, then they are killed. */
export async function endProcesses(processes: readonly LeftoverProcess[], proc = "/proc"): Promise<void> {
  for (const signal of ["SIGTERM", "SIGKILL"] as const) {
    for (const { pid } of await running(processes, proc)) {
      send(pid, signal);
    }
    for (let waited = 0; waited < patience; waited += step) {
      if ((await running(processes, proc)).length === 0) {
        return;
      }
      await new Promise((resolve) => setTimeout(resolve, step));
    }
  }
  throw new Error(`the processes ${processes.map(({ pid }) => pid).join(", ")} do not end.`);
}

/** Those that have not ended. The kernel still shows an ended process until its parent has read its exit code. */
async function running(processes: readonly LeftoverProcess[], proc: string): Promise<LeftoverProcess[]> {
  const seen = await Promise.all(processes.map(({ pid }) => look(proc, pid)));
  return processes.filter(({ begun }, at) => seen[at]?.begun === begun && seen[at]?.state !== "Z");
}

function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if (codeOf(error) !== "ESRCH") {
      throw error;
    }
  }
}

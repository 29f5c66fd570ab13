import { readdir, readFile, readlink, realpath } from "node:fs/promises";
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

interface Seen {
  readonly pid: number;
  readonly parent: number;
  readonly name: string;
  readonly begun: string;
  readonly command: string;
}

/**
 * The processes that a killed run of this stack has left on this machine: parts of pulumi that work in the project's folder, and
 * that no pulumi has started which still runs. Undefined where the kernel does not show processes.
 */
export async function leftoverProcesses(place: ProcessPlace): Promise<LeftoverProcess[] | undefined> {
  const all = await partsOfPulumi(place);
  return all?.flatMap(({ part, run, isAnothers }) => (run === undefined && !isAnothers ? [part] : []));
}

/** The pulumis that run on this machine, and work on this stack as far as can be seen. */
export async function livingRuns(place: ProcessPlace): Promise<number[]> {
  const all = (await partsOfPulumi(place)) ?? [];
  const runsOf = (isAnothers: boolean) =>
    all.flatMap((each) => (each.run !== undefined && each.isAnothers === isAnothers ? [each.run] : []));
  const others = runsOf(true);
  return [...new Set(runsOf(false))].filter((run) => !others.includes(run));
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
  const names = await readdir(proc).catch(() => []);
  const pids = names.filter((name) => /^\d+$/.test(name)).map(Number);
  if (pids.length === 0) {
    return undefined;
  }
  const seen: Seen[] = [];
  for (const pid of pids) {
    seen.push(...(await look(proc, pid)));
  }
  const all = new Map(seen.map((each) => [each.pid, each]));
  const folders = await Promise.all(place.folders.map((folder) => realpath(folder).catch(() => folder)));
  const found: PartOfPulumi[] = [];
  for (const each of seen) {
    const what = parts.find(({ pattern }) => pattern.test(each.command))?.what;
    if (what !== undefined && (await isOfProject(proc, each.pid, folders, place))) {
      const part = { pid: each.pid, what, begun: each.begun };
      found.push({ part, run: runOf(each, all), isAnothers: namesAnother(each.command, place) });
    }
  }
  return found;
}

/** Empty if it has ended meanwhile. */
async function look(proc: string, pid: number): Promise<Seen[]> {
  try {
    const stat = await readFile(`${proc}/${pid}/stat`, "utf8");
    const end = stat.lastIndexOf(")"); // the name before it may have any character
    const fields = stat.slice(end + 2).split(" ");
    const name = stat.slice(stat.indexOf("(") + 1, end);
    const command = await readFile(`${proc}/${pid}/cmdline`, "utf8");
    return [{ pid, name, parent: Number(fields[1]), begun: fields[19] ?? "", command }];
  } catch {
    return [];
  }
}

/** The run of pulumi that started it, or started who started it, if it is still there. */
function runOf({ parent }: Seen, all: ReadonlyMap<number, Seen>): number | undefined {
  const above = all.get(parent);
  return above === undefined || isCli(above) ? above?.pid : runOf(above, all);
}

/** Some systems give the command another name, and start it by a script that has its own. */
function isCli({ name }: Seen): boolean {
  return /^\.?pulumi(?!-language|-resource)/.test(name);
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
  proc: string,
  pid: number,
  folders: readonly string[],
  { backend, project }: ProcessPlace,
): Promise<boolean> {
  try {
    const environment = (await readFile(`${proc}/${pid}/environ`, "utf8")).split("\0");
    const says = (name: string) =>
      environment.find((line) => line.startsWith(`${name}=`))?.slice(name.length + 1);
    const folder = await readlink(`${proc}/${pid}/cwd`);
    return (
      folders.includes(folder) &&
      isBackend(says("PULUMI_BACKEND_URL"), folder, backend) &&
      (says("PULUMI_PROJECT") ?? project) === project
    );
  } catch {
    return false; // it has ended, or is another user's
  }
}

/** Whether what the environment of a process says can mean the backend; it says nothing of one that pulumi has signed in to. */
function isBackend(url: string | undefined, from: string, backend: ProcessPlace["backend"]): boolean {
  const isSame = [undefined, "", backend.url].includes(url);
  return isSame || (backend.folder !== undefined && folderOfBackend(url ?? "", from) === backend.folder);
}

/** Whether it still runs: a process that has ended and that nobody has asked for does not. */
async function isRunning({ pid, begun }: LeftoverProcess, proc: string): Promise<boolean> {
  const stat = await readFile(`${proc}/${pid}/stat`, "utf8").catch(() => "");
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return fields[19] === begun && fields[0] !== "Z";
}

/** Milliseconds that a process has to end by itself. */
const patience = 3000;
const step = 50;

/** Ends processes: first they are asked to, then they are killed. */
export async function endProcesses(processes: readonly LeftoverProcess[], proc = "/proc"): Promise<void> {
  for (const signal of ["SIGTERM", "SIGKILL"] as const) {
    for (const each of processes) {
      if (await isRunning(each, proc)) {
        send(each.pid, signal);
      }
    }
    for (let waited = 0; waited < patience; waited += step) {
      const running = await Promise.all(processes.map((each) => isRunning(each, proc)));
      if (!running.includes(true)) {
        return;
      }
      await new Promise((resolve) => setTimeout(resolve, step));
    }
  }
  throw new Error(`the processes ${processes.map(({ pid }) => pid).join(", ")} do not end.`);
}

function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "ESRCH")) {
      throw error;
    }
  }
}

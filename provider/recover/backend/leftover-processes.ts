import { readdir, readFile, readlink, realpath } from "node:fs/promises";

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
  /** PULUMI_BACKEND_URL here; a process that has another is of another stack. */
  readonly backend: string | undefined;
  /** Where the kernel shows processes. */
  readonly proc?: string;
}

const parts = [
  { pattern: /(^|\/)pulumi-language-nodejs(\0|$)/, what: "the language host" },
  { pattern: /\/@pulumi\/pulumi\/cmd\/run(-policy-pack)?(\/index\.js)?\0/, what: "the program" },
  { pattern: /\/@pulumi\/pulumi\/cmd\/dynamic-provider(\/index\.js)?\0/, what: "the provider's process" },
  { pattern: /(^|\/|\0)pulumi-resource-pulumi-nodejs\0/, what: "the start of the provider's process" },
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
  const { proc = "/proc" } = place;
  const names = await readdir(proc).catch(() => []);
  const pids = names.filter((name) => /^\d+$/.test(name)).map(Number);
  if (pids.length === 0) {
    return undefined;
  }
  const seen = (await Promise.all(pids.map((pid) => look(proc, pid)))).filter((each) => each !== undefined);
  const all = new Map(seen.map((each) => [each.pid, each]));
  const folders = await Promise.all(place.folders.map((folder) => realpath(folder).catch(() => folder)));
  const candidates = seen.flatMap((each) => {
    const part = parts.find(({ pattern }) => pattern.test(each.command));
    return part === undefined || isUnderPulumi(each, all) || namesAnother(each.command, place)
      ? []
      : [{ pid: each.pid, what: part.what, begun: each.begun }];
  });
  const ours = await Promise.all(candidates.map(async ({ pid }) => isOfProject(proc, pid, folders, place)));
  return candidates.filter((_, index) => ours[index]);
}

async function look(proc: string, pid: number): Promise<Seen | undefined> {
  try {
    const stat = await readFile(`${proc}/${pid}/stat`, "utf8");
    const end = stat.lastIndexOf(")"); // the name before it may have any character
    const fields = stat.slice(end + 2).split(" ");
    return {
      pid,
      name: stat.slice(stat.indexOf("(") + 1, end),
      parent: Number(fields[1]),
      begun: fields[19] ?? "",
      command: await readFile(`${proc}/${pid}/cmdline`, "utf8"),
    };
  } catch {
    return undefined; // it has ended
  }
}

/** Whether a run of pulumi that started it, or started who started it, is still there. */
function isUnderPulumi({ parent }: Seen, all: ReadonlyMap<number, Seen>): boolean {
  const above = all.get(parent);
  return above !== undefined && (isCli(above) || isUnderPulumi(above, all));
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
    return (
      folders.includes(await readlink(`${proc}/${pid}/cwd`)) &&
      [says("PULUMI_BACKEND_URL") ?? backend, undefined].includes(backend) &&
      (says("PULUMI_PROJECT") ?? project) === project
    );
  } catch {
    return false; // it has ended, or is another user's
  }
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

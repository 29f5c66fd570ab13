import { readdirSync, readFileSync } from "node:fs";

/** CPU seconds and the peak of resident memory, of one part of a `pulumi` run. */
interface Used {
  cpuSeconds: number;
  peakBytes: number;
}

/** The parts of a run: each is a process, or a few. */
type Part = "engine" | "program" | "provider" | "other";
export type Usage = Partial<Record<Part, Used>>;

interface Process {
  readonly part: Part;
  readonly used: Used;
}

const period = 50;
/** Linux counts CPU time for /proc in units of 10 ms on every common machine. */
const ticksPerSecond = 100;

/** Watches a process and all that it starts, until stopped. Empty where there is no /proc. */
export class UsageMeter {
  private readonly known = new Map<number, Process>();
  private readonly foreign = new Set<number>();
  private readonly timer: NodeJS.Timeout;

  constructor(root: number) {
    this.known.set(root, { part: "engine", used: { cpuSeconds: 0, peakBytes: 0 } });
    this.timer = setInterval(() => this.look(), period);
  }

  stop(): Usage {
    clearInterval(this.timer);
    const usage: Usage = {};
    for (const { part, used } of this.known.values()) {
      const sum = usage[part] ?? { cpuSeconds: 0, peakBytes: 0 };
      usage[part] = {
        cpuSeconds: sum.cpuSeconds + used.cpuSeconds,
        peakBytes: Math.max(sum.peakBytes, used.peakBytes),
      };
    }
    return usage;
  }

  private look(): void {
    for (const pid of processIds()) {
      if (this.foreign.has(pid)) continue;
      const stat = read(pid, "stat");
      // The second field is the command in parentheses, and may hold anything.
      const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
      if (!this.known.has(pid) && !this.known.has(Number(fields[1]))) this.foreign.add(pid);
      else if (stat !== "") this.note(pid, fields);
    }
  }

  private note(pid: number, fields: readonly string[]): void {
    const before = this.known.get(pid);
    const ticks = Number(fields[11]) + Number(fields[12]);
    const status = read(pid, "status");
    const peak = Number(/^VmHWM:\s+(\d+) kB/m.exec(status)?.[1] ?? "0") * 1024;
    // What a process is shows only after its exec, so it is asked until it has a name.
    const part = before === undefined || before.part === "other" ? partOf(read(pid, "cmdline")) : before.part;
    this.known.set(pid, {
      part,
      used: {
        cpuSeconds: Math.max(before?.used.cpuSeconds ?? 0, ticks / ticksPerSecond),
        peakBytes: Math.max(before?.used.peakBytes ?? 0, peak),
      },
    });
  }
}

function partOf(commandLine: string): Part {
  const args = commandLine.split("\0");
  if (args.some((arg) => /\/cmd\/dynamic-provider(\/index\.js)?$|\/dist\/plugin\/main\.js$/.test(arg)))
    return "provider";
  return args.some((arg) => /\/cmd\/run(\/index\.js)?$/.test(arg)) ? "program" : "other";
}

function processIds(): number[] {
  try {
    return readdirSync("/proc").map(Number).filter(Number.isInteger);
  } catch {
    // Not Linux: nothing is measured.
    return [];
  }
}

/** Empty if the process has ended meanwhile. */
function read(pid: number, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, "latin1");
  } catch {
    return "";
  }
}

import { existsSync } from "node:fs";
import { copyFile, mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import type { ProcessResult } from "../process.ts";
import type { Host } from "./host.ts";
import type { Kit } from "./kit.ts";
import { runWithProgress } from "./progress.ts";

/** A program that Go builds from published modules. */
export interface GoProgram {
  /** Name of the file. */
  readonly name: string;
  readonly module: string;
  readonly version: string;
  /** The folder of the program in its module. */
  readonly command?: string;
  /** A main.go that is built instead, with packages of the module. */
  readonly source?: string;
  /**
   * Modules with versions that replace others in the build. Go does not read such lines from the program's
   * go.mod.
   */
  readonly replace?: Readonly<Record<string, string>>;
  readonly tags?: string;
  /** A variable of the program that holds its version, and the value: `name=value`. */
  readonly stamp?: string;
}

/** A program of Pulumi's own modules, which says this version of itself. */
export function pulumiProgram(module: string, command: string, version: string): GoProgram {
  const stamp = `github.com/pulumi/pulumi/sdk/v3/go/common/version.Version=${version}`;
  return { name: path.basename(command), module, command, version, tags: "osusergo,grpcnotrace", stamp };
}

/** Builds the programs of a kit into `directory`. */
export async function buildWithGo(
  host: Host,
  go: string,
  { title, version }: Kit,
  programs: readonly GoProgram[],
  directory: string,
): Promise<void> {
  await requireFreeSpace(host, go, title);
  host.say(`Building the ${title} ${version} with Go, once; this takes some minutes.`);
  for (const program of programs) await build(host, go, program, directory);
}

async function build(host: Host, go: string, program: GoProgram, directory: string): Promise<void> {
  const { name } = program;
  const work = path.join(path.dirname(directory), `build-${name}`);
  await mkdir(work);
  await writeFile(path.join(work, "go.mod"), goMod(program));
  if (program.source !== undefined) await copyFile(program.source, path.join(work, "main.go"));
  const options = {
    cwd: work,
    // Not in /tmp, which is often small. And no Go workspace of the user may have a part in the build.
    env: { ...host.env, CGO_ENABLED: "0", GOWORK: "off", GOTMPDIR: path.dirname(directory) },
  };
  const step = async (label: string, args: readonly string[]) => {
    succeeded(label, await runWithProgress(host, label, go, args, options));
  };
  await step(`Downloading the modules of ${name}`, ["mod", "tidy"]);
  await step(`Compiling ${name}`, buildArguments(program, path.join(directory, name)));
}

function goMod({ replace = {}, ...program }: GoProgram): string {
  const lines = [
    "module build",
    "go 1.25",
    ...(program.source === undefined ? [`tool ${packageOf(program)}`] : []),
    `require ${program.module} ${program.version}`,
    ...Object.entries(replace).map(([old, other]) => `replace ${old} => ${other}`),
  ];
  return `${lines.join("\n\n")}\n`;
}

function buildArguments({ tags, stamp, ...program }: GoProgram, output: string): string[] {
  const tagged = tags === undefined ? [] : ["-tags", tags];
  const stamped = stamp === undefined ? "-s -w" : `-s -w -X ${stamp}`;
  return ["build", "-v", "-trimpath", ...tagged, "-ldflags", stamped, "-o", output, packageOf(program)];
}

function packageOf({ module, command, source }: Pick<GoProgram, "module" | "command" | "source">): string {
  if (source !== undefined) return ".";
  return command === undefined ? module : `${module}/${command}`;
}

function succeeded(label: string, { code, output }: ProcessResult): void {
  if (code === 0) return;
  const end = output.trim().split("\n").slice(-10).join("\n");
  throw new Error(`${label} failed (go exited with ${code}):\n${end}`);
}

const gigabyte = 1e9;
const needed = 5;

/** Refuses a build that would fill a disk. Go's caches and the cache folder can be on different disks. */
async function requireFreeSpace(host: Host, go: string, what: string): Promise<void> {
  const { stdout } = await host.run(go, ["env", "GOCACHE", "GOMODCACHE"], { env: host.env });
  for (const directory of [host.cache, ...stdout.trim().split("\n")]) {
    const free = (await host.freeBytes(nearestExisting(directory))) / gigabyte;
    if (free >= needed) continue;
    throw new Error(
      `Building the ${what} needs about ${needed} GB, but only ${free.toFixed(1)} GB are free where ${directory} lies. ` +
        "Free some space, or move the folder (XDG_CACHE_HOME, GOCACHE, GOMODCACHE).",
    );
  }
}

function nearestExisting(directory: string): string {
  return existsSync(directory) ? directory : nearestExisting(path.dirname(directory));
}

import { copyFile, mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { RunningProcess } from "../process.ts";

/** A program that Go builds from published modules. */
export interface GoProgram {
  readonly name: string;
  readonly module: string;
  readonly version: string;
  readonly command?: string;
  /** A main.go that is built instead, with packages of the module. */
  readonly source?: string;
  readonly tags?: string;
  /** A variable of the program that holds its version, and the value: `name=value`. */
  readonly stamp?: string;
}

/** A program of Pulumi's own modules, which says this version of itself. */
export function pulumiProgram(module: string, command: string, version: string): GoProgram {
  const stamp = `github.com/pulumi/pulumi/sdk/v3/go/common/version.Version=${version}`;
  return { name: path.basename(command), module, command, version, tags: "osusergo,grpcnotrace", stamp };
}

/** The last release that has the language hosts inside the sdk module. Later they are modules without tags. */
export const hostVersion = "v3.68.0";

/** A language host, and what tells it the options of the project. */
export function languageHost(language: "nodejs" | "python"): readonly [GoProgram, GoProgram] {
  const name = `pulumi-language-${language}`;
  const host = pulumiProgram("github.com/pulumi/pulumi/sdk/v3", `${language}/cmd/${name}`, hostVersion);
  return [
    { ...host, name: `${name}-by-flags` },
    {
      name,
      module: "gopkg.in/yaml.v3",
      version: "v3.0.1",
      source: path.join(import.meta.dirname, "language-host/main.go"),
      stamp: `main.version=${hostVersion}`,
    },
  ];
}

export async function buildWithGo(
  go: string,
  { title, version }: Readonly<Record<"title" | "version", string>>,
  programs: readonly GoProgram[],
  directory: string,
): Promise<void> {
  process.stderr.write(`Building the ${title} ${version} with Go, once; this takes some minutes.\n`);
  for (const program of programs) await build(go, program, directory);
}

async function build(go: string, program: GoProgram, directory: string): Promise<void> {
  const { name, source, tags, stamp } = program;
  const work = path.join(path.dirname(directory), `build-${name}`);
  await mkdir(work);
  await writeFile(path.join(work, "go.mod"), goMod(program));
  if (source !== undefined) await copyFile(source, path.join(work, "main.go"));
  // Not in /tmp, which is often small. And no Go workspace of the user may have a part in the build.
  const env = { ...process.env, CGO_ENABLED: "0", GOWORK: "off", GOTMPDIR: path.dirname(directory) };
  const tagged = tags === undefined ? [] : ["-tags", tags];
  const stamped = stamp === undefined ? "-s -w" : `-s -w -X ${stamp}`;
  const output = path.join(directory, name);
  for (const args of [
    ["mod", "tidy"],
    ["build", "-trimpath", ...tagged, "-ldflags", stamped, "-o", output, packageOf(program)],
  ]) {
    const { code, output: said } = await new RunningProcess(go, args, { cwd: work, env }).done;
    if (code === 0) continue;
    const end = said.trim().split("\n").slice(-10).join("\n");
    throw new Error(`\`go ${args[0]}\` of ${name} failed with ${code}:\n${end}`);
  }
}

function goMod(program: GoProgram): string {
  const lines = [
    "module build",
    "go 1.25",
    ...(program.source === undefined ? [`tool ${packageOf(program)}`] : []),
    `require ${program.module} ${program.version}`,
  ];
  return `${lines.join("\n\n")}\n`;
}

function packageOf({ module, command, source }: Pick<GoProgram, "module" | "command" | "source">): string {
  if (source !== undefined) return ".";
  return command === undefined ? module : `${module}/${command}`;
}

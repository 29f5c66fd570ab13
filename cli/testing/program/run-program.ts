import { spawn } from "node:child_process";
import { createRequire } from "node:module";
import path from "node:path";
import { createInterface } from "node:readline";
import { defined, messageOf } from "pulumi-workspace-gateway/tools";
import type { StackNames } from "../engine/urns.js";
import type { Project } from "./project.js";
import type { StackConfig } from "./stack-config.js";

/** How a program is run. */
export interface ProgramRun {
  readonly project: Project;
  readonly stack: StackNames;
  readonly config: StackConfig;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly isPreview: boolean;
  /** The port of the engine. */
  readonly port: number;
  /** Ends the program. */
  readonly signal: AbortSignal;
  /** Gets each line that the program prints. */
  line(text: string): void;
}

/** Runs a program as pulumi's language host does, by the SDK that the program uses. Returns its exit code. */
export async function runProgram(run: ProgramRun): Promise<number> {
  const { project, config, isPreview, port, signal } = run;
  const flags = [
    ["monitor", `127.0.0.1:${port}`],
    ["engine", `127.0.0.1:${port}`],
    ["organization", run.stack.organization],
    ["project", run.stack.project],
    ["stack", run.stack.stack],
    ["root-directory", project.root],
    ["pwd", project.directory],
    ["parallel", "16"],
  ].map(([name, value]) => `--${name}=${value}`);
  const child = spawn(
    process.execPath,
    [
      "--require",
      guardFile(),
      runnerOf(project),
      ...flags,
      ...(isPreview ? ["--dry-run"] : []),
      project.entry,
    ],
    {
      cwd: project.directory,
      env: {
        ...run.env,
        ...defined({
          PULUMI_NODEJS_TYPESCRIPT: project.compiles ? "true" : undefined,
          PULUMI_NODEJS_TSCONFIG_PATH: project.tsconfig,
        }),
        // Types are what the compiler of the project checks, once, and not each of its tests.
        PULUMI_NODEJS_TRANSPILE_ONLY: "true",
        PULUMI_CONFIG: JSON.stringify(config.values),
        PULUMI_CONFIG_SECRET_KEYS: JSON.stringify(config.secret),
      },
      stdio: ["ignore", "pipe", "pipe"],
    },
  );
  for (const stream of [child.stdout, child.stderr]) {
    createInterface({ input: stream }).on("line", run.line);
  }
  const end = () => void child.kill("SIGKILL");
  signal.addEventListener("abort", end);
  process.once("exit", end);
  try {
    return await new Promise<number>((resolve, reject) => {
      child.on("error", reject);
      child.on("close", (code) => resolve(code ?? -1));
    });
  } finally {
    signal.removeEventListener("abort", end);
    process.off("exit", end);
  }
}

function runnerOf({ directory }: Project): string {
  try {
    return createRequire(path.join(directory, "program.js")).resolve("@pulumi/pulumi/cmd/run/index.js");
  } catch (error) {
    throw new Error(`${directory} has no @pulumi/pulumi: install it beside the program. ${messageOf(error)}`);
  }
}

/** Of what is built: Node loads it, whatever runs the tests. */
function guardFile(): string {
  const manifest = createRequire(__filename).resolve("workspace-gateway/package.json");
  return path.join(path.dirname(manifest), "dist/testing/program/loopback-only.js");
}

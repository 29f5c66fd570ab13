import { randomUUID } from "node:crypto";
import { cp, mkdir, readdir, stat } from "node:fs/promises";
import path from "node:path";
import { adapterProject } from "../harness/adapter.ts";
import { findCli } from "../harness/cli/find.ts";
import { PulumiProject } from "../harness/engine.ts";
import { paths } from "../harness/paths.ts";
import type { RunningProcess } from "../harness/process.ts";
import { projectFiles } from "../harness/project-files.ts";
import type { BenchGateway } from "./gateway.ts";
import { objectsIn, type Phase } from "./objects.ts";
import { type Usage, UsageMeter } from "./usage.ts";

/** The dynamic provider, the plugin, and the smallest dynamic resource. */
export const contestants = ["ours", "native", "bare"] as const;
export type Contestant = (typeof contestants)[number];

export interface Sample {
  readonly seconds: number;
  readonly usage: Usage;
  /** Of the whole state after the phase. */
  readonly stateBytes?: number;
  readonly failure?: string;
}

export interface Lane {
  run(phase: Phase): Promise<Sample>;
  dispose(): Promise<void>;
}

/** How programs are run: `fast` is `--parallel 64` without checkpoints. */
export type Profile = "normal" | "fast";

interface Task {
  readonly size: number;
  readonly profile: Profile;
  readonly gateway: BenchGateway;
}

const pulumiCommands: Record<Phase, readonly string[]> = {
  create: ["up", "--yes", "--skip-preview"],
  preview: ["preview", "--expect-no-changes"],
  refresh: ["refresh", "--yes", "--skip-preview", "--expect-no-changes"],
  drift: ["preview", "--refresh", "--expect-no-changes"],
  change: ["up", "--yes", "--skip-preview"],
  tenth: ["up", "--yes", "--skip-preview"],
  destroy: ["destroy", "--yes", "--skip-preview"],
};

/** A program below `programs`, run by the real CLI with a file backend. */
export async function openLane(contestant: Contestant, task: Task): Promise<Lane> {
  const adapter = contestant === "native" ? "native" : "dynamic";
  const program = contestant === "bare" ? "bare" : "ours";
  const cli = await findCli();
  const directory = path.join(paths.state, "bench", randomUUID());
  const env = {
    ...(task.profile === "fast" ? { PULUMI_SKIP_CHECKPOINTS: "true" } : {}),
    WORKSPACE_GATEWAY_BASE_URL: task.gateway.baseUrl,
    WORKSPACE_GATEWAY_ACCESS_TOKEN: task.gateway.token,
  };
  // As users have it: the program lies in the project, so that its paths in the state are short.
  const files = projectFiles("bench", `import "./${program}.ts";`, adapter);
  const project = new PulumiProject(directory, cli.directory, { program: files, env });
  for (const [file, text] of Object.entries(files)) await project.write(file, text);
  await cp(path.join(import.meta.dirname, "programs"), directory, { recursive: true });
  await mkdir(project.backend);
  await project.initialize({ program: files, config: adapterProject[adapter].config });
  const parallel = task.profile === "fast" ? ["--parallel", "64"] : [];
  return {
    async run(phase) {
      await project.write("objects.json", JSON.stringify(objectsIn(phase, task.size)));
      const args = [...pulumiCommands[phase], ...parallel, "--stack", project.stack];
      const sample = await measured(() => project.start(args));
      const folder = path.join(project.backend, ".pulumi/stacks/bench");
      const [file = ""] = (await readdir(folder)).filter((entry) => entry === `${project.stack}.json`);
      return { ...sample, stateBytes: (await stat(path.join(folder, file))).size };
    },
    dispose: () => project.dispose(),
  };
}

const longestPhase = 30 * 60_000;

async function measured(start: () => RunningProcess): Promise<Sample> {
  const begin = performance.now();
  const running = start();
  const meter = new UsageMeter(running.pid ?? process.pid);
  const limit = setTimeout(() => running.kill("SIGINT"), longestPhase);
  const { code, output } = await running.done;
  clearTimeout(limit);
  const failure = code === 0 ? {} : { failure: `exit code ${code}: ${output.trim().slice(-600)}` };
  return { seconds: (performance.now() - begin) / 1000, usage: meter.stop(), ...failure };
}

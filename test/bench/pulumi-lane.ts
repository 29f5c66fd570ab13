import { randomUUID } from "node:crypto";
import { cp, mkdir, stat } from "node:fs/promises";
import path from "node:path";
import { findCli } from "../harness/cli/find.ts";
import { realHost } from "../harness/cli/host.ts";
import { PulumiProject } from "../harness/engine.ts";
import { paths } from "../harness/paths.ts";
import type { ProcessResult } from "../harness/process.ts";
import { projectFiles } from "../harness/project-files.ts";
import type { Lane, Sample, Task } from "./lane.ts";
import { type BenchObject, changesOf } from "./mixes.ts";
import { changeIn, type Phase } from "./profiles.ts";
import { UsageMeter } from "./usage.ts";

const name = "bench";
const longestPhase = 30 * 60_000;

const commands: Record<Phase, readonly string[]> = {
  create: ["up", "--yes", "--skip-preview"],
  preview: ["preview", "--expect-no-changes"],
  refresh: ["refresh", "--yes", "--skip-preview", "--expect-no-changes"],
  change: ["up", "--yes", "--skip-preview"],
  tenth: ["up", "--yes", "--skip-preview"],
  destroy: ["destroy", "--yes", "--skip-preview"],
};

/** A program below `plain`, run by the real CLI with a file backend. */
export class PulumiLane implements Lane {
  private readonly task: Task;
  private readonly project: PulumiProject;

  static async open(program: string, task: Task): Promise<PulumiLane> {
    const cli = await findCli(realHost(new AbortController().signal));
    const directory = path.join(paths.state, "bench", randomUUID());
    const { baseUrl, token } = task.gateway;
    const env = {
      ...task.profile.env,
      WORKSPACE_GATEWAY_BASE_URL: baseUrl,
      WORKSPACE_GATEWAY_ACCESS_TOKEN: token,
    };
    // As a user has it: the program lies in the project, so that its own paths in the state are short.
    const files = projectFiles(name, `import "./${program}";`);
    const project = new PulumiProject(directory, cli.directory, { program: files, env });
    for (const [file, text] of Object.entries(files)) await project.write(file, text);
    await cp(path.join(import.meta.dirname, "plain"), directory, { recursive: true });
    await mkdir(project.backend);
    await project.initialize({ program: files });
    return new PulumiLane(project, task);
  }

  private constructor(project: PulumiProject, task: Task) {
    this.project = project;
    this.task = task;
  }

  async run(phase: Phase): Promise<Sample> {
    await this.project.write("objects.json", JSON.stringify(this.declaredIn(phase)));
    const start = performance.now();
    const args = [...commands[phase], ...this.task.profile.flags, "--stack", this.project.stack];
    const running = this.project.start(args);
    const meter = new UsageMeter(running.pid ?? process.pid);
    const limit = setTimeout(() => running.kill("SIGINT"), longestPhase);
    const result = await running.done;
    const seconds = (performance.now() - start) / 1000;
    clearTimeout(limit);
    return { seconds, usage: meter.stop(), stateBytes: await this.stateBytes(), ...failureOf(result) };
  }

  dispose(): Promise<void> {
    return this.project.dispose();
  }

  private declaredIn(phase: Phase): BenchObject[] {
    const { objects } = this.task;
    const changes = changesOf(objects, changeIn(phase, objects.length));
    return objects.map((object) => ({ ...object, body: { ...object.body, ...changes.get(object.name) } }));
  }

  private async stateBytes(): Promise<number> {
    const file = path.join(this.project.backend, ".pulumi/stacks", name, `${this.project.stack}.json`);
    return (await stat(file)).size;
  }
}

function failureOf({ code, output }: ProcessResult): Pick<Sample, "failure"> {
  return code === 0 ? {} : { failure: `exit code ${code}: ${output.trim().slice(-600)}` };
}

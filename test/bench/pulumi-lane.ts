import { randomUUID } from "node:crypto";
import { cp, mkdir, readdir, stat } from "node:fs/promises";
import path from "node:path";
import { type Adapter, adapterProject } from "../harness/adapter.ts";
import { findCli } from "../harness/cli/find.ts";
import { realHost } from "../harness/cli/host.ts";
import { PulumiProject } from "../harness/engine.ts";
import { paths } from "../harness/paths.ts";
import { projectFiles } from "../harness/project-files.ts";
import type { Lane, Sample, Task } from "./lane.ts";
import { measured } from "./measured.ts";
import { declaredIn, type Phase } from "./profiles.ts";

const name = "bench";

const commands: Record<Phase, readonly string[]> = {
  create: ["up", "--yes", "--skip-preview"],
  preview: ["preview", "--expect-no-changes"],
  refresh: ["refresh", "--yes", "--skip-preview", "--expect-no-changes"],
  drift: ["preview", "--refresh", "--expect-no-changes"],
  change: ["up", "--yes", "--skip-preview"],
  tenth: ["up", "--yes", "--skip-preview"],
  destroy: ["destroy", "--yes", "--skip-preview"],
};

/** A program below `plain`, run by the real CLI with a file backend. */
export class PulumiLane implements Lane {
  private readonly task: Task;
  private readonly project: PulumiProject;

  static async open(program: string, task: Task, adapter: Adapter = "dynamic"): Promise<PulumiLane> {
    const cli = await findCli(realHost(new AbortController().signal));
    const directory = path.join(paths.state, "bench", randomUUID());
    const { baseUrl, token } = task.gateway;
    const env = {
      ...task.profile.env,
      WORKSPACE_GATEWAY_BASE_URL: baseUrl,
      WORKSPACE_GATEWAY_ACCESS_TOKEN: token,
    };
    // As a user has it: the program lies in the project, so that its own paths in the state are short.
    const files = projectFiles(name, `import "./${program}";`, adapter);
    const project = new PulumiProject(directory, cli.directory, { program: files, env });
    for (const [file, text] of Object.entries(files)) await project.write(file, text);
    await cp(path.join(import.meta.dirname, "plain"), directory, { recursive: true });
    await mkdir(project.backend);
    await project.initialize({ program: files, config: adapterProject[adapter].config });
    return new PulumiLane(project, task);
  }

  private constructor(project: PulumiProject, task: Task) {
    this.project = project;
    this.task = task;
  }

  async run(phase: Phase): Promise<Sample> {
    const { objects, profile } = this.task;
    await this.project.write("objects.json", JSON.stringify(declaredIn(phase, objects)));
    const parallel = profile.parallel === undefined ? [] : ["--parallel", String(profile.parallel)];
    const flags = [...parallel, ...(profile.flags ?? [])];
    const args = [...commands[phase], ...flags, "--stack", this.project.stack];
    const sample = await measured(() => this.project.start(args));
    return { ...sample, stateBytes: await this.stateBytes() };
  }

  dispose(): Promise<void> {
    return this.project.dispose();
  }

  private async stateBytes(): Promise<number> {
    const folder = path.join(this.project.backend, ".pulumi/stacks", name);
    // A packed one has one ending more.
    const [file = ""] = (await readdir(folder)).filter((entry) =>
      /^json(\.gz|\.zst)?$/.test(entry.slice(this.project.stack.length + 1)),
    );
    return (await stat(path.join(folder, file))).size;
  }
}

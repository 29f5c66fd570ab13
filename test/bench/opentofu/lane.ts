import { randomUUID } from "node:crypto";
import { mkdir, rm, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import { realHost } from "../../harness/cli/host.ts";
import { paths } from "../../harness/paths.ts";
import { RunningProcess } from "../../harness/process.ts";
import type { Lane, Sample, Task } from "../lane.ts";
import { measured } from "../measured.ts";
import { declaredIn, type Phase } from "../profiles.ts";
import { findOpenTofu } from "./find.ts";
import { tofu } from "./kit.ts";
import { programOf } from "./program.ts";

/** `-refresh=false` where `pulumi` does not refresh either: its default would be more work than the others have. */
const apply = ["apply", "-auto-approve", "-refresh=false"];

const commands: Record<Phase, readonly string[]> = {
  create: apply,
  preview: ["plan", "-refresh=false", "-detailed-exitcode"],
  refresh: ["apply", "-refresh-only", "-auto-approve"],
  drift: ["plan", "-detailed-exitcode"],
  change: apply,
  tenth: apply,
  destroy: ["destroy", "-auto-approve", "-refresh=false"],
};

/** OpenTofu with the generic REST provider and a state in a file. */
export class OpenTofuLane implements Lane {
  private readonly task: Task;
  private readonly programs: string;
  private readonly directory: string;

  static async open(task: Task): Promise<OpenTofuLane> {
    const programs = await findOpenTofu(realHost(new AbortController().signal));
    const directory = path.join(paths.state, "bench", randomUUID());
    await mkdir(directory, { recursive: true });
    await writeFile(path.join(directory, settings), settingsFor(programs));
    return new OpenTofuLane(task, programs, directory);
  }

  private constructor(task: Task, programs: string, directory: string) {
    this.task = task;
    this.programs = programs;
    this.directory = directory;
  }

  async run(phase: Phase): Promise<Sample> {
    const { objects, profile, gateway } = this.task;
    await writeFile(path.join(this.directory, "main.tf"), programOf(declaredIn(phase, objects)));
    const parallel = profile.parallel === undefined ? [] : [`-parallelism=${profile.parallel}`];
    const args = [...commands[phase], ...parallel, "-input=false", "-no-color"];
    const sample = await measured(
      () =>
        new RunningProcess(path.join(this.programs, tofu), args, {
          cwd: this.directory,
          // Nothing of the person's own settings for such tools.
          env: {
            PATH: process.env.PATH,
            HOME: this.directory,
            TF_CLI_CONFIG_FILE: path.join(this.directory, settings),
            TF_VAR_uri: gateway.baseUrl,
            TF_VAR_token: gateway.token,
          },
        }),
    );
    // A run that failed early has no state.
    if (sample.failure !== undefined) return sample;
    return { ...sample, stateBytes: (await stat(path.join(this.directory, "terraform.tfstate"))).size };
  }

  async dispose(): Promise<void> {
    await rm(this.directory, { recursive: true, force: true, maxRetries: 5 });
  }
}

const settings = "tofu.rc";

/** The provider is taken from our folder as it is, so that there is nothing to download and no `init` to run. */
function settingsFor(programs: string): string {
  const overrides = `dev_overrides { "mastercard/restapi" = ${JSON.stringify(programs)} }`;
  return `provider_installation {\n  ${overrides}\n  direct {}\n}\n`;
}

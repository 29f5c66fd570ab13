import { cp, readdir, rm } from "node:fs/promises";
import path from "node:path";
import { example } from "../../e2e/support/example.ts";
import { type FleetLine, fleetTable } from "../../e2e/support/fleet-table.ts";
import type { PulumiProject } from "../../harness/engine.ts";
import { RunningProcess } from "../../harness/process.ts";
import type { BenchGateway } from "../gateway.ts";
import type { Sample } from "../lane.ts";
import { measured } from "../measured.ts";
import { teamFile, teamNames } from "./teams.ts";

/** What is done with a fleet, in this order. */
export const fleetPhases = ["create", "no-op", "refresh", "unchanged", "change"] as const;
export type FleetPhase = (typeof fleetPhases)[number];

const commands: Record<FleetPhase, readonly string[]> = {
  create: ["up"],
  "no-op": ["up"],
  unchanged: ["up", "--changed"],
  refresh: ["refresh"],
  change: ["up", "--changed"],
};

/** How many stacks there are, how large each is, and how many run at once. */
export interface FleetSize {
  readonly stacks: number;
  readonly objects: number;
  readonly jobs: number;
}

/** What a run of the driver took, and what it said of each stack. */
export interface FleetSample extends Sample {
  readonly lines: readonly FleetLine[];
}

/** `examples/fleet` with its own driver, other teams, and the gateway of the benchmark. */
export class FleetLane {
  private readonly project: PulumiProject;
  private readonly size: FleetSize;

  static async open(
    size: FleetSize,
    gateway: BenchGateway,
    env: Readonly<Record<string, string>>,
  ): Promise<FleetLane> {
    const project = await example("fleet", {
      stack: "shared",
      env: {
        ...env,
        WORKSPACE_GATEWAY_BASE_URL: gateway.baseUrl,
        WORKSPACE_GATEWAY_ACCESS_TOKEN: gateway.token,
      },
    });
    await cp(path.join(import.meta.dirname, "../plain"), project.directory, { recursive: true });
    const teams = path.join(project.directory, "teams");
    for (const file of await readdir(teams)) await rm(path.join(teams, file));
    return new FleetLane(project, size);
  }

  private constructor(project: PulumiProject, size: FleetSize) {
    this.project = project;
    this.size = size;
  }

  async run(phase: FleetPhase): Promise<FleetSample> {
    await this.declare(phase);
    const args = ["fleet.mts", ...commands[phase], "--jobs", String(this.size.jobs)];
    const { directory, env } = this.project;
    let said = "";
    const onOutput = (text: string) => {
      said += text;
    };
    const sample = await measured(
      () => new RunningProcess(process.execPath, args, { cwd: directory, env, onOutput }),
    );
    return { ...sample, lines: fleetTable(said) };
  }

  dispose(): Promise<void> {
    return this.project.dispose();
  }

  /** A hundredth of all objects is changed, in a tenth of the stacks. */
  private async declare(phase: FleetPhase): Promise<void> {
    const { stacks, objects } = this.size;
    const edited = phase === "change" ? Math.ceil(stacks / 10) : 0;
    const each = edited === 0 ? 0 : Math.ceil((stacks * objects) / 100 / edited);
    const files = teamNames(stacks).map((team, index) =>
      this.project.write(`teams/${team}.ts`, teamFile(team, objects, index < edited ? each : 0)),
    );
    await Promise.all(files);
  }
}

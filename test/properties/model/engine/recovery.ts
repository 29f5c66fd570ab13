import { kinds } from "../../../../provider/every-kind.js";
import { findLost } from "../../../../provider/recover/find/find-lost.js";
import { lookAtObjects } from "../../../../provider/recover/find/look-at-objects.js";
import type { LostCreate, LostFinding } from "../../../../provider/recover/lost-create.js";
import { plannedSteps } from "../../../../provider/recover/since/planned-steps.js";
import { unrecorded } from "../../../../provider/recover/since/unrecorded.js";
import { type Deployment, readDeployment } from "../../../../provider/recover/state/deployment.js";
import { doubtedObjects } from "../../../../provider/recover/state/doubted-objects.js";
import { foundCreates } from "../../../../provider/recover/state/found-creates.js";
import { withFindings } from "../../../../provider/recover/state/gone.js";
import { type BegunCreate, pendingWork } from "../../../../provider/recover/state/pending-work.js";
import { framed } from "../../../../provider/recover/state/planned.js";
import { type FoundCreate, withFound } from "../../../../provider/recover/state/put-back.js";
import { withUnclearUpdates } from "../../../../provider/recover/state/unclear-updates.js";
import type { Program } from "../program/program.ts";
import { exportOf, stateOf } from "./deployment.ts";
import type { ModelEngine } from "./engine.ts";
import { kindNamed, type Plugin } from "./plugin.ts";

/** So often does a look show parents whose children can then be looked for. */
const mostLooks = 6;

/** What `workspace-gateway recover` does, by the package's own cores, with the state of the model as pulumi's. */
export class Recovery {
  readonly findings: LostFinding[] = [];
  private readonly plugin: Plugin;

  constructor(private readonly engine: ModelEngine) {
    this.plugin = engine.process();
  }

  /**
   * Puts into the state what creates that the engine had noted have made, takes out what is gone, and drops the notes.
   *
   * @param since - when a run began that may have recorded nothing
   */
  async pending(since?: number): Promise<void> {
    const { pending } = this.engine.state;
    const runs = since === undefined ? [] : [{ from: since }];
    const state = readDeployment(exportOf(this.engine.state));
    const began = (urn: string) =>
      Math.min(...pending.filter((each) => each.urn === urn).map(({ since }) => since));
    const { creates } = pendingWork(state, kinds, began);
    const found = await this.look(creates, state);
    const targetOf = this.plugin.target.bind(this.plugin);
    const seen = await lookAtObjects(doubtedObjects(state, kinds, runs.length > 0), runs, targetOf);
    const frame = framed(withFindings(withUnclearUpdates(state, kinds), seen), [], found);
    this.put(withFound(frame.state, frame.found, new Date(this.plugin.now())));
  }

  /** Puts into the state what runs have made since then and nobody noted, if the program still plans to create it. */
  async unrecorded(program: Program, since: number): Promise<void> {
    const absent = new Set<string>();
    for (let looks = 0; looks < mostLooks; looks++) {
      const preview = await this.engine.preview(program, { refreshed: true });
      const state = readDeployment(exportOf(this.engine.state));
      const steps = program.length === 0 ? [] : plannedSteps(preview, "chains", "model");
      const creates = unrecorded(steps, kinds, [{ from: since }]).filter(
        ({ lost }) => !absent.has(keyOf(lost)),
      );
      const found = await this.look(creates, state);
      const urns = new Set(found.map(({ entry }) => entry.urn));
      for (const { lost } of creates.filter(({ lost: { urn } }) => !urns.has(urn))) absent.add(keyOf(lost));
      if (found.length === 0) return;
      const frame = framed(
        state,
        steps.map(({ entry }) => entry),
        found,
      );
      this.put(withFound(frame.state, frame.found, new Date(this.plugin.now())));
    }
  }

  private async look(creates: readonly BegunCreate[], state: Deployment): Promise<readonly FoundCreate[]> {
    const { resources } = this.engine.state;
    const held = new Set(resources.map(({ kind, id }) => `${kind} ${id}`));
    const findings = await findLost(
      creates.map(({ lost }) => lost),
      {
        targetOf: (kind, values) => this.plugin.target(kind, values),
        held: (kind, id) => held.has(`${kind} ${id}`),
        known: resources
          .filter(({ fate }) => fate !== "leaving")
          .map((each) => ({ ...each, kind: kindNamed(each.kind) })),
      },
    );
    this.findings.push(...findings);
    return foundCreates(creates, findings, state).found;
  }

  private put(deployment: Deployment): void {
    this.engine.state = stateOf(deployment);
  }
}

function keyOf({ urn, inputs }: LostCreate): string {
  return JSON.stringify([urn, inputs]);
}

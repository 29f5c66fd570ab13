import { type Period, plannedSteps } from "../../../cli/recover/begun-creates.js";
import { recoverState } from "../../../cli/recover/recover-state.js";
import type { RecoveryStep } from "../../../cli/recover/recovery-plan.js";
import { readDeployment } from "../../../cli/stack/stack-state.js";
import { kinds } from "../../../provider/every-kind.js";
import type { Engine } from "../../contract/support/engine/engine.ts";
import { Operation } from "../../contract/support/engine/operation.ts";
import type { Program } from "../../contract/support/engine/program.ts";
import { exportOf, stateOf } from "./deployment.ts";
import { previewOf } from "./preview.ts";

/** `pulumi preview --refresh --json`: the state itself stays as it is. */
async function refreshedPreview(engine: Engine, program: Program): Promise<string> {
  const plugin = engine.process();
  const operation = new Operation(engine.state, plugin);
  await operation.refresh();
  return previewOf(program, operation.state, plugin);
}

/**
 * What `workspace-gateway recover` does, with the state of the model as pulumi's. Gives its steps.
 *
 * @param since - when a run began that may have recorded nothing
 */
export async function recover(engine: Engine, program: Program, since?: number): Promise<RecoveryStep[]> {
  const { pending } = engine.state;
  const plugin = engine.process();
  const runs: Period[] = since === undefined ? [] : [{ from: since }];
  const done: RecoveryStep[] = [];
  await recoverState({
    kinds,
    locks: [],
    contextOf: (kind, values) => plugin.session().context(kind, values),
    state: async () => readDeployment(exportOf(engine.state)),
    times: async () => ({
      began: Math.min(...pending.map((each) => each.since)),
      ...{ creating: program.length === 0 ? [] : runs, writing: runs, unlisted: since },
    }),
    preview: async () => plannedSteps(await refreshedPreview(engine, program), "chains", "model"),
    carryOut: async (steps, next) => {
      done.push(...steps);
      if (next !== undefined) engine.state = stateOf(next);
      return true;
    },
  });
  return done;
}

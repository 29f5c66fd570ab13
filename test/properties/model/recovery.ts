import { type Period, plannedSteps } from "../../../cli/recover/begun-creates.js";
import { recoverState } from "../../../cli/recover/recover-state.js";
import type { RecoveryStep } from "../../../cli/recover/recovery-plan.js";
import {
  type Deployment,
  partsOf,
  plainState,
  readDeployment,
  type StateEntry,
} from "../../../cli/stack/stack-state.js";
import { kinds } from "../../../provider/every-kind.js";
import { kindNameOf, typeToken } from "../../../provider/spec/token.js";
import { secretEnvelope, type Values } from "../../../provider/spec/values.js";
import type { Engine } from "../../contract/support/engine/engine.ts";
import { Operation } from "../../contract/support/engine/operation.ts";
import { previewed } from "../../contract/support/engine/plans.ts";
import { kindNamed } from "../../contract/support/engine/plugin.ts";
import type { Program } from "../../contract/support/engine/program.ts";
import type { Goal, Pending, State, Stored } from "../../contract/support/engine/state.ts";

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
    preview: async () => plannedSteps(await previewOf(engine, program), "chains", "model"),
    carryOut: async (steps, next) => {
      done.push(...steps);
      if (next !== undefined) engine.state = stateOf(next);
      return true;
    },
  });
  return done;
}

/**
 * What `pulumi preview --refresh --json` prints: secrets are covered, and what is still to come is unknown. The state itself
 * stays as it is.
 */
async function previewOf(engine: Engine, program: Program): Promise<string> {
  const plugin = engine.process();
  const operation = new Operation(engine.state, plugin);
  await operation.refresh();
  const found = await previewed(program, operation.state.resources, plugin);
  const steps = found.map(({ goal, plan }) => {
    const newState = entryOf({ ...goal, inputs: covered(goal.kind, plan.inputs) });
    return { op: plan.does, urn: goal.urn, newState };
  });
  return JSON.stringify({ steps });
}

function covered(kind: string, inputs: Values): Values {
  const { fields } = kindNamed(kind);
  return Object.fromEntries(
    Object.entries(inputs).map(([name, value]) => [name, fields.get(name)?.secret ? "[secret]" : value]),
  );
}

/** What `pulumi stack export --show-secrets` prints of a state. */
function exportOf({ resources, pending }: State): string {
  return JSON.stringify({
    version: 3,
    deployment: {
      resources: resources.map(entryOf),
      pending_operations: pending.map((each) => ({ type: each.doing, resource: entryOf(each) })),
    },
  });
}

/** A resource as the engine writes it, once JSON has left out what is undefined. */
function entryOf(resource: Goal & Partial<Omit<Stored, "id">> & Pick<Pending, "id">): object {
  const { urn, kind, id, aliases, protect, retainOnDelete, inputsFrom, status, created } = resource;
  return {
    ...{ urn, custom: true, type: typeToken(kind), id, protect, retainOnDelete },
    inputs: sealed(kind, resource.inputs ?? {}),
    outputs: sealed(kind, resource.outputs ?? {}),
    dependencies: [...new Set(Object.values(inputsFrom))],
    propertyDependencies: Object.fromEntries(
      Object.entries(inputsFrom).map(([name, from]) => [name, [from]]),
    ),
    aliases,
    delete: status === "leaving",
    pendingReplacement: status === "replacing",
    initErrors: resource.hasInitErrors ? ["not finished"] : undefined,
    created: created === undefined ? undefined : new Date(created),
  };
}

/** Secrets have their plain text as JSON. */
function sealed(kind: string, values: Values): Values {
  const { fields, outputFields } = kindNamed(kind);
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => {
      const isSecret = fields.get(name)?.secret || outputFields.get(name)?.secret;
      if (!isSecret || value === null || value === "[secret]") return [name, value];
      const { value: _plain, ...envelope } = secretEnvelope(value);
      return [name, { ...envelope, plaintext: JSON.stringify(value) }];
    }),
  );
}

/** What `pulumi stack import` makes of a deployment. */
function stateOf({ deployment }: Deployment): State {
  return { resources: (deployment.resources ?? []).map(storedOf), pending: [] };
}

function storedOf(entry: StateEntry): Stored {
  const { urn, type, id, inputs = {}, outputs = {}, propertyDependencies, created = "" } = entry;
  const from = Object.entries(propertyDependencies ?? {}).map(([name, urns]) => [name, urns?.[0]] as const);
  return {
    urn,
    name: partsOf(urn).name,
    kind: kindNameOf(type) ?? type,
    id: id ?? "",
    by: { adapter: "dynamic" },
    inputs: plainState(inputs).values,
    outputs: plainState(outputs).values,
    inputsFrom: Object.fromEntries(
      from.flatMap(([name, source]) => (source === undefined ? [] : [[name, source]])),
    ),
    protect: entry.protect === true,
    retainOnDelete: entry.retainOnDelete === true,
    created: Date.parse(created),
    hasInitErrors: Array.isArray(entry.initErrors),
    status: entry.delete === true ? "leaving" : entry.pendingReplacement === true ? "replacing" : "stays",
  };
}

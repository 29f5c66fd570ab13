import { isUnknown, type Json, type Kind, type Values } from "pulumi-workspace-gateway/tools";
import { type NeededScope, scopesOfLife, scopesOfStep } from "../../review/facts/needs.js";
import { type Resources, resourcesOf } from "../../review/facts/resources.js";
import type { Plan, Step } from "../../review/plan/plan.js";
import type { StackState } from "../../stack/stack-state.js";

/** What the next `up` does on a connection, and what programs may do there. */
export interface Workload {
  /** Where it is known from. Without a preview nothing is sure. */
  readonly from: "plan" | "stack" | "all kinds";
  readonly uses: readonly Use[];
  readonly planned: Resources;
  readonly scopes: ReadonlyMap<string, readonly NeededScope[]>;
  /** The kinds that are made with the app's own credentials: each preview looks for these. */
  readonly app: { readonly kinds: readonly Kind[]; readonly sure: boolean };
}

/** A resource that a stack has, or that its program declares. */
export interface Use {
  readonly kind: Kind;
  readonly connection: string | undefined;
  /** The name of a provider that the program declares, with settings of its own. */
  readonly provider: string | undefined;
  readonly external: boolean;
  /** The id of the workspace that it is in, if that is known. */
  readonly workspace: string | undefined;
  readonly step?: Step;
}

/** The resources of a plan; without one, those of a state. */
export function usesOf(kinds: readonly Kind[], plan: Plan | undefined, state: StackState | undefined): Use[] {
  if (plan === undefined) {
    return (state?.resources ?? []).map(({ kind, inputs, provider, external }) => ({
      ...placeOf(kind, inputs),
      provider,
      external,
    }));
  }
  return plan.steps.flatMap((step) => {
    const kind = kinds.find(({ name }) => name === step.kind);
    const { inputs = {} } = step.after ?? step.before ?? {};
    const external = step.operation === "read";
    return kind === undefined ? [] : [{ ...placeOf(kind, inputs), provider: step.provider, external, step }];
  });
}

function placeOf(kind: Kind, inputs: Values) {
  return {
    kind,
    connection: known(inputs.connection),
    workspace: known(inputs[kind.endpoints.parent?.field ?? ""]),
  };
}

function known(value: Json | undefined): string | undefined {
  return typeof value === "string" && !isUnknown(value) ? value : undefined;
}

export function workOf(kinds: readonly Kind[], uses: readonly Use[]): Workload {
  const steps = uses.flatMap(({ step }) => step ?? []);
  const planned = resourcesOf(
    { steps, optionChanges: [], isWhole: true, isRefreshed: false, errors: [], warnings: [] },
    kinds,
  );
  const all = uses.length === 0 ? kinds.map((kind) => ({ kind, external: false, step: undefined })) : uses;
  const sure = uses.flatMap(({ kind, step }) =>
    step === undefined ? [] : scopesOfStep(step, kind, planned),
  );
  const possible = all
    .flatMap(({ kind, external }) =>
      scopesOfLife(kind, kinds).filter(({ scope }) => !external || scope === `${kind.scope}:read`),
    )
    .map((each) => ({ ...each, sure: false }));
  const byApp = all.filter(({ kind }) => kind.endpoints.auth === "app");
  return {
    from: uses.length === 0 ? "all kinds" : steps.length === 0 ? "stack" : "plan",
    uses,
    planned,
    scopes: Map.groupBy([...sure, ...possible], ({ scope }) => scope),
    app: {
      kinds: [...new Set(byApp.map(({ kind }) => kind))],
      sure: uses.length > 0 && byApp.some(({ step }) => step?.operation !== "delete"),
    },
  };
}

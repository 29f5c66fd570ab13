import {
  holdsKinds,
  idOf,
  isUnknown,
  type Json,
  type JsonObject,
  type Kind,
  type Values,
} from "pulumi-workspace-gateway/tools";
import { type NeededScope, scopesOfLife, scopesOfStep } from "../review/facts/needs.js";
import { type Resources, resourcesOf } from "../review/facts/resources.js";
import type { Plan, Step } from "../review/plan/plan.js";
import type { StackState } from "../stack/stack-state.js";
import type { SignedIn } from "./connection.js";

/** The changes of the next `up` on a connection, and what programs may do there. */
export interface Workload {
  /** Its source. Without a preview nothing is sure. */
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
  const known = (value: Json | undefined) =>
    typeof value === "string" && !isUnknown(value) ? value : undefined;
  return {
    kind,
    connection: known(inputs.connection),
    workspace: known(inputs[kind.endpoints.parent?.field ?? ""]),
  };
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

/** Whether the token has a scope, or why that is not known. */
type Grant = { readonly has: boolean } | { readonly why: string };

interface Asking {
  readonly session: SignedIn;
  readonly account: JsonObject | undefined;
  readonly work: Workload;
  readonly kinds: readonly Kind[];
}

/** From the scopes of the token, or from reads: nothing else shows what a plain token may do. */
export async function accessOf(asking: Asking): Promise<ReadonlyMap<string, Grant>> {
  const needed = [...asking.work.scopes.keys()];
  const { scopes } = asking.session;
  if (scopes !== undefined) {
    return new Map(needed.map((scope) => [scope, { has: scopes.includes(scope) }]));
  }
  const workspace = await workspaceToRead(asking);
  const grants = needed.map(
    async (scope): Promise<[string, Grant]> => [scope, await tried(scope, workspace, asking)],
  );
  return new Map(await Promise.all(grants));
}

async function tried(scope: string, workspace: string | undefined, asking: Asking): Promise<Grant> {
  const { session, account, kinds } = asking;
  if (scope === "profile:read") {
    return { has: account !== undefined };
  }
  if (!scope.endsWith(":read")) {
    return { why: "the gateway does not show the scopes of such a token, and only a write would tell" };
  }
  const kind = kinds.find((each) => `${each.scope}:read` === scope && each.endpoints.list !== undefined);
  const isInside = kind?.endpoints.parent !== undefined;
  if (kind === undefined || (isInside && workspace === undefined)) {
    return { why: "there is no workspace to look into" };
  }
  const answer = await session.lists.answer(kind, isInside ? workspace : undefined);
  if ("failure" in answer) {
    return { why: "no answer came to such a read" };
  }
  const { status } = answer.reply;
  return status < 300 || status === 403
    ? { has: status < 300 }
    : { why: `the gateway answers ${status} to such a read` };
}

/** One that the stack uses and the account sees; otherwise the first of either. */
async function workspaceToRead({ session, work, kinds }: Asking): Promise<string | undefined> {
  const holder = kinds.find((kind) => holdsKinds(kind, kinds));
  const rows = holder === undefined ? [] : await session.lists.rows(holder);
  const seen = (rows ?? []).flatMap((row) => idOf(row) ?? []);
  const used = work.uses.flatMap(({ workspace }) => workspace ?? []);
  return used.find((id) => seen.includes(id)) ?? used[0] ?? seen[0];
}

import { gatewayAccount, stackObjects } from "../../../../cli/account/objects.js";
import { findDrift } from "../../../../cli/drift/find-drift.js";
import { manageable } from "../../../../cli/drift/undeclared.js";
import { drawnKinds, workspaceGraphs } from "../../../../cli/graph/workspace-graphs.js";
import { readAccount } from "../../../../cli/live/live-account.js";
import { reviewOf } from "../../../../cli/review/facts/review-of.js";
import { comparisonOf } from "../../../../cli/review/plan/comparison.js";
import { readPlan } from "../../../../cli/review/plan/read-plan.js";
import { readStackState } from "../../../../cli/stack/stack-state.js";
import { kinds } from "../../../../provider/every-kind.js";
import { Session } from "../../../../provider/lifecycle/session.js";
import { isHidden } from "../../../../provider/spec/values.js";
import { Stack } from "../../../contract/support/stack.ts";
import type { Gateway } from "../../../gateway/index.ts";
import { exportOf } from "../../drift/support/lab.ts";
import { tables } from "./situations.ts";

/** How an account differs from a state: objects by kind and name, one that was changed with its properties. */
export interface Difference {
  readonly changed: readonly string[];
  readonly missing: readonly string[];
  readonly undeclared: readonly string[];
}

/** A stack, its gateway, and what its program declares. */
export interface Place {
  readonly gateway: Gateway;
  readonly stack: Stack;
  readonly env: Record<string, string>;
  /** What a killed run has left in the state. */
  readonly pending: readonly object[];
}

type Teller = (place: Place) => Promise<Partial<Difference>>;

interface Told {
  readonly kind: string;
  readonly name: string;
  readonly title?: string;
  readonly operation: string;
  readonly fields: readonly { readonly name: string }[];
}

const nameOf = ({ kind, name }: Pick<Told, "kind" | "name">) => `${kind} ${name}`;
const line = (each: Pick<Told, "kind" | "name" | "fields">) =>
  [nameOf(each), ...each.fields.map(({ name }) => name).sort()].join(" ");

const drift: Teller = async (place) => {
  const found = await findDrift({
    stacks: [{ name: "shop/prod", state: stateOf(place), session: sessionOf(place) }],
    kinds,
    rules: [],
  });
  const { changed, missing, undeclared, notes } = found.drift;
  const known = { changed: changed.map(line), missing: missing.map(nameOf) };
  // It says of which kinds it could not read the lists.
  const isAll = !notes.some((note) => note.startsWith("Undeclared "));
  return isAll ? { ...known, undeclared: undeclared.map(nameOf) } : known;
};

/** What a refresh would bring into the state, and what the review of a `preview --refresh` makes of that. */
const refreshAndReview: Teller = async ({ stack, env }) => {
  const copy = new Stack(env);
  for (const [name, resource] of stack.resources) copy.resources.set(name, resource);
  await copy.operation().refresh();
  const urnOf = (name: string) => {
    const kind = stack.resource(name).kind;
    return `urn:pulumi:prod::shop::pulumi-nodejs:dynamic/workspace-gateway:${kind}::${name}`;
  };
  const names = [...stack.resources.keys()];
  const refreshes = names.map((name) => ({
    op: "refresh",
    urn: urnOf(name),
    oldState: stack.resource(name),
    newState: copy.resources.get(name),
  }));
  const planned = names.map((name) => {
    const oldState = copy.resources.get(name);
    const newState = { inputs: stack.resource(name).inputs };
    const isSame = JSON.stringify(visible(oldState?.inputs)) === JSON.stringify(visible(newState.inputs));
    return {
      op: oldState === undefined ? "create" : isSame ? "same" : "update",
      urn: urnOf(name),
      oldState,
      newState,
    };
  });
  const told = reviewOf({
    plan: readPlan(JSON.stringify({ steps: [...refreshes, ...planned] }), kinds),
    kinds,
  });
  const gone = names.filter((name) => !copy.resources.has(name));
  const missing = told.drift.filter(({ operation }) => operation === "delete").map(nameOf);
  const created = told.changes.filter(({ operation }) => operation === "create").map(nameOf);
  const refreshed = gone.map((name) => nameOf({ kind: stack.resource(name).kind, name }));
  if (![missing, created].every((list) => list.toSorted().join() === refreshed.toSorted().join())) {
    throw new Disagreement(`the refresh misses ${refreshed}, its review ${missing}, and creates ${created}`);
  }
  const repaired = told.changes.filter(({ operation }) => operation === "update").map(nameOf);
  const changed = told.drift.filter(({ operation }) => operation === "update");
  const lost = changed.filter(({ fields }) => fields.some(({ isLost }) => isLost));
  const repairable = changed.filter((each) => !lost.includes(each) || each.fields.length > 1).map(nameOf);
  if (repaired.toSorted().join() !== repairable.toSorted().join()) {
    throw new Disagreement(`the review tells of ${repairable}, and updates ${repaired}`);
  }
  return { changed: changed.map(line), missing };
};

/** Two accounts by their names, whatever their ids. */
const compare: Teller = async (place) => {
  const { objects } = await readAccount({ kinds, session: sessionOf(place) });
  const from = { called: "prod", objects: stackObjects(stateOf(place)) };
  const to = gatewayAccount("live", await manageable(objects));
  const { changes } = reviewOf({ plan: comparisonOf(from, to, kinds), kinds });
  const of = (operation: string) =>
    changes.filter((each) => each.operation === operation && each.kind in tables);
  return {
    changed: [...of("update"), ...of("replace")].map(line),
    missing: of("create").map(nameOf),
    undeclared: of("delete").map(nameOf),
  };
};

/** The objects that are drawn are those of the tables, and the mappings stand in the order in which they are tried. */
const graph: Teller = async (place) => {
  const { gateway } = place;
  const { objects } = await readAccount({
    kinds,
    session: sessionOf(place),
    reads: ({ name }) => drawnKinds.includes(name),
  });
  const graphs = workspaceGraphs(gatewayAccount("live", objects).objects, "gateway");
  const shown = graphs.flatMap(({ nodes }) => nodes.flatMap(({ objectId }) => objectId ?? []));
  const drawn = (["providers", "models", "prompts", "mappings"] as const).flatMap((table) =>
    gateway.rows(table).map(({ id }) => String(id)),
  );
  const missing = drawn.filter((id) => !shown.includes(id));
  const strange = new Set(shown.filter((id) => !drawn.includes(id)));
  const live = new Map(gateway.rows("mappings").map((row) => [row.id, row]));
  const ranks = shown.flatMap((id) => {
    const row = live.get(id);
    return row?.enabled === true ? [2 * Number(row.priority) + Number(row.is_pattern)] : [];
  });
  const isInOrder = ranks.every((rank, at) => rank >= (ranks[at - 1] ?? 0));
  if (missing.length + strange.size > 0 || !isInOrder) {
    throw new Disagreement(`not drawn: ${missing}; drawn: ${[...strange]}; ${ranks}`);
  }
  return {};
};

/** It says something else than the tables: no failure to read. */
export class Disagreement extends Error {}

export const tellers: Readonly<Record<string, Teller>> = { drift, refreshAndReview, compare, graph };

function visible(inputs: object | undefined): [string, unknown][] {
  return Object.entries(inputs ?? {})
    .filter(([name]) => !isHidden(name))
    .toSorted(([a], [b]) => (a < b ? -1 : 1));
}

function stateOf({ stack, pending }: Place) {
  return readStackState(exportOf(stack, { pending }), kinds);
}

/** Each is a process of its own, for which time passes by itself. */
function sessionOf({ env }: Place): Session {
  let clock = 0;
  return new Session(kinds, env, {
    now: () => Date.now() + clock,
    random: () => 0.5,
    sleep: async (milliseconds) => {
      clock += milliseconds;
      await new Promise(setImmediate);
    },
    progress: () => {},
    warn: () => {},
    engineAlive: async () => {},
    cancelled: new AbortController().signal,
  });
}

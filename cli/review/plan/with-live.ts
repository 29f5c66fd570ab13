import { defined, isUnknown, type Kind, priorGateway } from "pulumi-workspace-gateway/tools";
import { gatewayObject } from "../../account/gateway-objects.js";
import type { AccountView } from "../../live/account-view.js";
import type { LiveObject } from "../../live/live-account.js";
import { isRemoved } from "./operations.js";
import type { LiveMarks, LiveReading, Plan, Step } from "./plan.js";
import { takenOverBy, takingOver } from "./taken-over.js";
import { knownId, type Touched } from "./touched.js";

/** What was read of an account that a plan touches. */
export interface LiveView extends AccountView {
  readonly touched: Touched;
  readonly marks: LiveMarks;
  /** Whether its settings take over every object that has the name of a new one. */
  readonly adoptsAlways: boolean;
}

/** A plan with what nobody declares where it changes something, and with what its creates take over. */
export function withLive(
  plan: Plan,
  kinds: readonly Kind[],
  views: readonly LiveView[],
  { notes, unread }: Pick<LiveReading, "notes" | "unread">,
): Plan {
  const owned = ownedIn(plan, views);
  let steps = plan.steps;
  for (const view of views) {
    steps = withView(steps, kinds, view, owned);
  }
  return { ...plan, steps, live: { accounts: views.map(({ marks }) => marks), notes, unread } };
}

function withView(
  steps: readonly Step[],
  kinds: readonly Kind[],
  view: LiveView,
  owned: Set<string>,
): readonly Step[] {
  const own = new Set(view.touched.steps);
  const taken = takeOvers(view, kinds);
  const workspaces = new Map([...taken].map(([{ urn }, { id }]) => [urn, id]));
  const planned = steps.map((step) =>
    own.has(step) ? placed(taken.get(step), step, kinds, workspaces) : step,
  );
  const gone = removedIds(planned, kinds);
  const inside = [...view.holders.filter(({ id }) => view.touched.workspaces.has(id)), ...view.objects];
  const fresh = inside.filter((object) => {
    const key = identityAt(view.marks.gateway, object.kind.name, object.id);
    const isFresh = !owned.has(key) && ![...taken.values()].includes(object);
    owned.add(key);
    return isFresh;
  });
  return [...planned, ...fresh.map((object) => undeclaredStep(object, gone, view.marks))];
}

/** What each create takes over, the workspaces first: their ids say where others are. */
function takeOvers(view: LiveView, kinds: readonly Kind[]): Map<Step, LiveObject> {
  const { touched, holders, objects, adoptsAlways } = view;
  const found = new Map<Step, LiveObject>();
  const find = (step: Step, among: readonly LiveObject[]) => {
    const kind = kinds.find(({ name }) => name === step.kind);
    const object = takenOverBy(step, kind, among, adoptsAlways);
    if (object !== undefined) {
      found.set(step, object);
    }
  };
  for (const step of touched.steps) {
    find(step, holders);
  }
  const ids = new Map([...found].map(([{ urn }, { id }]) => [urn, id]));
  for (const step of touched.steps.filter((each) => !found.has(each))) {
    const { parent } = kinds.find(({ name }) => name === step.kind)?.endpoints ?? {};
    const place = parent && parentId(step, parent.field, ids);
    find(
      step,
      objects.filter(({ holder }) => holder?.id === place),
    );
  }
  return found;
}

function parentId({ after }: Step, field: string, ids: ReadonlyMap<string, string>): string | undefined {
  const [known] = knownId(after?.inputs[field]);
  return known ?? ids.get(after?.from[field]?.[0] ?? "") ?? "";
}

/** The step with what it takes over, and with the id of its workspace, where that one is taken over. */
function placed(
  object: LiveObject | undefined,
  step: Step,
  kinds: readonly Kind[],
  ids: ReadonlyMap<string, string>,
): Step {
  const field = kinds.find(({ name }) => name === step.kind)?.endpoints.parent?.field;
  const { after } = step;
  if (after === undefined) {
    return step;
  }
  const id = field !== undefined && isUnknown(after.inputs[field]) ? parentId(step, field, ids) : "";
  const there = field === undefined || !id ? after : { ...after, inputs: { ...after.inputs, [field]: id } };
  return object === undefined ? { ...step, after: there } : takingOver(step, there, object);
}

function undeclaredStep(object: LiveObject, gone: ReadonlySet<string>, { connection }: LiveMarks): Step {
  const { kind, holder } = object;
  const { urn, name, id, inputs, outputs } = gatewayObject(object);
  const snapshot = { id, inputs, outputs, protect: false, retainOnDelete: false, from: {} };
  const required = [...kind.fields.values()].filter(
    ({ refers, optional }) => refers?.to === "id" && !optional,
  );
  const needed = required.map(({ refers, name: field }) => `${refers?.list} ${inputs[field]}`);
  const parent = holder === undefined ? [] : [`${holder.kind.endpoints.list} ${holder.id}`];
  const isGone = [...needed, ...parent].some((place) => gone.has(place));
  return {
    operation: "same",
    urn: connection === undefined ? urn : `${urn} (${connection})`,
    type: kind.name,
    kind: kind.name,
    name,
    before: snapshot,
    ...defined({ after: isGone ? undefined : snapshot }),
    replaceReasons: [],
    isUndeclared: true,
  };
}

/** The places of what the plan takes from the gateway: what is in there goes along. */
function removedIds(steps: readonly Step[], kinds: readonly Kind[]): ReadonlySet<string> {
  return new Set(
    steps.filter(isRemoved).map(({ kind, before }) => {
      const { list } = kinds.find(({ name }) => name === kind)?.endpoints ?? {};
      return `${list} ${before?.id}`;
    }),
  );
}

/** What the stack has, on whichever gateway. */
function ownedIn({ steps }: Plan, views: readonly LiveView[]): Set<string> {
  const gateways = new Map(
    views.flatMap(({ touched, marks }) => touched.steps.map((step) => [step, marks.gateway] as const)),
  );
  return new Set(
    steps.flatMap((step) => {
      const { kind = "", before, after } = step;
      const gateway = gateways.get(step) ?? priorGateway(before?.outputs ?? {}) ?? "";
      const ids = [before?.id, after?.id].filter((id) => id !== undefined);
      return ids.map((id) => identityAt(gateway, kind, id));
    }),
  );
}

function identityAt(gateway: string, kind: string, id: string): string {
  return `${gateway} ${kind} ${id}`;
}

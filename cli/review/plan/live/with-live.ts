import { type Client, defined, hidden, type Kind, priorGateway } from "pulumi-workspace-gateway/tools";
import { gatewayObject, listed } from "../../../account/gateway-objects.js";
import type { AccountView } from "../../../live/account-view.js";
import type { LiveObject } from "../../../live/live-account.js";
import { isRemoved } from "../operations.js";
import type { LiveMarks, LiveReading, Plan, Snapshot, Step } from "../plan.js";
import { overwriting, withOwned, withTakenOver } from "./taken-over.js";
import type { Touched } from "./touched.js";

/** What was read of an account that a plan touches. */
export interface LiveView extends AccountView {
  readonly touched: Touched;
  readonly marks: LiveMarks;
  /** The ids of the workspaces that are taken over, by the URNs of what takes them. */
  readonly takenOver: ReadonlyMap<string, string>;
  /** Which objects its settings take over that have the name of a new one. */
  readonly adopt: Client["settings"]["adopt"];
}

/** A plan with what nobody declares where it changes something, and with what its creates take over. */
export function withLive(
  plan: Plan,
  kinds: readonly Kind[],
  views: readonly LiveView[],
  { notes, unread, failed }: Pick<LiveReading, "notes" | "unread"> & { readonly failed: ReadonlySet<string> },
): Plan {
  const owned = ownedIn(plan, views);
  let steps = plan.steps;
  for (const view of views) {
    steps = withView(steps, kinds, view, owned);
  }
  const read = views.flatMap(({ touched, takenOver }) => [...touched.workspaces, ...takenOver.values()]);
  const accounts = views.map(({ marks }) => marks);
  return {
    ...plan,
    steps: withOwned(steps, kinds, accounts).map((step) =>
      failed.has(step.urn) ? { ...step, isUnread: true } : step,
    ),
    live: { accounts, read, notes, unread },
  };
}

function withView(
  steps: readonly Step[],
  kinds: readonly Kind[],
  view: LiveView,
  owned: Set<string>,
): readonly Step[] {
  const { touched, holders, objects, adopt, marks } = view;
  const own = new Set(touched.steps.map(({ urn }) => urn));
  const rows = [...holders, ...objects].map(listed).map((object) => ({
    ...object,
    isOwned: owned.has(identityAt(marks.gateway, object.kind.name, object.id)),
  }));
  const overwritten = new Set<string>();
  const planned = withTakenOver(steps, kinds, (step, kind) => {
    if (!own.has(step.urn) || step.isUndeclared) {
      return step;
    }
    if (step.operation === "read") {
      return reading(step, [...holders, ...objects], kind);
    }
    const adopting = adopt === "never" ? step : { ...step, adopts: adopt };
    const now = overwriting(adopting, kind, rows, () => marks.gateway);
    if (now.takesOver) {
      owned.add(identityAt(marks.gateway, kind.name, now.before?.id ?? ""));
    }
    if (now.overwrites !== undefined) {
      overwritten.add(`${kind.name} ${now.overwrites.id}`);
    }
    return now;
  });
  const gone = removedIds(planned, kinds);
  const inside = [...holders.filter(({ id }) => touched.workspaces.has(id)), ...objects];
  const fresh = inside.filter(({ kind, id }) => {
    const key = identityAt(marks.gateway, kind.name, id);
    const isFresh = !owned.has(key);
    owned.add(key);
    return isFresh;
  });
  return [
    ...planned,
    ...fresh.map((object) => {
      const step = undeclaredStep(object, gone, marks);
      const { after: _, ...before } = step;
      return overwritten.has(`${object.kind.name} ${object.id}`) ? before : step;
    }),
  ];
}

/** A read of an object whose outputs the state does not have yet: they are those that the gateway shows. */
function reading(
  step: Step & { readonly after: Snapshot },
  objects: readonly LiveObject[],
  kind: Kind,
): Step {
  const { after } = step;
  const found = objects.find((object) => object.kind === kind && object.id === after.id);
  if (found === undefined || Object.keys(after.outputs).length > 0) {
    return step;
  }
  const { inputs, outputs } = gatewayObject(found);
  const known = { ...after, outputs: { ...inputs, ...outputs } };
  return { ...step, before: known, after: known };
}

function undeclaredStep(
  object: LiveObject,
  gone: ReadonlySet<string>,
  { connection, gateway, account }: LiveMarks,
): Step {
  const { kind, holder } = object;
  const { urn, name, id, inputs, outputs } = gatewayObject(object);
  const home = defined({ [hidden.gateway]: gateway, [hidden.account]: account });
  const snapshot = { id, inputs, outputs: { ...outputs, ...home }, from: {} };
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

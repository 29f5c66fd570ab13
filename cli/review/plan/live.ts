import {
  accountMark,
  connectionOf,
  defined,
  hidden,
  holdsKinds,
  howMany,
  isOf,
  isReadable,
  isUnknown,
  type Json,
  type Kind,
  messageOf,
  nounOf,
  plural,
  priorGateway,
  type Session,
  SettingsError,
} from "pulumi-workspace-gateway/tools";
import { gatewayObject, listed } from "../../account/objects.js";
import { type AccountView, holdersIn, type LiveObject, viewAccount } from "../../live/live-account.js";
import {
  isChange,
  isRemoved,
  type LiveMarks,
  type LiveReading,
  type Plan,
  type Snapshot,
  type Step,
} from "./plan.js";
import { overwriting, withOwned, withTakenOver } from "./taken-over.js";

/**
 * Reads unmanaged objects where a plan changes something: the list of workspaces, and one list for each kind
 * in each workspace that the plan touches. Reports what cannot be read.
 *
 * @param sessionOf - called only if there is something to read. If undefined, the gateway is not read
 * @param besides - ids of workspaces to read even if nothing changes in them
 */
export async function readLive(
  plan: Plan,
  kinds: readonly Kind[],
  sessionOf: (() => Promise<Session>) | undefined,
  besides?: ReadonlySet<string>,
): Promise<Plan> {
  const touched = touchedBy(plan, kinds, besides);
  if (touched.length === 0) {
    return plan;
  }
  if (sessionOf === undefined) {
    const notes = [`${notInReview} because of \`--offline\`.`];
    return withLive(plan, kinds, [], { notes, unread: [], failed: new Set() });
  }
  const [notes, unread, failed] = [new Set<string>(), new Set(beyond(plan)), new Set<string>()];
  const views: LiveView[] = [];
  const session = sessionOf();
  for (const each of touched) {
    const fails = (sentence: string, kind?: Kind) => {
      unread.add(sentence);
      for (const step of [...each.steps, ...each.provided]) {
        if (kind === undefined || step.kind === kind.name) {
          failed.add(step.urn);
        }
      }
    };
    try {
      views.push(await viewOfTouched(each, kinds, await session, fails));
    } catch (error) {
      if (error instanceof SettingsError) {
        notes.add(`${notInReview}: ${messageOf(error)}`);
      } else {
        fails(`The gateway could not be read: ${messageOf(error)}`);
      }
    }
  }
  return withLive(plan, kinds, views, { notes: [...notes], unread: [...unread], failed });
}

const notInReview = "Unmanaged objects are not in this review";

/** Only the program has the settings of a declared provider, so its gateway cannot be read. */
function beyond({ steps }: Plan): string[] {
  const changed = steps.filter(
    ({ kind, provider, operation }) => kind !== undefined && provider !== undefined && isChange(operation),
  );
  return [...Map.groupBy(changed, ({ provider }) => provider)].map(
    ([provider, all]) =>
      `The gateway of the provider "${provider}" (${howMany(all.length, "object")}) was not read: only the program has the provider's settings.`,
  );
}

async function viewOfTouched(
  touched: Touched,
  kinds: readonly Kind[],
  session: Session,
  fails: (sentence: string, kind: Kind) => void,
): Promise<LiveView> {
  const { connection, steps, workspaces, kinds: named } = touched;
  const client = session.client(connection);
  if (steps.some(({ before }) => !isOf(priorGateway(before?.outputs ?? {}) ?? client.mark, client))) {
    throw new Error("these settings are not for the gateway that contains the stack's objects.");
  }
  const place = { session, connection };
  const readable = kinds.filter(isReadable);
  const { adopt } = client.settings;
  const adopts = adopt === "never" ? undefined : adopt;
  const holders = (await holdersIn(place, kinds)).map(listed);
  const takenOver = steps.flatMap((step): string | [] => {
    const kind = readable.find(({ name }) => name === step.kind);
    const { after } = step;
    if (kind === undefined || after === undefined || !holdsKinds(kind, readable)) {
      return [];
    }
    const { takesOver, before } = overwriting({ ...step, after, ...defined({ adopts }) }, kind, holders);
    return (takesOver && before?.id) || [];
  });
  const within = new Set([...workspaces, ...takenOver]);
  const view = await viewAccount(place, {
    kinds: readable,
    within,
    reads: ({ name, endpoints }) => endpoints.parent !== undefined || named.has(name),
    refuses: (kind, error) =>
      fails(`Unmanaged ${plural(nounOf(kind))} could not be read: ${messageOf(error)}`, kind),
  });
  const [holding] = readable.filter((kind) => holdsKinds(kind, readable));
  const account = holding && (await accountMark(session.context(holding, defined({ connection }))));
  return {
    ...view,
    touched,
    within,
    adopts,
    marks: defined({ connection, gateway: client.mark, account }),
  };
}

interface Touched {
  readonly connection: string | undefined;
  /** All steps of the connection, including unchanged ones. */
  readonly steps: readonly Step[];
  /** Changes in the same workspaces by a provider that the program declares. */
  readonly provided: readonly Step[];
  readonly workspaces: ReadonlySet<string>;
  readonly kinds: ReadonlySet<string>;
}

/** Changes by a declared provider count only in a workspace that a connection also uses. */
function touchedBy(
  { steps }: Plan,
  kinds: readonly Kind[],
  besides: ReadonlySet<string> = new Set(),
): Touched[] {
  const ours = steps.filter(({ kind }) => kind !== undefined);
  const reached = ours.filter(({ provider }) => provider === undefined);
  const beyond = ours.filter(({ provider, operation }) => provider !== undefined && isChange(operation));
  return [...Map.groupBy(reached, connectionOfStep)].flatMap(([connection, own]): Touched[] => {
    const changing = own.filter(({ operation }) => isChange(operation));
    const held = new Set(own.flatMap((step) => workspacesOf(step, kinds)));
    const provided = beyond.filter((step) => workspacesOf(step, kinds).some((id) => held.has(id)));
    const around = provided.flatMap((step) => workspacesOf(step, kinds));
    const known = [...around, ...besides].filter((id) => held.has(id));
    const workspaces = new Set([...changing.flatMap((step) => workspacesOf(step, kinds)), ...known]);
    const named = new Set([...changing, ...beyond].flatMap(({ kind }) => kind ?? []));
    const isTouched = changing.length + workspaces.size > 0;
    return isTouched ? [{ connection, steps: own, provided, workspaces, kinds: named }] : [];
  });
}

function connectionOfStep({ before, after }: Step): string | undefined {
  return connectionOf(after?.inputs ?? before?.inputs ?? {});
}

function workspacesOf({ kind, before, after }: Step, kinds: readonly Kind[]): string[] {
  const { endpoints, guard } = kinds.find(({ name }) => name === kind) ?? {};
  const ids = guard === undefined ? [] : [before?.id];
  const field = endpoints?.parent?.field ?? "";
  return [...ids, ...[before, after].map((snapshot) => snapshot?.inputs[field])].flatMap(knownId);
}

function knownId(value: Json | undefined): string[] {
  return typeof value === "string" && !isUnknown(value) ? [value] : [];
}

interface LiveView extends AccountView {
  readonly touched: Touched;
  readonly marks: LiveMarks;
  /** The ids of the workspaces that were read, including those that are taken over. */
  readonly within: ReadonlySet<string>;
  readonly adopts: Step["adopts"] | undefined;
}

/** Adds the unmanaged objects where the plan changes something, and those that its creates take over. */
function withLive(
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
  const read = views.flatMap(({ within }) => [...within]);
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
  const { touched, holders, objects, adopts, marks } = view;
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
    const now = overwriting({ ...step, ...defined({ adopts }) }, kind, rows);
    if (now.takesOver) {
      owned.add(identityAt(marks.gateway, kind.name, now.before?.id ?? ""));
    }
    if (now.overwrites?.id !== undefined) {
      overwritten.add(identityAt(marks.gateway, kind.name, now.overwrites.id));
    }
    return now;
  });
  const gone = removedIds(planned, kinds);
  const inside = [...holders.filter(({ id }) => touched.workspaces.has(id)), ...objects];
  const undeclared = inside.flatMap((object) => {
    const key = identityAt(marks.gateway, object.kind.name, object.id);
    if (owned.has(key)) {
      return [];
    }
    owned.add(key);
    const step = undeclaredStep(object, gone, marks);
    const { after: _, ...before } = step;
    return [overwritten.has(key) ? before : step];
  });
  return [...planned, ...undeclared];
}

/** Fills in outputs that are not yet in the state with the values that the gateway shows. */
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

/** Objects that are contained in removed objects, or that require them, are also removed. */
function removedIds(steps: readonly Step[], kinds: readonly Kind[]): ReadonlySet<string> {
  return new Set(
    steps.filter(isRemoved).map(({ kind, before }) => {
      const { list } = kinds.find(({ name }) => name === kind)?.endpoints ?? {};
      return `${list} ${before?.id}`;
    }),
  );
}

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

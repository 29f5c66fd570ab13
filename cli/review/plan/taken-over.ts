import {
  closest,
  connectionOf,
  defined,
  hidden,
  isAnother,
  isJsonObject,
  isNamesake,
  isUnknown,
  type JsonObject,
  type Kind,
  priorGateway,
  priorMark,
  referenceOf,
  selected,
  selectorsOf,
  undeclaredFields,
  type Values,
} from "pulumi-workspace-gateway/tools";
import { knownValue } from "../../account/account-object.js";
import { depthOf } from "../../account/match-accounts.js";
import { type Listed, listedValues } from "../../account/objects.js";
import { type LiveMarks, mayAdopt, type Snapshot, type Step } from "./plan.js";

/** The objects that a new one may take over. There are several if the declaration is ambiguous. */
function takenOverBy<O extends Listed>(step: Step, kind: Kind, objects: readonly O[]): O[] {
  const { operation, before, after } = step;
  const isNew = operation === "replace" || (operation === "create" && before === undefined);
  if (!isNew || after === undefined || (kind.source.how !== "adopted" && !mayAdopt(step))) {
    return [];
  }
  const parent = kind.endpoints.parent?.field;
  const place = parent === undefined ? undefined : after.inputs[parent];
  const own = objects.filter(
    (object) => object.kind === kind && object.workspaceId === place && object.id !== before?.id,
  );
  const rows = own.map(({ row }) => row);
  const meant =
    kind.source.how !== "adopted"
      ? closest(kind, after.inputs, namesakesIn(kind, after.inputs, own))
      : kind.endpoints.list === undefined
        ? rows
        : selected(kind, after.inputs, rows);
  return own.filter(({ row }) => meant.includes(row));
}

/** Objects with the declared name, except those of other resources with a different distinguishing field. */
function namesakesIn(kind: Kind, declared: Values, objects: readonly Listed[]): JsonObject[] {
  return objects.flatMap(({ row, isOwned }) =>
    isNamesake(kind, declared, row) && !(isOwned && isAnother(kind, declared, row)) ? [row] : [],
  );
}

/** The step with the object that it takes over, if exactly one object can match. */
export function overwriting(
  step: Step & { readonly after: Snapshot },
  kind: Kind,
  objects: readonly Listed[],
): Step {
  const meant = takenOverBy(step, kind, objects);
  const [object, ...others] = meant;
  if (object === undefined) {
    return step;
  }
  const { inputs } = step.after;
  const isOpen = (kind.distinguishedBy ?? []).some((name) => isUnknown(inputs[name]));
  const isSure = others.length === 0 && !isOpen && !isAnother(kind, inputs, object.row);
  const named = isSure ? step : { ...step, namesakes: meant.map(({ row }) => row) };
  return others.length > 0 ? named : takingOver(named, step.after, object);
}

function takingOver(step: Step, after: Snapshot, object: Listed): Step {
  const { kind, id, gateway } = object;
  const fields = [...kind.fields.values()];
  const declared = fields.filter(({ name }) => after.inputs[name] !== undefined);
  const undeclared = undeclaredFields(kind, after.inputs);
  const values = listedValues(object, undeclared);
  const shown = Object.fromEntries(undeclared.map(({ name }) => [name, values[name] ?? null]));
  // The fields that identify the object are the same before and after the change.
  const naming = declared.filter(
    ({ name, selects }) => selects !== undefined || kind.naturalKey.includes(name),
  );
  const same: Values = Object.fromEntries(naming.map(({ name }) => [name, after.inputs[name] ?? null]));
  const inputs = {
    ...listedValues(object, declared),
    ...same,
    ...defined({ connection: connectionOf(after.inputs) }),
  };
  const outputs = {
    ...inputs,
    ...listedValues(object, kind.outputFields.values()),
    ...defined({ [hidden.gateway]: gateway }),
    [hidden.shown]: shown,
  };
  const found = { id, inputs, outputs, from: {} };
  return {
    ...step,
    ...(step.operation === "replace" ? { overwrites: found } : { takesOver: true, before: found }),
    after: { ...after, id, outputs: { ...after.outputs, [hidden.shown]: shown } },
  };
}

/** Fills in the ids of referenced objects that are taken over. */
function placedIn(
  taken: ReadonlyMap<string, string>,
  step: Step,
  after: Snapshot,
  kind: Kind,
): Step & { readonly after: Snapshot } {
  const ids = [...kind.fields.keys()].map((name) => {
    const isOpen = referenceOf(kind, name)?.to === "id" && isUnknown(after.inputs[name]);
    return [name, isOpen ? taken.get(after.from[name]?.[0] ?? "") : undefined] as const;
  });
  return { ...step, after: { ...after, inputs: { ...after.inputs, ...defined(Object.fromEntries(ids)) } } };
}

/** Applies `change` to each step, after filling in the ids of objects that other steps take over. */
export function withTakenOver(
  steps: readonly Step[],
  kinds: readonly Kind[],
  change: (step: Step & { readonly after: Snapshot }, kind: Kind) => Step,
): Step[] {
  const taken = new Map<string, string>();
  const changed = new Map<Step, Step>();
  // Referenced objects come first.
  for (const kind of kinds.toSorted((a, b) => depthOf(a, kinds) - depthOf(b, kinds))) {
    for (const step of steps.filter((each) => each.kind === kind.name)) {
      const { after } = step;
      const now = after === undefined ? step : change(placedIn(taken, step, after, kind), kind);
      changed.set(step, now);
      if ((now.takesOver || now.overwrites) && now.after?.id !== undefined) {
        taken.set(now.urn, now.after.id);
      }
    }
  }
  return steps.map((step) => changed.get(step) ?? step);
}

interface Owned extends Listed {
  readonly step: Step;
}

/** Adds other steps' objects that creates on the same gateway take over, with any provider or connection. */
export function withOwned(
  steps: readonly Step[],
  kinds: readonly Kind[],
  accounts: readonly LiveMarks[] = [],
): Step[] {
  const byName = new Map(kinds.map((kind) => [kind.name, kind]));
  const homeOf = homesOf(steps, accounts);
  const owned = Map.groupBy(
    steps.flatMap((step) => ownedBy(step, byName.get(step.kind ?? ""), homeOf(step).gateway)),
    ({ kind, workspaceId }) => `${kind.name} ${workspaceId}`,
  );
  return withTakenOver(steps, kinds, (step, kind) => {
    const place = step.after.inputs[kind.endpoints.parent?.field ?? ""];
    const known = owned.get(`${kind.name} ${place}`) ?? [];
    const reached = known.filter(
      (object) => object.step.urn !== step.urn && isReached(step, step.after, object, homeOf),
    );
    // Several steps may refer to one object: for example, one step reads it, and another takes it over.
    const own = [...new Map(reached.map((object) => [object.id, object])).values()];
    const isDone = step.takesOver || step.overwrites !== undefined || step.namesakes !== undefined;
    return isDone ? step : overwriting(step, kind, own);
  });
}

/** The step's object as a list would show it, as far as it is in the state. */
function ownedBy(step: Step, kind: Kind | undefined, gateway: string | undefined): Owned[] {
  const snapshot = step.before ?? (step.operation === "read" ? step.after : undefined);
  if (kind === undefined || snapshot?.id === undefined) {
    return [];
  }
  const { id, inputs, outputs } = snapshot;
  const selecting = outputs[hidden.selected];
  const shown = [...kind.fields.values(), ...kind.outputFields.values()].map(
    ({ name, readFrom }) => [readFrom, knownValue(snapshot, name)] as const,
  );
  const row = { ...(isJsonObject(selecting) && selecting), ...defined(Object.fromEntries(shown)), id };
  const place = inputs[kind.endpoints.parent?.field ?? ""];
  const workspaceId = typeof place === "string" ? place : undefined;
  return [{ kind, id, row, step, gateway, isOwned: true, workspaceId }];
}

/** A mark is undefined if neither states nor live reads show it. */
type Home = Partial<Pick<LiveMarks, "gateway" | "account">>;

/**
 * Whether a create may refer to an object: it is on the same gateway and, if it belongs to an account, in the
 * same account. If the gateway is unknown, the id of the object or of its workspace decides.
 */
function isReached(
  step: Step,
  { inputs }: Snapshot,
  { step: owner, kind, id }: Owned,
  homeOf: (step: Step) => Home,
): boolean {
  const [there, here] = [homeOf(owner), homeOf(step)];
  const isOne = there.gateway === here.gateway;
  const isKnown = there.gateway !== undefined && here.gateway !== undefined;
  if (isKnown && !isOne) {
    return false;
  }
  const isNamed = selectorsOf(kind).some(({ name }) => {
    const wanted = inputs[name];
    return isJsonObject(wanted) && wanted.id === id;
  });
  if (isNamed || kind.endpoints.parent !== undefined) {
    return true;
  }
  const isAnotherAccount = (there.account ?? here.account) !== (here.account ?? there.account);
  return !isAnotherAccount && (isKnown || wayOf(owner) === wayOf(step));
}

/** Taken from the step's own state, or from other steps with the same provider and connection. */
function homesOf(steps: readonly Step[], accounts: readonly LiveMarks[]): (step: Step) => Home {
  const marked = ({ before, after }: Step): Home => {
    const { outputs = {} } = before ?? after ?? {};
    return defined({ gateway: priorGateway(outputs), account: priorMark(outputs) });
  };
  const byWay = new Map<string, Home>();
  for (const step of steps.filter(({ operation }) => operation !== "replace")) {
    byWay.set(wayOf(step), { ...byWay.get(wayOf(step)), ...marked(step) });
  }
  for (const { connection, ...home } of accounts) {
    byWay.set(wayBy(undefined, connection), home);
  }
  return (step) => ({ ...byWay.get(wayOf(step)), ...marked(step) });
}

function wayOf({ provider, before, after }: Step): string {
  return wayBy(provider, connectionOf(after?.inputs ?? before?.inputs ?? {}));
}

function wayBy(provider: string | undefined, connection: string | undefined): string {
  return JSON.stringify([provider, connection]);
}

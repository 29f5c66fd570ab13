import {
  alteredIn,
  defined,
  type Field,
  isJsonObject,
  isReadable,
  type Json,
  type JsonObject,
  type Kind,
  messageOf,
  observe,
  observeState,
  referenceOf,
  shownOf,
  stampOf,
  systemIo,
  undeclaredFields,
  type Values,
  valueIn,
} from "pulumi-workspace-gateway/tools";
import {
  type AccountObject,
  covered,
  coveredText,
  textOf,
  workspaceTitles,
} from "../account/account-object.js";
import { matchAccounts, type NamedBy, shownName } from "../account/match-accounts.js";
import { type GatewayObject, gatewayAccount, stackObject } from "../account/objects.js";
import { type LiveObject, nameOf } from "../live/live-account.js";
import { findRetirements, withCallers, withLocalDates } from "../retirement/retirement.js";
import { driftedFields, fieldChange } from "../review/facts/changes.js";
import { differing, type FieldDifference, maskedDifference } from "../review/facts/differences.js";
import type { FieldChange } from "../review/facts/review.js";
import { plainState } from "../stack/stack-state.js";
import { maskPasswords } from "../text/mask.js";
import { compareKeys, utcDay } from "../text/words.js";
import { type GatewayUsage, objectUses } from "../usage/object-use.js";
import {
  type ChangedObject,
  type Drift,
  type IgnoreRule,
  ignoringRule,
  type StackObject,
  type UsedObject,
} from "./drift.js";
import { type DriftStack, driftNotes, gatewayPlaces, type Managed, managedBy, viewPlace } from "./managed.js";
import { ignorable, liveName, undeclaredFacts, undeclaredIn } from "./undeclared.js";

interface DriftQuestion {
  readonly stacks: readonly DriftStack[];
  readonly kinds: readonly Kind[];
  readonly rules: readonly IgnoreRule[];
  readonly undeclaredProperties?: boolean;
  /** Current date in UTC, to find retiring models. */
  readonly today?: string;
  onCompared?(done: number, all: number): void;
}

export type FoundDrift = Awaited<ReturnType<typeof findDrift>>;

/** Only reads from the gateways. Fails if anything cannot be read, and never guesses. */
export async function findDrift(question: DriftQuestion) {
  const { stacks, kinds, rules, undeclaredProperties = false, today = utcDay(systemIo.now()) } = question;
  const all = managedBy(stacks);
  const { managed, unreached } = all;
  const looked = managed.filter(({ resource }) => isReadable(resource.kind) && !resource.leaving);
  const found = await lookForAll(question, looked);
  const views = await allOf(gatewayPlaces(stacks, managed).map((place) => viewPlace(place, kinds)));
  const listed = views.flatMap(({ holders, objects }) => [...holders, ...objects]);
  const state = { called: "", objects: [...managed, ...unreached.map(stackObject)] };
  const gateway = gatewayAccount("", [...listed, ...found]);
  // Only list rows always include the workspace (API section "Model").
  const inLists = gatewayAccount("", [...found, ...listed]);
  const match = matchAccounts<AccountObject, GatewayObject>(state, gateway, kinds, ["id"]);
  const unmanaged = inOrder(await undeclaredIn(match), kinds);
  const ignoredBy = Map.groupBy(unmanaged, (object) => ignoringRule(rules, ignorable(object)));
  const undeclared = ignoredBy.get(undefined) ?? [];
  // For objects that are missing on the gateway, workspace names come from the state.
  const workspaces = workspaceTitles([...state.objects, ...gateway.objects]);
  const about = (object: Managed) => stackObjectFacts(object, workspaces);
  const ignoredFields = new Map<IgnoreRule, Set<Managed>>();
  const isIgnored = (object: Managed, property: string) => {
    const { kind, name, title = name, workspace } = about(object);
    const rule = ignoringRule(rules, { kind, name: title, workspace }, property);
    if (rule !== undefined) {
      ignoredFields.set(rule, (ignoredFields.get(rule) ?? new Set()).add(object));
    }
    return rule !== undefined;
  };
  const changed = (driftsOf: typeof declaredDrifts) =>
    looked.flatMap((object) => {
      const live = match.counterpart(object);
      const found = live === undefined ? [] : driftsOf(object, live, match.namedBy);
      const fields = found.filter(({ name }) => !isIgnored(object, name));
      return live === undefined || fields.length === 0
        ? []
        : [{ ...about(object), fields, ...writtenAt(live) }];
    });
  const declared = changed(declaredDrifts);
  const storedDifferently = changed(alteredDrifts);
  const drift: Drift = {
    version: 1,
    stacks: stacks.map(({ name, file }) => ({ name, ...defined({ file }) })),
    compared: looked.length,
    changed: declared,
    missing: looked.filter((object) => match.counterpart(object) === undefined).map(about),
    undeclared: undeclared.map((object) => undeclaredFacts(object, kinds)),
    ignored: rules.map((rule) => {
      const objects = (ignoredBy.get(rule) ?? []).map((object) => undeclaredFacts(object, kinds));
      return { rule, objects: [...objects, ...[...(ignoredFields.get(rule) ?? [])].map(about)] };
    }),
    retirements: findRetirements(withLocalDates(inLists.objects, managed), today),
    ...defined({
      storedDifferently: storedDifferently.length === 0 ? undefined : storedDifferently,
      unmanaged: undeclaredProperties ? changed(undeclaredDrifts) : undefined,
    }),
    notes: driftNotes({
      ...{ stacks, ...all, views },
      silent: undeclaredProperties ? looked.filter(saysNothingOfUndeclared) : [],
    }),
  };
  return { drift, managed, undeclared, views };
}

async function lookForAll(question: DriftQuestion, looked: readonly Managed[]): Promise<LiveObject[]> {
  let done = 0;
  const found = await allOf(
    looked.map(async (managed) => {
      const live = await lookFor(managed);
      question.onCompared?.(++done, looked.length);
      return live;
    }),
  );
  return found.filter((live) => live !== undefined);
}

/** Waits for all promises before it throws, so that no request is sent afterward. */
async function allOf<T>(work: readonly Promise<T>[]): Promise<T[]> {
  const settled = await Promise.allSettled(work);
  const failed = settled.flatMap((each) => (each.status === "rejected" ? [messageOf(each.reason)] : []));
  const reasons = [...new Set(failed)];
  if (reasons.length > 0) {
    const more = reasons.length > 5 ? [`… and ${reasons.length - 5} more`] : [];
    throw new Error([...reasons.slice(0, 5), ...more].join("\n"));
  }
  return Promise.all(work);
}

function stackObjectFacts(object: Managed, names: ReadonlyMap<string, string>): StackObject {
  const { stack, resource, context } = object;
  const { urn, kind, name, id, isOnlyRead } = object;
  const title = shownName(object, resource.kind);
  const { parentId } = context;
  return {
    stack: stack.name,
    urn,
    kind,
    name,
    ...defined({ title: typeof title !== "string" || title === name ? undefined : title }),
    id,
    ...defined({
      workspace: parentId === undefined ? undefined : (names.get(parentId) ?? parentId),
      onlyRead: isOnlyRead,
    }),
  };
}

function writtenAt({ live, outputs }: GatewayObject): Pick<ChangedObject, "written"> {
  return defined({ written: textOf({ inputs: {}, outputs }, stampOf(live.kind, "written")?.name ?? "") });
}

function inOrder(objects: readonly LiveObject[], kinds: readonly Kind[]): LiveObject[] {
  const keyed = objects.map((object) => ({
    object,
    keys: [
      object.holder === undefined ? "" : `${nameOf(object.holder)} ${object.holder.id}`,
      kinds.indexOf(object.kind),
      liveName(object),
      object.id,
    ],
  }));
  return keyed.sort((a, b) => compareKeys(a.keys, b.keys)).map(({ object }) => object);
}

async function lookFor({ resource, id, state, context }: Managed): Promise<LiveObject | undefined> {
  const { kind } = resource;
  try {
    const seen = await observe(context, id, state.values);
    return seen.is === "gone" ? undefined : { kind, id, row: seen.is === "live" ? seen.row : {}, context };
  } catch (error) {
    throw context.cover(error);
  }
}

/** A resource from `X.get` declares no properties. */
function declaredDrifts(managed: Managed, live: GatewayObject, namedBy: NamedBy): FieldChange[] {
  const { resource, state } = managed;
  if (resource.external) {
    return [];
  }
  const seen = refreshed(managed, live.live.row);
  const before = { inputs: state.values, outputs: resource.outputs };
  const now = { ...seen, inputs: withIgnored(resource.ignoreChanges, state.values, seen.inputs) };
  return driftsOf(managed, driftedFields(resource.kind, before, now), namedBy);
}

/** Differences between sent and stored values, as long as the gateway still shows the stored value. */
function alteredDrifts(managed: Managed, live: GatewayObject, namedBy: NamedBy): FieldChange[] {
  const { resource, state } = managed;
  const { row } = live.live;
  const fields = alteredIn(resource.kind, refreshed(managed, row).outputs);
  const now = Object.fromEntries(fields.map((field) => [field.name, valueIn(field, row) ?? null]));
  return driftsOf(managed, differing(fields, withNulls(fields, state.values), now), namedBy);
}

function undeclaredDrifts(managed: Managed, live: GatewayObject, namedBy: NamedBy): FieldChange[] {
  const { resource, state } = managed;
  const before = shownOf(state.values);
  if (before === undefined || resource.external) {
    return [];
  }
  const fields = undeclaredFields(resource.kind, resource.outputs);
  const now = shownOf(refreshed(managed, live.live.row).outputs) ?? {};
  return driftsOf(managed, differing(fields, withNulls(fields, before), withNulls(fields, now)), namedBy);
}

function saysNothingOfUndeclared({ resource, state }: Managed): boolean {
  return shownOf(state.values) === undefined && undeclaredFields(resource.kind, resource.outputs).length > 0;
}

function refreshed({ resource, state }: Managed, row: JsonObject): Record<"inputs" | "outputs", Values> {
  const { inputs, outputs } = observeState(resource.kind, state.values, row);
  return { inputs: plainState(inputs).values, outputs: plainState(outputs).values };
}

function withNulls(fields: readonly Field[], values: Values): Values {
  return Object.fromEntries(fields.map(({ name }) => [name, values[name] ?? null]));
}

function driftsOf(
  managed: Managed,
  differences: readonly FieldDifference[],
  namedBy: NamedBy,
): FieldChange[] {
  const { resource, state, context, stack } = managed;
  // The gateway may repeat one of the object's secrets in any other value.
  const shown = (value: Json | undefined) =>
    value && coveredText(value, (text) => context.client.withoutSecrets(text));
  return differences.map((difference): FieldChange => {
    const { field, before, after } = difference;
    const { name } = field;
    if (field.secret || state.secrets.has(name)) {
      return { is: "secret", name, secret: before === covered ? "rotated" : "covered" };
    }
    const shownChange = maskedDifference(
      { ...difference, ...defined({ before: shown(before), after: shown(after) }) },
      stack.mask ?? maskPasswords,
    );
    if (shownChange.covered === "differs") {
      return { is: "secret", name, secret: "covered" };
    }
    const isId = referenceOf(resource.kind, name)?.to === "id";
    const naming = (id: string) => ({ ...managed, inputs: { ...managed.inputs, [name]: id } });
    return fieldChange(shownChange, {
      place: `${managed.kind}.${name}`,
      nameOf: (id) => (isId ? namedBy(naming(id), name)?.name : undefined),
    });
  });
}

/** Keeps the old values at `ignoreChanges` paths, such as `workflow.steps[0]` and `match.*`. */
export function withIgnored(paths: readonly string[], before: Values, now: Values): Values {
  return paths.reduce<Values>((values, path) => {
    const kept = keptAt(segmentsOf(path), before, values);
    return isJsonObject(kept) ? kept : values;
  }, now);
}

/** Represents `*` in a path. A quoted `"*"` is a literal name. */
const anyName = Symbol("any name");

function segmentsOf(path: string): (string | typeof anyName)[] {
  return [...path.matchAll(/\["((?:[^"\\]|\\.)*)"\]|[^.[\]]+/g)].map(([part, quoted]) =>
    quoted !== undefined ? quoted.replaceAll(/\\(.)/g, "$1") : part === "*" ? anyName : part,
  );
}

function keptAt(
  [first, ...rest]: readonly (string | typeof anyName)[],
  before: Json | undefined,
  now: Json | undefined,
): Json | undefined {
  if (first === undefined) {
    return before;
  }
  if (!isContainer(before) || !isContainer(now) || Array.isArray(before) !== Array.isArray(now)) {
    return now; // the path does not exist on one side
  }
  const names = first === anyName ? [...new Set([...Object.keys(before), ...Object.keys(now)])] : [first];
  const entries = new Map(Object.entries(now));
  for (const name of names) {
    const value = keptAt(rest, valueAt(before, name), valueAt(now, name));
    if (value === undefined) {
      entries.delete(name);
    } else if (!Array.isArray(now) || entries.has(name)) {
      entries.set(name, value); // a list without an item at this index stays unchanged
    }
  }
  return Array.isArray(now) ? [...entries.values()] : Object.fromEntries(entries);
}

type Container = { [name: string]: Json } | Json[];

function isContainer(value: Json | undefined): value is Container {
  return Array.isArray(value) || isJsonObject(value);
}

function valueAt(container: Container, name: string): Json | undefined {
  return new Map(Object.entries(container)).get(name);
}

export function withUsage(found: FoundDrift, usage: GatewayUsage): Drift {
  const { drift } = found;
  return { ...drift, retirements: withCallers(drift.retirements, usage), used: inUse(found, usage) };
}

function inUse({ drift, managed, undeclared, views }: FoundDrift, usage: GatewayUsage): UsedObject[] {
  const live = gatewayAccount(
    "",
    views.flatMap(({ objects }) => objects),
  ).objects;
  const objects: readonly AccountObject[] = [...live, ...managed];
  // Values from the gateway take precedence over those from the state.
  const known = new Map(objects.toReversed().map((object) => [keyOf(object, object.gateway), object]));
  const gateways = new Map(managed.map(({ stack, urn, gateway }) => [`${stack.name} ${urn}`, gateway]));
  const gatewayOf = ({ stack, urn }: StackObject) => gateways.get(`${stack} ${urn}`);
  const useOf = objectUses(live, usage);
  const used = (
    list: UsedObject["list"],
    { kind, name, id }: Pick<UsedObject, "kind" | "name" | "id">,
    gateway: string | undefined,
  ): UsedObject[] => {
    const read = known.get(keyOf({ kind, id }, gateway));
    const use = read && useOf(read);
    return use === undefined || use.requests === 0 ? [] : [{ list, kind, name, id, use }];
  };
  return [
    ...drift.changed.flatMap((object) => used("changed", object, gatewayOf(object))),
    ...drift.missing.flatMap((object) => used("missing", object, gatewayOf(object))),
    ...drift.undeclared.flatMap((object, at) =>
      used("undeclared", object, undeclared[at]?.context.client.mark),
    ),
  ];
}

function keyOf({ kind, id }: Pick<AccountObject, "kind" | "id">, gateway: string | undefined): string {
  return `${gateway} ${kind} ${id}`;
}

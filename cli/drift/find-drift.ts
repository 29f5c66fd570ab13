import { defined, isReadable, type Kind, messageOf } from "pulumi-workspace-gateway/tools";
import { type LiveObject, nameOf } from "../live/live-account.js";
import { type Compared, compareManaged } from "./compared.js";
import type { ChangedObject, Drift, IgnoredObjects, StackObject } from "./drift.js";
import { driftNotes } from "./drift-notes.js";
import type { NameOf } from "./field-drifts.js";
import { gatewayPlaces, type PlaceView, viewPlace } from "./gateway-places.js";
import { type IgnoreRule, ignoringRule } from "./ignore-rules.js";
import { type DriftStack, identityOn, type Managed, managedBy, rememberedIdentity } from "./managed.js";
import { ignorable, liveName, shownTitle, undeclaredFacts, undeclaredIn } from "./undeclared.js";
import { saysNothingOfUndeclared } from "./unmanaged.js";

/** What to compare. */
export interface DriftQuestion {
  readonly stacks: readonly DriftStack[];
  /** All kinds that there are. */
  readonly kinds: readonly Kind[];
  readonly rules: readonly IgnoreRule[];
  /** Whether to tell of changed properties that the program does not declare. */
  readonly undeclaredProperties?: boolean;
  /** Told how many objects have been looked for, of how many. */
  told?(done: number, all: number): void;
}

/** The facts, and the objects behind them. */
export interface FoundDrift {
  readonly drift: Drift;
  readonly managed: readonly Managed[];
  /** What no stack has, apart from what the rules ignore. */
  readonly undeclared: readonly LiveObject[];
  readonly views: readonly PlaceView[];
}

/** Compares stacks with their gateways. It only reads; it fails if anything cannot be read, and never guesses. */
export async function findDrift(question: DriftQuestion): Promise<FoundDrift> {
  const { stacks, kinds, rules, undeclaredProperties = false } = question;
  const { managed, sealed, unreached } = managedBy(stacks);
  const looked = managed.filter(({ resource }) => isReadable(resource.kind) && !resource.leaving);
  const compared = await compareAll(question, looked);
  const views = await allOf(gatewayPlaces(stacks, managed).map((place) => viewPlace(place, kinds)));
  const known = new Set([
    ...managed.map(({ target, resource }) => identityOn(target, resource.kind, resource.id)),
    ...unreached.map(rememberedIdentity),
  ]);
  const all = inOrder(await undeclaredIn(views, known), kinds);
  const ignoredBy = new Map(all.map((object) => [object, ignoringRule(rules, ignorable(object))]));
  const undeclared = all.filter((object) => ignoredBy.get(object) === undefined);
  const names = workspaceNames(views, managed);
  const pairs = looked.map((each, at) => ({ each, seen: compared[at] }));
  const drift: Drift = {
    version: 1,
    stacks: stacks.map(({ name, file }) => ({ name, ...defined({ file }) })),
    compared: looked.length,
    changed: pairs.flatMap(({ each, seen }) => changedFacts(each, seen, "fields", names)),
    missing: pairs.flatMap(({ each, seen }) => (seen?.is === "missing" ? [stackObject(each, names)] : [])),
    undeclared: undeclared.map((object) => undeclaredFacts(object, kinds)),
    ignored: rules.map((rule): IgnoredObjects => {
      const objects = all.filter((object) => ignoredBy.get(object) === rule);
      return { rule, objects: objects.map((object) => undeclaredFacts(object, kinds)) };
    }),
    ...defined({
      unmanaged: undeclaredProperties
        ? pairs.flatMap(({ each, seen }) => changedFacts(each, seen, "unmanaged", names))
        : undefined,
    }),
    notes: driftNotes({
      stacks,
      managed,
      sealed,
      unreached,
      views,
      silent: undeclaredProperties ? looked.filter(saysNothingOfUndeclared) : [],
    }),
  };
  return { drift, managed, undeclared, views };
}

/** Looks for every object. What cannot be read is told together, because one cause may have many effects. */
async function compareAll(question: DriftQuestion, looked: readonly Managed[]): Promise<readonly Compared[]> {
  let done = 0;
  const nameOfId = namesIn(looked);
  return allOf(
    looked.map(async (managed) => {
      const seen = await compareManaged(managed, nameOfId);
      question.told?.(++done, looked.length);
      return seen;
    }),
  );
}

const mostReasons = 5;

/** Waits for all, so that nothing is still asked after a failure. The error names each reason once. */
async function allOf<T>(work: readonly Promise<T>[]): Promise<T[]> {
  const settled = await Promise.allSettled(work);
  const failed = settled.flatMap((each) => (each.status === "rejected" ? [messageOf(each.reason)] : []));
  const reasons = [...new Set(failed)];
  if (reasons.length > 0) {
    const more = reasons.length > mostReasons ? [`… and ${reasons.length - mostReasons} more reasons`] : [];
    throw new Error([...reasons.slice(0, mostReasons), ...more].join("\n"));
  }
  return Promise.all(work);
}

function namesIn(managed: readonly Managed[]): NameOf {
  const names = new Map(
    managed.map(({ resource: { kind, id, name } }) => [`${kind.endpoints.list} ${id}`, name]),
  );
  return ({ refers }, id) => (refers?.to === "id" ? names.get(`${refers.list} ${id}`) : undefined);
}

/** The names of the workspaces, by their ids. */
function workspaceNames(
  views: readonly PlaceView[],
  managed: readonly Managed[],
): ReadonlyMap<string, string> {
  return new Map([
    ...managed.flatMap(({ resource, state, target }) =>
      target.asHolder(resource.id) !== undefined && typeof state.values.name === "string"
        ? [[resource.id, state.values.name] as const]
        : [],
    ),
    ...views.flatMap(({ holders }) => holders.map((holder) => [holder.id, nameOf(holder)] as const)),
  ]);
}

function changedFacts(
  managed: Managed,
  seen: Compared | undefined,
  list: "fields" | "unmanaged",
  names: ReadonlyMap<string, string>,
): ChangedObject[] {
  if (seen?.is !== "there" || seen[list].length === 0) {
    return [];
  }
  return [{ ...stackObject(managed, names), fields: seen[list], ...defined({ written: seen.written }) }];
}

function stackObject(managed: Managed, names: ReadonlyMap<string, string>): StackObject {
  const { stack, resource, target } = managed;
  const { urn, kind, name, id, external } = resource;
  const title = titleOf(managed);
  const { parentId } = target;
  return {
    stack: stack.name,
    urn,
    kind: kind.name,
    name,
    ...defined({ title: title === name ? undefined : title }),
    id,
    ...defined({
      workspace: parentId === undefined ? undefined : (names.get(parentId) ?? parentId),
      onlyRead: external || undefined,
    }),
  };
}

/** What the gateway calls an object of a stack, by what the stack knows. */
function titleOf({ resource: { kind }, state: { values, secrets } }: Managed): string | undefined {
  const key = kind.naturalKey.at(-1) ?? "name";
  const isItsOwn = key !== kind.endpoints.parent?.field && !secrets.has(key);
  const title = isItsOwn ? values[key] : undefined;
  return typeof title === "string" ? title : shownTitle(kind, values);
}

/** What belongs to the account first, then workspace by workspace; kind by kind, by name. */
function inOrder(objects: readonly LiveObject[], kinds: readonly Kind[]): LiveObject[] {
  const keyed = objects.map((object) => ({
    object,
    keys: [
      object.holder === undefined ? "" : `${nameOf(object.holder)} ${object.holder.id}`,
      String(kinds.indexOf(object.kind)).padStart(3, "0"),
      liveName(object),
      object.id,
    ],
  }));
  return keyed.sort((a, b) => ranked(a.keys, b.keys)).map(({ object }) => object);
}

/** The first keys that differ decide. No language's order of letters: each machine must say the same. */
function ranked(a: readonly string[], b: readonly string[]): number {
  const at = a.findIndex((key, index) => key !== b[index]);
  return at < 0 ? 0 : (a[at] ?? "") < (b[at] ?? "") ? -1 : 1;
}

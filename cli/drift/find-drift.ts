import {
  defined,
  holdsKinds,
  isReadable,
  type Kind,
  messageOf,
  stampOf,
  systemIo,
} from "pulumi-workspace-gateway/tools";
import { type AccountObject, textOf } from "../account/account-object.js";
import { type GatewayObject, gatewayAccount } from "../account/gateway-objects.js";
import { matchAccounts, shownName } from "../account/match-accounts.js";
import { stackObject } from "../account/stack-objects.js";
import type { Account } from "../account/whole-account.js";
import { type LiveObject, nameOf } from "../live/live-account.js";
import { findRetirements, withLocalDates } from "../retirement/retirement.js";
import { utcDay } from "../text/utc-day.js";
import {
  alteredDrifts,
  declaredDrifts,
  lookFor,
  saysNothingOfUndeclared,
  undeclaredDrifts,
} from "./compared.js";
import type { ChangedObject, Drift, IgnoredObjects, StackObject } from "./drift.js";
import { driftNotes } from "./drift-notes.js";
import { type IgnoreRule, ignoringRule } from "./ignore.js";
import {
  type DriftStack,
  gatewayPlaces,
  type Managed,
  managedBy,
  type PlaceView,
  viewPlace,
} from "./managed.js";
import { ignorable, liveName, undeclaredFacts, undeclaredIn } from "./undeclared.js";

/** What to compare. */
export interface DriftQuestion {
  readonly stacks: readonly DriftStack[];
  /** All kinds that there are. */
  readonly kinds: readonly Kind[];
  readonly rules: readonly IgnoreRule[];
  /** Whether to tell of changed properties that the program does not declare. */
  readonly undeclaredProperties?: boolean;
  /** Today in UTC, for models that retire. */
  readonly today?: string;
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
  const { stacks, kinds, rules, undeclaredProperties = false, today = utcDay(systemIo.now()) } = question;
  const { managed, sealed, unreached } = managedBy(stacks);
  const looked = managed.filter(({ resource }) => isReadable(resource.kind) && !resource.leaving);
  const found = await lookForAll(question, looked);
  const views = await allOf(gatewayPlaces(stacks, managed).map((place) => viewPlace(place, kinds)));
  const listed = views.flatMap(({ holders, objects }) => [...holders, ...objects]);
  const state = { called: "", objects: [...managed, ...unreached.map(stackObject)] };
  const gateway = gatewayAccount("", [...listed, ...found]);
  // Only a list says of every row in which workspace it is (the API's section "Model").
  const inLists = gatewayAccount("", [...found, ...listed]);
  const match = matchAccounts<AccountObject, GatewayObject>(state, gateway, kinds, ["id"]);
  const all = inOrder(await undeclaredIn(match), kinds);
  const ignoredBy = new Map(all.map((object) => [object, ignoringRule(rules, ignorable(object))]));
  const undeclared = all.filter((object) => ignoredBy.get(object) === undefined);
  const workspaces = workspaceNames(state, gateway, kinds);
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
    ignored: rules.map((rule): IgnoredObjects => {
      const objects = all.filter((object) => ignoredBy.get(object) === rule);
      const changes = [...(ignoredFields.get(rule) ?? [])].map(about);
      return { rule, objects: [...objects.map((object) => undeclaredFacts(object, kinds)), ...changes] };
    }),
    retirements: findRetirements(withLocalDates(inLists.objects, managed), today),
    ...defined({
      storedDifferently: storedDifferently.length === 0 ? undefined : storedDifferently,
      unmanaged: undeclaredProperties ? changed(undeclaredDrifts) : undefined,
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
async function lookForAll(question: DriftQuestion, looked: readonly Managed[]): Promise<LiveObject[]> {
  let done = 0;
  const found = await allOf(
    looked.map(async (managed) => {
      const live = await lookFor(managed);
      question.told?.(++done, looked.length);
      return live;
    }),
  );
  return found.filter((live) => live !== undefined);
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

/** The names of the workspaces, by their ids: those of the gateway, and of what is missing there, those of the state. */
function workspaceNames(
  state: Account,
  gateway: Account,
  kinds: readonly Kind[],
): ReadonlyMap<string | undefined, string> {
  const holding = new Set(kinds.filter((kind) => holdsKinds(kind, kinds)).map(({ name }) => name));
  const holders = [...state.objects, ...gateway.objects].filter(({ kind }) => holding.has(kind));
  return new Map(holders.map((holder) => [holder.id, textOf(holder, "name") ?? holder.name]));
}

function stackObjectFacts(object: Managed, names: ReadonlyMap<string | undefined, string>): StackObject {
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

/** When the gateway last wrote an object, if it shows that. */
function writtenAt({ live, outputs }: GatewayObject): Pick<ChangedObject, "written"> {
  return defined({ written: textOf({ inputs: {}, outputs }, stampOf(live.kind, "written")?.name ?? "") });
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

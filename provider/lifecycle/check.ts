import { idOf } from "../client/exchange.js";
import { collectionKey } from "../client/lists.js";
import { SettingsError, settingDoubts } from "../client/settings.js";
import { requireApp } from "../client/sign-in.js";
import { canonical } from "../spec/compare.js";
import type { Field } from "../spec/field.js";
import type { Kind } from "../spec/kind.js";
import { isUnknown, unknownValue, type Values } from "../spec/values.js";
import { asText, type Json } from "../text/json.js";
import { printable } from "../text/words.js";
import { whyUnmatched } from "./adopted.js";
import { isPulledAlong } from "./outputs.js";
import { misnamed, type Nameable } from "./registry.js";
import { shownIn } from "./rows.js";
import {
  belongsToAnother,
  collectionOf,
  identityOf,
  labelOf,
  type ResourceContext,
  type Session,
} from "./session.js";
import { checkInputs, inputsOf, shownOf } from "./state.js";

/** A failure names its property, but never the value, which may be secret. */
export interface Checked {
  /** True if nothing failed and the connection is known. Requests about the resource are then possible. */
  readonly isSound: boolean;
  readonly failures: readonly string[];
}

interface Declared {
  readonly kind: Kind;
  readonly session: Session;
  /** Unique within the program. */
  readonly name: string | undefined;
  readonly olds: Values;
  readonly news: Values;
}

export async function checkResource(declared: Declared): Promise<Checked> {
  const { kind, session, name, news } = declared;
  // Uses the resource's name, which users can search for. The object's name may not appear in the program.
  const label = name === undefined ? labelOf(kind, news) : `${kind.name} resource "${shortName(name)}"`;
  const failures = [
    ...checkInputs(kind, news),
    ...connectionFailures(declared, label),
    ...twinFailures(declared),
  ];
  warnOfRivals(declared, label);
  warnOfKept(declared);
  const isKnown = failures.length === 0 && !isUnknown(news.connection);
  if (isKnown) {
    warnOfMisreferences(declared, label);
    failures.push(...(await unmatchedFailures(declared)));
  }
  if (failures.length > 0) {
    session.fail();
  }
  return { isSound: isKnown && failures.length === 0, failures: failures.map(printable) };
}

function shortName(urn: string): string {
  return urn.split("::").at(-1) ?? urn;
}

function connectionFailures({ kind, session, news }: Declared, label: string): string[] {
  const idle = idleConnection(session, news);
  if (idle !== undefined || isUnknown(news.connection)) {
    return idle === undefined ? [] : [idle];
  }
  try {
    const { settings } = session.context(kind, news).client;
    const advice = "The gateway may accept this, but make sure that it is intended.";
    for (const doubt of settingDoubts(settings)) {
      session.warn(`${doubt}. ${advice}`, {});
    }
    for (const doubt of doubtsOf(kind, news)) {
      session.warn(`${label}: ${doubt}. ${advice}`, news);
    }
    if (kind.endpoints.auth === "app") {
      requireApp(settings);
    }
    return [];
  } catch (error) {
    if (error instanceof SettingsError) {
      return [error.message];
    }
    throw error;
  }
}

/** Explains why `connection` conflicts with the program's own provider. Undefined if either is not set. */
export function idleConnection({ provider }: Session, { connection }: Values): string | undefined {
  return provider === undefined || connection === undefined
    ? undefined
    : `connection has no effect when combined with the provider "${provider}", whose arguments provide the settings. ` +
        "Remove the connection or the provider";
}

/** Rejects a second resource for the same object, unless the two already have separate objects. */
function twinFailures({ kind, session, name, olds, news }: Declared): string[] {
  const identity = identityOf(kind, news);
  if (identity === undefined || name === undefined || isUnknown(news.connection)) {
    return [];
  }
  const isNew = identityOf(kind, olds) !== identity;
  // An object without a workspace belongs to an account, and each connection may have its own account.
  const account = kind.endpoints.parent === undefined ? asText(news.connection ?? "") : "";
  const place = `${kind.name} ${session.gatewayOf(news)} ${account} ${identity}`;
  const sibling = session.declarations.sibling(place, { name, isNew });
  const label = labelOf(kind, news);
  return sibling === undefined ? [] : [belongsToAnother({ kind, label }, { owner: shortName(sibling) })];
}

/** Warns about a second resource with a flag that may be limited to one object per workspace. */
function warnOfRivals({ kind, session, name, news }: Declared, label: string): void {
  const place = [news.connection, news[kind.endpoints.parent?.field ?? ""]];
  if (name === undefined || place.some(isUnknown)) {
    return;
  }
  for (const field of kind.fields.values()) {
    const isWanted = field.exclusive !== undefined && news[field.name] === true;
    const thing = `${kind.name} ${field.name} ${place.join(" ")}`;
    const rival = isWanted ? session.declarations.sibling(thing, { name, isNew: true }) : undefined;
    if (rival !== undefined) {
      session.warn(
        `${label}: ${field.name} is also declared by the resource "${shortName(rival)}". ` +
          `The API does not specify whether several objects can have this flag. The ${kind.name} that is written last may take it from the other, so remove it from one of them.`,
        news,
      );
    }
  }
}

/** Warns about objects that remain after a destroy and prevent the destruction of their parent. */
function warnOfKept({ kind, session, olds, news }: Declared): void {
  const { source, endpoints } = kind;
  const { list, parent } = endpoints;
  const holder = session.kinds.find((each) => each.endpoints.list === parent?.list);
  if (parent === undefined || holder?.guard === undefined) {
    return;
  }
  const isNew = olds[parent.field] === undefined;
  const stays =
    list !== undefined && news.onDestroy === "keep"
      ? `${labelOf(kind, news)} remains`
      : source.how === "issued" && source.leaves !== undefined && isNew
        ? `${source.leaves} remain`
        : undefined;
  const { planned } = session.registry(news);
  const { unless } = holder.guard;
  const declared = planned.spelled(parent.list, asText(news[parent.field]), [unless]);
  if (stays !== undefined && declared !== undefined && declared !== canonical([true])) {
    session.warn(
      `${stays} in the ${holder.name} when this resource is destroyed. The ${holder.name} then cannot be destroyed, unless it has ` +
        `\`${unless}: true\`, which deletes everything in it.`,
      news,
    );
  }
}

/** Skips objects in a workspace, because they may still appear before the `up`, as when a person joins. */
async function unmatchedFailures({ kind, session, olds, news }: Declared): Promise<string[]> {
  const identity = identityOf(kind, news);
  const { source, endpoints } = kind;
  const isOfAccount = source.how === "adopted" && endpoints.parent === undefined;
  if (!isOfAccount || identity === undefined || identityOf(kind, olds) === identity) {
    return [];
  }
  const context = session.context(kind, news);
  const isMisled = context.registry.misleading !== undefined; // the create reports the error
  const why = isMisled ? undefined : await whyUnmatched(context, inputsOf(kind, news), source);
  return why === undefined ? [] : [why];
}

type Reference = NonNullable<Field["refers"]>;

/**
 * Warns if a reference is an object's id or name instead of its output, or matches no object. A missing match
 * is reported only when the operation ends, because another resource may still create the object.
 */
function warnOfMisreferences({ kind, session, news }: Declared, label: string): void {
  const context = session.context(kind, news);
  for (const { name, refers } of kind.fields.values()) {
    const [value, isUsed = true] = [news[name], news[refers?.when ?? ""]];
    if (refers === undefined || refers.to === "id" || typeof value !== "string" || isUnknown(value)) {
      continue;
    }
    const other = context.kindListed(refers.list);
    if (other === undefined || isUsed === false || isUnknown(isUsed)) {
      continue;
    }
    const judge = (isEnd: boolean) => {
      const words = misreference(context, { refers, other, value }, isEnd);
      if (words !== undefined) {
        session.warn(`${label}: ${name} is ${words}`, news);
      }
    };
    judge(false);
    session.atEnd.push(() => judge(true));
  }
}

function misreference(
  context: ResourceContext,
  { refers, other, value }: { readonly refers: Reference; readonly other: Kind; readonly value: string },
  isEnd: boolean,
): string | undefined {
  const place = context.within(context.parentId ?? "", other);
  const objects = nameables(place, refers.to, isEnd);
  const declared = context.registry.planned.ids(refers.list).filter((id) => id === value);
  const isWhole = isEnd && isKnown(place) && !offersMore(context, refers);
  const found = misnamed(value, [...objects, ...declared.map((id): Nameable => ({ id }))], isWhole);
  if (found?.as === "unmatched") {
    return `not the ${refers.to} of any ${other.name} in its workspace.${found.hint}`;
  }
  return (
    found &&
    `the ${found.as} of a ${other.name}, not its ${refers.to}. ` +
      `Set it to the ${refers.to} of that ${other.name}.`
  );
}

/** Whether objects in the `more` list supply additional names. */
function offersMore(context: ResourceContext, { more }: Reference): boolean {
  const other = more && context.kindListed(more.list);
  if (other === undefined) {
    return false;
  }
  const place = context.within(context.parentId ?? "", other);
  const isEmpty = (value: Json = null) => value === null || (Array.isArray(value) && value.length === 0);
  return !isKnown(place) || objectsIn(place).some(({ read }) => !isEmpty(read(more?.field ?? "")));
}

/** Whether this process knows every object that the collection will have after this operation. */
function isKnown({ kind, registry, collection, isOursAlone }: ResourceContext): boolean {
  const { list, awaited } = registry.known.at(collection);
  // An object whose parent does not exist yet may end up in any collection.
  const open = registry.known.at(collectionKey(kind.endpoints.list ?? "", unknownValue)).awaited;
  const isWhole = isOursAlone || list?.complete === true;
  return isWhole && awaited.size + open.size === 0 && !registry.isShared(collection);
}

/** The cache distinguishes `isEnd`, because a change planned in the meantime may make a name unknown. */
function nameables(place: ResourceContext, to: string, isEnd: boolean): readonly Nameable[] {
  const { kind, registry, collection } = place;
  const { nameables } = registry.known.at(collection);
  const key = `${to} ${isEnd}`;
  const followed = [...kind.outputFields.values()].flatMap(({ follows }) => follows?.input ?? []);
  const text = (value: Json | undefined) => (typeof value === "string" ? value : undefined);
  const objects =
    nameables.get(key) ??
    objectsIn(place).map(({ id, isWritten, read }) => {
      const inputs = Object.fromEntries(followed.map((input) => [input, read(input) ?? null]));
      // An output that depends on a changed object is unknown until the output is read again.
      const isOld = !isWritten && isPulledAlong(kind, registry.planned, inputs);
      const name = text(read(kind.naturalKey.at(-1) ?? ""));
      return { id, name, called: isOld ? undefined : text(read(to)) };
    });
  nameables.set(key, objects);
  return objects;
}

function objectsIn({ kind, registry, collection }: ResourceContext) {
  const { list, written } = registry.known.at(collection);
  const rows = (list?.rows ?? []).filter((row) => !written.has(idOf(row) ?? ""));
  return [
    ...rows.map((row) => ({
      id: idOf(row),
      isWritten: false,
      read: (name: string) => {
        const field = kind.fields.get(name) ?? kind.outputFields.get(name);
        return field && shownIn(field, row);
      },
    })),
    ...[...written].flatMap(([id, values]) =>
      values === undefined
        ? []
        : [{ id, isWritten: true, read: (name: string) => values[name] ?? shownOf(values)?.[name] }],
    ),
  ];
}

/** Whether fields of other kinds refer to outputs of this kind. */
function isNamed({ endpoints: { list } }: Kind, kinds: readonly Kind[]): boolean {
  return kinds.some(({ fields }) =>
    [...fields.values()].some(
      ({ refers }) =>
        refers !== undefined && refers.to !== "id" && [refers.list, refers.more?.list].includes(list),
    ),
  );
}

/** Records checked inputs whose object is not yet created, updated or found to be unchanged. */
export function awaitObject(kind: Kind, session: Session, inputs: Values): void {
  if (isNamed(kind, session.kinds)) {
    const registry = session.registry(inputs);
    const collection = collectionOf(kind, inputs);
    registry.known.at(collection).awaited.add(canonical(inputs));
    registry.share(collection);
  }
}

/** Records the outcome for checked inputs: the object was written with this state, or is unchanged. */
export function settleObject(
  kind: Kind,
  session: Session,
  inputs: Values,
  written?: { readonly id: string; readonly outputs: Values },
): void {
  if (isNamed(kind, session.kinds)) {
    const { known } = session.registry(inputs);
    const collection = collectionOf(kind, inputs);
    known.at(collection).awaited.delete(canonical(inputs));
    if (written !== undefined) {
      known.write(collection, written.id, written.outputs);
    }
  }
}

/** Probable mistakes that the API allows. The lines contain no values, because values may be secret. */
export function doubtsOf(kind: Kind, inputs: Values): string[] {
  const ofFields = [...kind.fields.values()].flatMap(({ name, doubt }) => {
    const value = inputs[name];
    const oddity = value === undefined || isUnknown(value) ? undefined : doubt?.(value, inputs);
    return oddity === undefined ? [] : [`${name} ${oddity}`];
  });
  const isGiven = (value: Json = false) => value !== null && value !== false && !isUnknown(value);
  const ofPairs = (kind.contradictions ?? [])
    .filter((pair) => pair.every((name) => isGiven(inputs[name])))
    .map((pair) => `${pair.join(" and ")} are both set, but contradict each other`);
  return [...ofFields, ...ofPairs];
}

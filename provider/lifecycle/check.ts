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

/** What a check has found. A failure names its property in the sentence, never the value of it. */
export interface Checked {
  /** Whether all is right, and the connection is known: then the gateway may be asked about the resource. */
  readonly isSound: boolean;
  readonly failures: readonly string[];
}

/** A resource of the program, as it was and as it is declared. */
interface Declared {
  readonly kind: Kind;
  readonly session: Session;
  /** One that no other resource of the program has. */
  readonly name: string | undefined;
  readonly olds: Values;
  readonly news: Values;
}

/** What is wrong with a resource. Warns of what is probably a mistake. */
export async function checkResource(declared: Declared): Promise<Checked> {
  const { kind, session, name, news } = declared;
  // A person looks for the resource in the program, where the object has no name yet.
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

/** The name of a resource in the program, which is the last part of its URN. */
function shortName(urn: string): string {
  return urn.split("::").at(-1) ?? urn;
}

/** What is wrong with the connection and its settings. Warns of doubts about these and about the inputs. */
function connectionFailures({ kind, session, news }: Declared, label: string): string[] {
  const idle = idleConnection(session, news);
  if (idle !== undefined || isUnknown(news.connection)) {
    return idle === undefined ? [] : [idle];
  }
  try {
    const { settings } = session.context(kind, news).client;
    const advice = "the gateway may take it, but check that it is meant.";
    for (const doubt of settingDoubts(settings)) {
      session.warn(`${doubt}; ${advice}`, {});
    }
    for (const doubt of doubtsOf(kind, news)) {
      session.warn(`${label}: ${doubt}; ${advice}`, news);
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

/** Why a connection cannot be named beside a provider of the program; undefined if none is. */
export function idleConnection({ provider }: Session, { connection }: Values): string | undefined {
  return provider === undefined || connection === undefined
    ? undefined
    : `connection has no effect beside the provider "${provider}", whose arguments are its settings: ` +
        "leave out the one or the other";
}

/** Refuses a second resource for one object. Two resources that have had two objects so far may go on. */
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

/** Warns of a second resource that declares what perhaps only one object of the workspace can have. */
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
        `${label}: ${field.name} is declared by the resource "${shortName(rival)}", too. The API does not say ` +
          `whether several can have it: the ${kind.name} that is written last may take it from the other. Take it out of one of them.`,
        news,
      );
    }
  }
}

/**
 * Warns of what stays when a resource is destroyed, in a place of the program that cannot be destroyed with it in it: an object, or what
 * comes of a new one that is issued.
 */
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
      ? `${labelOf(kind, news)} stays`
      : source.how === "issued" && source.leaves !== undefined && isNew
        ? `${source.leaves} stay`
        : undefined;
  const { planned } = session.registry(news);
  const { unless } = holder.guard;
  const declared = planned.spelled(parent.list, asText(news[parent.field]), [unless]);
  if (stays !== undefined && declared !== undefined && declared !== canonical([true])) {
    session.warn(
      `${stays} in the ${holder.name} when this resource is destroyed, so the ${holder.name} cannot be destroyed, unless it has ` +
        `\`${unless}: true\`, which deletes all that is in it.`,
      news,
    );
  }
}

/**
 * Refuses a new resource for an object of the account that has to be there already, and is not. What belongs to a workspace may
 * still come before the `up`: a person joins.
 */
async function unmatchedFailures({ kind, session, olds, news }: Declared): Promise<string[]> {
  const identity = identityOf(kind, news);
  const { source, endpoints } = kind;
  const isOfAccount = source.how === "adopted" && endpoints.parent === undefined;
  if (!isOfAccount || identity === undefined || identityOf(kind, olds) === identity) {
    return [];
  }
  const context = session.context(kind, news);
  const isMisled = context.registry.misleading !== undefined; // the create says so
  const why = isMisled ? undefined : await whyUnmatched(context, inputsOf(kind, news), source);
  return why === undefined ? [] : [why];
}

type Reference = NonNullable<Field["refers"]>;

/**
 * Warns if a value that should be an output of another object is its id or its name instead, or matches no object: requests would not
 * reach the object. Sends no request. Whether it matches no object is judged when the operation ends: until then, another resource may
 * create the object.
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
    `the ${found.as} of a ${other.name}, and not its ${refers.to}. ` +
      `Set it to the ${refers.to} of that ${other.name}.`
  );
}

/** Whether objects of another list may offer names of their own. */
function offersMore(context: ResourceContext, { more }: Reference): boolean {
  const other = more && context.kindListed(more.list);
  if (other === undefined) {
    return false;
  }
  const place = context.within(context.parentId ?? "", other);
  const isEmpty = (value: Json = null) => value === null || (Array.isArray(value) && value.length === 0);
  return !isKnown(place) || objectsIn(place).some(({ read }) => !isEmpty(read(more?.field ?? "")));
}

/** Whether all objects of a collection are known, as they are after this operation. */
function isKnown({ kind, registry, collection, isOursAlone }: ResourceContext): boolean {
  const { list, awaited } = registry.known.at(collection);
  // What belongs to something that is not created yet may belong to anything.
  const open = registry.known.at(collectionKey(kind.endpoints.list ?? "", unknownValue)).awaited;
  const isWhole = isOursAlone || list?.complete === true;
  return isWhole && awaited.size + open.size === 0 && !registry.isShared(collection);
}

/**
 * What the objects of a collection are called, computed once for all values that may name them. The result at the end of the operation
 * (`isEnd`) is kept apart, because a change that was planned since may have made a name unknown.
 */
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
      // What follows a change of another object, and was not read since, is not known.
      const isOld = !isWritten && isPulledAlong(kind, registry.planned, inputs);
      const name = text(read(kind.naturalKey.at(-1) ?? ""));
      return { id, name, called: isOld ? undefined : text(read(to)) };
    });
  nameables.set(key, objects);
  return objects;
}

/** The objects of a collection: the rows of its list, and what this process has written since. */
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

/** Whether values of other kinds are to be outputs of objects of this one, or depend on which they are. */
function isNamed({ endpoints: { list } }: Kind, kinds: readonly Kind[]): boolean {
  return kinds.some(({ fields }) =>
    [...fields.values()].some(
      ({ refers }) =>
        refers !== undefined && refers.to !== "id" && [refers.list, refers.more?.list].includes(list),
    ),
  );
}

/** Notes that inputs were checked: an object of them is to be created, updated or found unchanged. */
export function awaitObject(kind: Kind, session: Session, inputs: Values): void {
  if (isNamed(kind, session.kinds)) {
    const registry = session.registry(inputs);
    const collection = collectionOf(kind, inputs);
    registry.known.at(collection).awaited.add(canonical(inputs));
    registry.share(collection);
  }
}

/** Notes what has become of checked inputs: an object that was written, with its state, or one that stays as it is. */
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

/**
 * What is probably a mistake in a resource's inputs, although the API does not forbid it.
 * The lines never have a value in them, which may be a secret.
 */
export function doubtsOf(kind: Kind, inputs: Values): string[] {
  const ofFields = [...kind.fields.values()].flatMap(({ name, doubt }) => {
    const value = inputs[name];
    const oddity = value === undefined || isUnknown(value) ? undefined : doubt?.(value, inputs);
    return oddity === undefined ? [] : [`${name} ${oddity}`];
  });
  const isGiven = (value: Json = false) => value !== null && value !== false && !isUnknown(value);
  const ofPairs = (kind.contradictions ?? [])
    .filter((pair) => pair.every((name) => isGiven(inputs[name])))
    .map((pair) => `${pair.join(" and ")} are both given, and contradict each other`);
  return [...ofFields, ...ofPairs];
}

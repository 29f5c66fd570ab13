import { idOf } from "../../client/answers.js";
import { collectionKey } from "../../client/lists.js";
import { canonical } from "../../spec/compare.js";
import type { Field } from "../../spec/field.js";
import type { Kind } from "../../spec/kind.js";
import { isUnknown, unknownValue, type Values } from "../../spec/values.js";
import type { Json } from "../../text/json.js";
import { kindListed, within } from "../existing.js";
import { isPulledAlong } from "../objects/follow.js";
import { misnamed, type Nameable } from "../objects/misnamed.js";
import type { Session } from "../operation/session.js";
import { collectionOf, type Target } from "../operation/target.js";
import { shownIn } from "../state/row.js";
import { shownOf } from "../state/shown.js";

type Reference = NonNullable<Field["refers"]>;

/**
 * Warns if a value that should be an output of another object is its id or its name instead, or matches no object: requests would not
 * reach the object. Sends no request. Whether it matches no object is judged when the operation ends: until then, another resource may
 * create the object.
 */
export function warnOfMisreferences(kind: Kind, session: Session, label: string, news: Values): void {
  const target = session.target(kind, news);
  for (const { name, refers } of kind.fields.values()) {
    const [value, isUsed = true] = [news[name], news[refers?.when ?? ""]];
    if (refers === undefined || refers.to === "id" || typeof value !== "string" || isUnknown(value)) {
      continue;
    }
    const other = kindListed(target, refers.list);
    if (other === undefined || isUsed === false || isUnknown(isUsed)) {
      continue;
    }
    const judge = (isEnd: boolean) => {
      const words = misreference(target, { refers, other, value }, isEnd);
      if (words !== undefined) {
        session.warn(`${label}: ${name} is ${words}`, news);
      }
    };
    judge(false);
    session.atEnd(() => judge(true));
  }
}

function misreference(
  target: Target,
  { refers, other, value }: { readonly refers: Reference; readonly other: Kind; readonly value: string },
  isEnd: boolean,
): string | undefined {
  const place = within(target, target.parentId ?? "", other);
  const objects = nameables(place, refers.to, isEnd);
  const declared = target.ledger.planned.ids(refers.list).filter((id) => id === value);
  const isWhole = isEnd && isKnown(place) && !offersMore(target, refers);
  const found = misnamed(value, [...objects, ...declared.map((id): Nameable => ({ id }))], isWhole);
  if (found === undefined) {
    return undefined;
  }
  if (found.as === "unmatched") {
    return `not the ${refers.to} of any ${other.name} in its workspace.${found.hint}`;
  }
  return (
    `the ${found.as} of a ${other.name}, and not its ${refers.to}. ` +
    `Set it to the ${refers.to} of that ${other.name}.`
  );
}

/** Whether objects of another list may offer names of their own. */
function offersMore(target: Target, { more }: Reference): boolean {
  const other = more && kindListed(target, more.list);
  if (other === undefined) {
    return false;
  }
  const place = within(target, target.parentId ?? "", other);
  const isEmpty = (value: Json = null) => value === null || (Array.isArray(value) && value.length === 0);
  return !isKnown(place) || objectsIn(place).some(({ read }) => !isEmpty(read(more?.field ?? "")));
}

/** Whether all objects of a collection are known, as they are after this operation. */
function isKnown({ kind, ledger, collection, isOursAlone }: Target): boolean {
  const { list, awaited } = ledger.known.at(collection);
  // What belongs to something that is not created yet may belong to anything.
  const open = ledger.known.at(collectionKey(kind.endpoints.list ?? "", unknownValue)).awaited;
  const isWhole = isOursAlone || list?.complete === true;
  return isWhole && awaited.size + open.size === 0 && !ledger.isShared(collection);
}

/**
 * What the objects of a collection are called, computed once for all values that may name them. The result at the end of the operation
 * (`isEnd`) is kept apart, because a change that was planned since may have made a name unknown.
 */
function nameables(place: Target, to: string, isEnd: boolean): readonly Nameable[] {
  const known = place.ledger.known.at(place.collection).nameables;
  const key = `${to} ${isEnd}`;
  const objects = known.get(key) ?? nameablesNow(place, to);
  known.set(key, objects);
  return objects;
}

/** What follows a change of another object, and was not read since, is not known. */
function nameablesNow(place: Target, to: string): Nameable[] {
  const { kind, ledger } = place;
  const followed = [...kind.outputFields.values()].flatMap(({ follows }) => follows?.input ?? []);
  const text = (value: Json | undefined) => (typeof value === "string" ? value : undefined);
  return objectsIn(place).map(({ id, isWritten, read }) => {
    const inputs = Object.fromEntries(followed.map((input) => [input, read(input) ?? null]));
    const isOld = !isWritten && isPulledAlong(kind, ledger.planned, inputs);
    return {
      id,
      name: text(read(kind.naturalKey.at(-1) ?? "")),
      called: isOld ? undefined : text(read(to)),
    };
  });
}

/** The objects of a collection: the rows of its list, and what this process has written since. */
function objectsIn({ kind, ledger, collection }: Target) {
  const { list, written } = ledger.known.at(collection);
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
    const ledger = session.ledger(inputs);
    const collection = collectionOf(kind, inputs);
    ledger.known.await(collection, canonical(inputs));
    ledger.share(collection);
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
    const { known } = session.ledger(inputs);
    const collection = collectionOf(kind, inputs);
    known.settle(collection, canonical(inputs));
    if (written !== undefined) {
      known.write(collection, written.id, written.outputs);
    }
  }
}

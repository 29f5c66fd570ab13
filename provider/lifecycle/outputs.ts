import { noRows, type Rows } from "../client/exchange.js";
import { lookAgain } from "../io/io.js";
import { sameValue, shortHash } from "../spec/compare.js";
import type { Field } from "../spec/field.js";
import type { Kind } from "../spec/kind.js";
import { hasUnknown, hidden, objectIn, unknownValue, type Values } from "../spec/values.js";
import { asText, defined, type Json, type JsonObject } from "../text/json.js";
import { plural } from "../text/words.js";
import { difference, isReplacing, undeclaredFields } from "./changes.js";
import { observe } from "./observe.js";
import type { PlannedChanges } from "./registry.js";
import { closest, isNamesake, selected, selectorsOf, valueIn } from "./rows.js";
import type { ResourceContext } from "./session.js";
import { inputsOf, shownAfter, shownBy, wrapSecrets } from "./state.js";
import { vanishedAdvice } from "./write.js";

/**
 * The outputs that stay unchanged, as an entry for the checked inputs. Empty for a new object.
 *
 * A preview knows only the inputs of an object that will be updated. Without this entry, all outputs of the
 * object would be unknown, and every resource that uses one of them would show an update that `up` does not
 * make.
 */
export async function retainedOutputs(
  context: ResourceContext,
  olds: Values,
  used?: readonly string[],
): Promise<Values> {
  const { kind, values: news, registry } = context;
  const prior = objectIn(olds, hidden.retained) ?? {};
  const mark = followMark(kind, registry.planned, news);
  const isPulled = isPulledAlong(kind, registry.planned, news);
  // An earlier run changed the object that these outputs depend on, but did not update this object.
  const isLate = mark !== undefined && (prior[hidden.follows] ?? mark) !== mark;
  const { changed, removed } = difference(kind, olds, news);
  if (
    Object.keys(olds).length === 0 ||
    [...changed, ...removed].some((field) => isReplacing(kind, field, olds, news))
  ) {
    return {}; // a new object has new outputs
  }
  if (!isPulled && !isLate && changed.length + removed.length === 0) {
    return entry(prior);
  }
  const retained = [...kind.outputFields.values()].filter(
    (field) =>
      field.madeOf !== undefined &&
      isMadeOfTheSame(field, olds, news) &&
      !(isPulled && field.follows !== undefined),
  );
  const known = retained.filter(({ name, follows }) => prior[name] !== undefined && !(isLate && follows));
  const undeclared = prior[hidden.shown] === undefined ? undeclaredFields(kind, news) : [];
  const missing = [...retained.filter((field) => !known.includes(field)), ...undeclared];
  // The program reads the output, or fields of other kinds refer to it.
  const isUsed = ({ name }: Field) =>
    used?.includes(name) !== false ||
    context.kinds.some(({ fields }) =>
      [...fields.values()].some(({ refers }) => refers?.list === kind.endpoints.list && refers?.to === name),
    );
  const row = missing.some(isUsed) ? await lastSeen(context, olds) : undefined;
  const before = { ...olds, ...defined({ [hidden.shown]: prior[hidden.shown] }) };
  const values = retained.map((field) => [
    field.name,
    known.includes(field) ? prior[field.name] : row && valueIn(field, row),
  ]);
  const shown = shownAfter(
    kind,
    { ...olds, ...defined({ [hidden.shown]: shownBy(kind, olds, row, before) }) },
    news,
  );
  return entry({ ...Object.fromEntries(values), [hidden.shown]: shown }, mark);
}

/**
 * Keeps the output names of the prior inputs, because a plan saved by a preview with a refresh must also be
 * valid for an `up` without a refresh.
 */
export function retainedFrom(outputs: Values): Values {
  const names = outputs[hidden.retained];
  const listed = Array.isArray(names) ? names.map(String) : [];
  return entry(Object.fromEntries(listed.map((name) => [name, outputs[name]])));
}

/** The names of the retained outputs in these inputs. They are stored in the outputs for the next read. */
export function retainedNames(inputs: Values): Json | undefined {
  const retained = inputs[hidden.retained];
  return retained === undefined ? undefined : Object.keys(objectIn(inputs, hidden.retained) ?? {});
}

function entry(values: Partial<Values>, mark: Json | undefined = values[hidden.follows]): Values {
  const known = defined({ ...values, [hidden.follows]: mark });
  return Object.keys(known).length === 0 ? {} : { [hidden.retained]: known };
}

export function isMadeOfTheSame({ madeOf = [] }: Field, olds: Values, news: Values): boolean {
  return madeOf.every((name) => !hasUnknown(news[name]) && sameValue({}, olds[name], news[name]));
}

/** The row from before this process changed anything. If the request fails, `up` reports the problem. */
async function lastSeen(context: ResourceContext, olds: Values): Promise<JsonObject | undefined> {
  const { kind } = context;
  if (kind.endpoints.list === undefined) {
    return undefined;
  }
  const { rows } = await listBefore(context);
  // Matches by selectors, by natural key and declared values, or by declared values alone.
  const meant = selectorsOf(kind).length > 0 ? selected(kind, olds, rows) : [];
  const namesakes = () => rows.filter((each) => isNamesake(kind, olds, each));
  const [row, ...others] = meant.length > 0 ? meant : closest(kind, olds, namesakes());
  return others.length === 0 ? row : undefined;
}

/**
 * Also starts reading the lists of the workspaces declared after this one. The engine checks objects one
 * after another, and programs that change one workspace often also change the next one.
 */
function listBefore(context: ResourceContext): Promise<Rows> {
  const { kind, client, registry, values } = context;
  const { list = "", parent } = kind.endpoints;
  const scope = String(values.connection ?? "");
  const keyOf = (each: ResourceContext) => `${each.collection} ${scope}`;
  const load = async (each: ResourceContext) => {
    return (client.lists.known(each.collection) ?? each.rows({ once: true })).catch(() => noRows);
  };
  const own = context.parentId ?? "";
  const isFirst = registry.cachedReads.known(keyOf(context)) === undefined;
  const declared = isFirst && parent !== undefined ? registry.planned.ids(parent.list) : [];
  for (const id of isFirst ? [own, ...declared.slice(declared.indexOf(own) + 1)] : []) {
    const next = context.with({ values: { ...values, [parent?.field ?? ""]: id } });
    registry.cachedReads.expect(`${list} ${scope}`, keyOf(next), () => load(next));
  }
  return registry.cachedReads.read(keyOf(context), () => load(context));
}

/**
 * An unchanged output that the state lacks is null. If it were unknown, every resource that uses it would
 * show an update that `up` does not make.
 */
export function knownOutputs(
  kind: Kind,
  planned: PlannedChanges,
  olds: Values | undefined,
  news: Values,
): Values {
  const hasFollowed = olds !== undefined && following(kind, planned, olds, news).length > 0;
  const outputs = [...kind.outputFields.values()].map((field) => {
    const stays =
      olds !== undefined &&
      !(field.follows !== undefined && hasFollowed) &&
      (field.createOnly === true || (field.madeOf !== undefined && isMadeOfTheSame(field, olds, news)));
    const prior = stays ? olds[field.name] : unknownValue;
    return [field.name, prior ?? (olds?.[hidden.unfinished] === true ? unknownValue : null)] as const;
  });
  const shown = olds?.[hidden.unfinished] === true ? undefined : shownAfter(kind, olds ?? {}, news);
  return wrapSecrets(kind, {
    ...inputsOf(kind, news),
    ...Object.fromEntries(outputs),
    ...defined({ [hidden.shown]: shown }),
  });
}

/** Outputs that depend on a changed object, or on a change that an earlier process did not read back. */
export function following(kind: Kind, planned: PlannedChanges, olds: Values, news: Values): Field[] {
  const before = olds[hidden.follows];
  const mark = followMark(kind, planned, news);
  const isMissed = before !== undefined && mark !== undefined && before !== mark;
  return [...kind.outputFields.values()].filter(
    ({ follows }) => follows !== undefined && (isMissed || isBeingChanged(follows, planned, news)),
  );
}

/** Whether an output of the object depends on a change that this process makes to another object. */
export function isPulledAlong(kind: Kind, planned: PlannedChanges, values: Values): boolean {
  return [...kind.outputFields.values()].some(({ follows }) => isBeingChanged(follows, planned, values));
}

function isBeingChanged(follows: Field["follows"], planned: PlannedChanges, values: Values): boolean {
  return (
    follows !== undefined && planned.changed(follows.list, asText(values[follows.input]), follows.fields)
  );
}

/** A hash of the values that outputs follow. Undefined if there are none, or if one is unknown to this process. */
export function followMark(kind: Kind, planned: PlannedChanges, values: Values): string | undefined {
  const parts = [...kind.outputFields.values()].flatMap(({ follows }) =>
    follows === undefined
      ? []
      : [planned.spelled(follows.list, asText(values[follows.input]), follows.fields)],
  );
  return parts.length === 0 || parts.includes(undefined) ? undefined : shortHash(parts.join(" "));
}

export function followers(kinds: readonly Kind[], kind: Kind, names: readonly string[]): string[] {
  if (names.length === 0) {
    return []; // the usual case
  }
  return kinds.flatMap((other) =>
    [...other.outputFields.values()].flatMap(({ name, follows }) => {
      const change = follows?.fields.find((field) => names.includes(field));
      return change === undefined || follows?.list !== kind.endpoints.list
        ? []
        : [
            `A change to ${change} also changes the ${name} of dependent ${plural(other.name)}. \`pulumi up\` reads the new value back. ` +
              `${plural(other.name)} that --target excludes keep the old value in the state ` +
              "until the next `pulumi refresh`.",
          ];
    }),
  );
}

/**
 * Undefined if none of its outputs depend on a changed object. Reads may lag behind writes, so the read is
 * repeated briefly while the outputs have their old values.
 */
export async function catchUp(
  context: ResourceContext,
  id: string,
  prior: Values,
): Promise<JsonObject | undefined> {
  const { kind, client, registry, values, collection } = context;
  const fields = following(kind, registry.planned, prior, values);
  if (fields.length === 0) {
    return undefined;
  }
  client.lists.write(collection); // the gateway also wrote this object when it changed the other one
  const readOnce = async () => {
    const seen = await observe(context, id, prior);
    if (seen.is === "gone") {
      throw new Error(vanishedAdvice(context));
    }
    return seen.is === "live" ? seen.row : undefined;
  };
  return lookAgain(
    client.io,
    readOnce,
    (row) =>
      row !== undefined && fields.every((field) => sameValue(field, valueIn(field, row), prior[field.name])),
    { times: 2, pause: 250 },
  );
}

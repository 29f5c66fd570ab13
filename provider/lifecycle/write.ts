import { hasStatus, isAnswer, itemOf, type RequestError } from "../client/exchange.js";
import { lookAgain, rest } from "../io/io.js";
import { isWord, sameValue } from "../spec/compare.js";
import type { Field } from "../spec/field.js";
import { isReadable, type Kind } from "../spec/kind.js";
import { hidden, objectIn, type Values } from "../spec/values.js";
import { isJsonObject, type Json, type JsonObject } from "../text/json.js";
import { howMany, messageOf } from "../text/words.js";
import { assertAccountAllowed, forbidden, observe, readById, warnIfAccountUnknown } from "./observe.js";
import { alteredFields, bodyOf, lacksFields, valueIn } from "./rows.js";
import type { ResourceContext } from "./session.js";
import { accepts } from "./state.js";

/** Returns an empty row for an empty response. */
export async function modify(
  context: ResourceContext,
  id: string,
  method: "PATCH" | "PUT",
  body: JsonObject,
): Promise<JsonObject> {
  const { kind, client, registry, collection } = context;
  await assertAccountAllowed(context);
  registry.touch(collection, id);
  client.lists.write(collection);
  try {
    return itemOf(await client.send(context.write(method, kind.endpoints.patch ?? "", body, id))) ?? {};
  } catch (error) {
    throw hasStatus(error, 404)
      ? new Error(`${error.message} ${vanishedAdvice(context)}`, { cause: error })
      : await forbidden(context, id, error);
  } finally {
    client.lists.write(collection);
  }
}

/** Sends a PATCH. For an empty body, sends nothing and returns undefined. */
export async function patch(
  context: ResourceContext,
  id: string,
  body: JsonObject,
): Promise<JsonObject | undefined> {
  return Object.keys(body).length === 0 ? undefined : modify(context, id, "PATCH", body);
}

export function vanishedAdvice({ label }: ResourceContext): string {
  return `${label} no longer exists on the gateway. Run \`pulumi refresh\`, and then \`pulumi up\` to recreate it.`;
}

/**
 * Deletes an object, and checks that it is gone. An object that is already gone counts as a success. If the
 * object still exists after a 404 or 400, the gateway may expect `workspace_id` in the body instead of the
 * query, or vice versa. The request is then repeated once with `workspace_id` in the other place.
 */
export async function remove(context: ResourceContext, id: string, state: Values): Promise<void> {
  const { kind, client, registry, collection } = context;
  const { deleteScope } = client.settings;
  await assertAccountAllowed(context);
  client.lists.write(collection);
  const attempt = async (place: typeof deleteScope): Promise<RequestError | undefined> => {
    try {
      await client.send(context.remove(id, place));
      client.lists.write(collection);
      return undefined;
    } catch (error) {
      if (!hasStatus(error, 404, 400)) {
        throw await forbidden(context, id, error);
      }
      if ((await observe(context, id, state)).is !== "gone") {
        return error;
      }
      await warnIfAccountUnknown(context, id, state);
      return undefined;
    }
  };
  const refusal = await attempt(deleteScope);
  const hasOther = kind.endpoints.scoped === true && deleteScope !== "both";
  const other = deleteScope === "body" ? "query" : "body";
  if (refusal !== undefined && (!hasOther || (await attempt(other)) !== undefined)) {
    throw refusal;
  }
  registry.touch(collection, id);
  registry.known.write(collection, id);
}

/**
 * Returns the row of an object after a write. Differing values are sent once more in a PATCH, because a
 * gateway may ignore a field in a POST.
 */
export async function readBack(
  context: ResourceContext,
  id: string,
  answer: JsonObject | undefined,
  sent: Values,
  prior: Values,
): Promise<JsonObject | undefined> {
  const { kind, client, label } = context;
  const isAltered = (row: JsonObject) => alteredFields(kind, sent, row).length > 0;
  const readOnce = async (shown: JsonObject | undefined) => {
    const seen = await observe(context, id, { ...prior, ...sent });
    if (seen.is === "gone") {
      throw new Error(`${label} (id ${id}) was written, but then could not be found.`);
    }
    return seen.is === "live" ? { ...shown, ...seen.row } : shown;
  };
  /** Repeats the read for a limited time, because reads may lag behind writes. */
  const readUntilEqual = async (shown: JsonObject | undefined) =>
    shown !== undefined && !lacksFields(kind, shown, sent) && !isAltered(shown)
      ? shown
      : lookAgain(
          client.io,
          () => readOnce(shown),
          (row) => isReadable(kind) && row !== undefined && isAltered(row),
        );
  const row = await readUntilEqual(answer);
  const altered = row === undefined ? [] : alteredFields(kind, sent, row).filter(({ replace }) => !replace);
  const body = bodyOf(kind, sent, altered);
  if (kind.endpoints.patch === undefined || Object.keys(body).length === 0) {
    return row;
  }
  const repeated = await modify(context, id, "PATCH", body).catch((error: unknown) => {
    const names = altered.map(({ name }) => name).join(", ");
    const words =
      `${label} (id ${id}): the gateway stored a value for ${names} that differs from the one sent, ` +
      `and refused an update with the sent value: ${messageOf(error)}`;
    if (retriesAltered(context) || !isAnswer(error) || error.outcome !== "rejected") {
      throw new Error(words, { cause: error });
    }
    context.warn(words);
    return undefined;
  });
  return repeated === undefined ? row : readUntilEqual({ ...row, ...repeated });
}

export class AlteredError extends Error {
  override readonly name = "AlteredError";
}

export function alteredIn({ fields }: Pick<ResourceContext["kind"], "fields">, state: Values): Field[] {
  return Object.keys(objectIn(state, hidden.altered) ?? {}).flatMap((name) => fields.get(name) ?? []);
}

export function retriesAltered({ client }: Pick<ResourceContext, "client">): boolean {
  return client.settings.onAlteredValue === "fail";
}

/** The altered properties that an update can send again. An undeclared property can only be cleared again. */
export function stillAltered(
  kind: Pick<ResourceContext["kind"], "fields">,
  olds: Values,
  news: Values,
): Field[] {
  return alteredIn(kind, olds).filter(({ name, nullable }) => nullable || news[name] !== undefined);
}

export function repeatedFields(context: ResourceContext, olds: Values, news: Values): Field[] {
  return retriesAltered(context) ? stillAltered(context.kind, olds, news) : [];
}

/** Describes the sent and stored values. A string may be a secret, so it is compared but not shown. */
export function describeAltered(
  altered: readonly Field[],
  sent: Values,
  row: JsonObject | undefined,
): string {
  const parts = altered.map((field) => {
    const wanted = sent[field.name] ?? null;
    const live = row === undefined ? undefined : valueIn(field, row);
    return `${field.name}: ${describeDifference(field, wanted, live)}`;
  });
  return `the gateway stored values that differ from the ones sent. ${parts.join(". ")}.`;
}

export function adviseOnAltered(
  context: ResourceContext,
  altered: readonly Field[],
  row: JsonObject | undefined,
): string {
  const { kind, client } = context;
  const canRepeat = kind.endpoints.patch !== undefined && altered.some((field) => !field.replace);
  const strange = altered.filter((field) => {
    const live = row === undefined ? undefined : valueIn(field, row);
    return live !== undefined && !accepts(kind, field, live);
  });
  return [
    canRepeat
      ? "This run sent them twice, and the next `pulumi up` sends them again."
      : `${kind.name} objects cannot be updated, so each \`pulumi up\` reports this until the declaration or the gateway changes.`,
    strange.length === 0
      ? "Declare the stored values, or lift the gateway's limit."
      : strange.every(({ optional }) => optional)
        ? `Leave out ${strange.map(({ name }) => name).join(" and ")}, because no program can declare the stored ${strange.length === 1 ? "value" : "values"}.`
        : "Contact the operators of the gateway, because no program can declare the stored value.",
    ...(canRepeat
      ? []
      : [
          `If the limit is lifted, \`pulumi up --replace\`${kind.naturalKey.length === 0 ? "" : " with the resource option `deleteBeforeReplace: true`"} creates a new object.`,
        ]),
    `If the gateway only normalizes values, set ${client.settings.named("onAlteredValue")} to \`warn\`.`,
  ].join(" ");
}

const longestPlace = 80;
const mostPlaces = 3;

function describeDifference(field: Field, sent: Json, live: Json | undefined): string {
  if (typeof sent === "object" && typeof live === "object" && sent !== null && live !== null) {
    const places = (field.unordered ? [field.name] : differingPlaces(field.name, sent, live)).map((place) =>
      place.slice(0, longestPlace),
    );
    const more = places.length > mostPlaces ? [`${places.length - mostPlaces} more`] : [];
    return `the stored value differs in ${[...places.slice(0, mostPlaces), ...more].join(", ")}`;
  }
  const areTexts = typeof sent === "string" && typeof live === "string" && field.choices.length === 0;
  const stored = areTexts ? describeStored(sent, live) : `but ${describeValue(field, live)} was stored`;
  return `${describeValue(field, sent)} was sent, ${stored}`;
}

/** The paths at which the stored value differs from the sent one. The gateway's additions do not count. */
function differingPlaces(path: string, sent: Json, live: Json | undefined): string[] {
  if (sameValue({}, sent, live)) {
    return [];
  }
  if (Array.isArray(sent) && Array.isArray(live)) {
    return sent.flatMap((value, index) => differingPlaces(`${path}[${index}]`, value, live[index]));
  }
  return isJsonObject(sent) && isJsonObject(live)
    ? Object.entries(sent).flatMap(([key, value]) => differingPlaces(`${path}.${key}`, value, live[key]))
    : [path];
}

function describeStored(sent: string, live: string): string {
  if (sent.toLowerCase() === live.toLowerCase()) {
    return "but stored in a different letter case";
  }
  if (sent.replace(/\s/g, "") === live.replace(/\s/g, "")) {
    return "but stored with different white space";
  }
  let same = 0;
  while (same < live.length && live[same] === sent[same]) {
    same++;
  }
  return same === live.length
    ? `but truncated to ${howMany(same, "character")}`
    : `but the stored string of ${howMany(live.length, "character")} differs from character ${same + 1} onward`;
}

/** A string, list or object may contain a secret, so only the API's enum values are shown. */
export function describeValue({ choices }: Field, value: Json | undefined): string {
  if (typeof value === "string" && !choices.includes(value)) {
    return `a string of ${howMany(value.length, "character")}`;
  }
  if (typeof value === "object" && value !== null) {
    return Array.isArray(value) ? `a list of ${howMany(value.length, "item")}` : "an object";
  }
  return JSON.stringify(value) ?? "another value";
}

/** The work on an object failed after its creation, so the object must be recreated. */
export class WorkFailed extends Error {
  override readonly name = "WorkFailed";
}

const firstPause = 500;
const longestPause = 10_000;

export async function waitUntilDone(
  context: ResourceContext,
  id: string,
  row: JsonObject | undefined,
  state: Values,
): Promise<JsonObject | undefined> {
  const { kind, client } = context;
  const { wait } = kind;
  if (wait === undefined || state[wait.unless] === false) {
    return row;
  }
  const limit = Number(state[wait.timeout.input] ?? wait.timeout.seconds);
  const deadline = client.io.now() + limit * 1000;
  const readCurrent = async () => {
    const single = await readById(context, id);
    const seen = single === undefined ? await observe(context, id, state) : undefined;
    if (seen?.is === "gone") {
      throw new Error(`${context.label} (id ${id}) was deleted while this run waited for it.`);
    }
    return seen?.is === "live" ? seen.row : single;
  };
  let current = row ?? (await readCurrent());
  const status = () => String(current?.[wait.status]);
  const mark = () => waitMark(kind, current, state);
  for (let pause = firstPause; mark() === hidden.unfinished; pause = Math.min(longestPause, pause * 1.5)) {
    if (client.io.now() + pause > deadline) {
      throw new Error(
        `${context.label} is still ${status()} after ${limit} s. The work continues on the gateway, ` +
          "and the next `pulumi up` waits for it again. " +
          `Set \`${wait.timeout.input}\` to wait longer, ` +
          `or \`${wait.unless}: false\` to skip the wait.`,
      );
    }
    context.progress(`${status()}, ${String(current?.[wait.progress.field] ?? 0)} ${wait.progress.of}`);
    if (!(await rest(client.io, pause))) {
      throw new Error(
        `${context.label} was ${status()} when the run was canceled. ` +
          "The work continues on the gateway, and the next `pulumi up` waits for it again.",
      );
    }
    current = await readCurrent();
  }
  if (mark() === hidden.failed) {
    const why = client.describe(current?.[wait.error]) || "the gateway gave no reason";
    throw new WorkFailed(
      `${context.label} ended with the status ${status()}: ${why}. The next \`pulumi up\` recreates it.`,
    );
  }
  return current;
}

/**
 * The state's mark for work that is unfinished or failed, according to this row. Undefined if the work has
 * succeeded, is not waited for, or has an unknown status (reads accept any status).
 */
export function waitMark(
  { wait }: Kind,
  row: JsonObject | undefined,
  state: Values,
): typeof hidden.unfinished | typeof hidden.failed | undefined {
  const isOneOf = (words: readonly string[] = []) =>
    words.some((word) => isWord(row?.[wait?.status ?? ""], word));
  if (wait === undefined || state[wait.unless] === false) {
    return undefined;
  }
  return isOneOf(wait.failed) ? hidden.failed : isOneOf(wait.running) ? hidden.unfinished : undefined;
}

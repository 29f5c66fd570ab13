import type { Field } from "../../spec/field.js";
import { hidden, type Values } from "../../spec/values.js";
import type { Json, JsonObject } from "../../text/json.js";
import { howMany } from "../../text/words.js";
import type { Target } from "../operation/target.js";
import { accepts } from "../state/check.js";
import { detailsOf } from "../state/details.js";
import { valueIn } from "../state/row.js";
import { objectIn } from "../state/state.js";

/** The gateway stored other values than were sent. */
export class AlteredError extends Error {
  override readonly name = "AlteredError";
}

/** The properties that the state records as altered by the gateway. */
export function alteredIn({ fields }: Pick<Target["kind"], "fields">, state: Values): Field[] {
  return Object.keys(objectIn(state, hidden.altered) ?? {}).flatMap((name) => fields.get(name) ?? []);
}

/** Whether an update sends or reads altered values again. The setting `onAlteredValue` decides. */
export function retriesAltered({ client }: Pick<Target, "client">): boolean {
  return client.settings.onAlteredValue === "fail";
}

/** The altered properties that an update can send again. One that is no longer declared can only be cleared again. */
export function stillAltered(kind: Pick<Target["kind"], "fields">, olds: Values, news: Values): Field[] {
  return alteredIn(kind, olds).filter(({ name, nullable }) => nullable || news[name] !== undefined);
}

/** The altered properties that an update sends or reads again. Empty if the settings accept altered values. */
export function repeatedFields(target: Target, olds: Values, news: Values): Field[] {
  return retriesAltered(target) ? stillAltered(target.kind, olds, news) : [];
}

/** Describes what was sent and what is stored, without long values and without values that may be secret. */
export function describeAltered(
  target: Target,
  altered: readonly Field[],
  sent: Values,
  row: JsonObject | undefined,
): string {
  const parts = altered.map((field) => {
    const wanted = sent[field.name] ?? null;
    const live = row === undefined ? undefined : valueIn(field, row);
    return `${field.name}: ${describeDifference(target, field, wanted, live)}`;
  });
  return `the gateway stored other values than were sent. ${parts.join(". ")}.`;
}

/** Advice for the user: whether the next update tries again, and how to avoid the difference. */
export function adviseOnAltered(
  target: Target,
  altered: readonly Field[],
  row: JsonObject | undefined,
): string {
  const { kind, client } = target;
  const canRepeat = kind.endpoints.patch !== undefined && altered.some((field) => !field.replace);
  const strange = altered.filter((field) => {
    const live = row === undefined ? undefined : valueIn(field, row);
    return live !== undefined && !accepts(kind, field, live);
  });
  return [
    canRepeat
      ? "This run sent them twice, and the next `pulumi up` sends them again."
      : `A ${kind.name} cannot be updated, so each \`pulumi up\` says this until the declaration or the gateway changes.`,
    strange.length === 0
      ? "Declare what the gateway has, or lift its limit."
      : strange.every(({ optional }) => optional)
        ? `Leave out ${strange.map(({ name }) => name).join(" and ")}, because no program can declare the value that it has.`
        : "Ask those who run the gateway, because no program can declare the value that it has.",
    ...(canRepeat ? [] : ["If the limit is lifted, `pulumi up --replace` makes a new one."]),
    `If it only tidies what it stores, set ${client.settings.named("onAlteredValue")} to \`warn\`.`,
  ].join(" ");
}

const longest = 40;
const mostPlaces = 3;

function describeDifference({ kind }: Target, field: Field, sent: Json, live: Json | undefined): string {
  if (typeof sent === "object" && typeof live === "object" && sent !== null && live !== null) {
    const details = detailsOf(kind, { [field.name]: sent }, { [field.name]: live }).get(field.name) ?? [];
    const places = details.filter(([, what]) => what !== "add").map(([place]) => place.slice(0, 2 * longest));
    const more = places.length > mostPlaces ? [`${places.length - mostPlaces} more`] : [];
    return `what is stored differs in ${[...places.slice(0, mostPlaces), ...more].join(", ")}`;
  }
  const isCut = typeof sent === "string" && typeof live === "string" && sent.startsWith(live);
  const stored = isCut && live.length > longest ? `the first ${live.length}` : describeValue(field, live);
  return `${describeValue(field, sent)} was sent, ${stored} is stored`;
}

/** Describes a value for a sentence. Values that may contain a secret are not shown: long texts, prose, URLs, lists and objects. */
export function describeValue({ prose }: Field, value: Json | undefined): string {
  if (typeof value === "string" && (prose || value.length > longest || value.includes("://"))) {
    return `a text of ${howMany(value.length, "character")}`;
  }
  if (typeof value === "object" && value !== null) {
    return Array.isArray(value) ? `a list of ${howMany(value.length, "item")}` : "an object";
  }
  return JSON.stringify(value) ?? "another value";
}

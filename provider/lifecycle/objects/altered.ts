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

/** Describes what was sent and what is stored. A text may be a secret of the program, so it is compared and not shown. */
export function describeAltered(
  { kind }: Pick<Target, "kind">,
  altered: readonly Field[],
  sent: Values,
  row: JsonObject | undefined,
): string {
  const parts = altered.map((field) => {
    const wanted = sent[field.name] ?? null;
    const live = row === undefined ? undefined : valueIn(field, row);
    return `${field.name}: ${describeDifference(kind, field, wanted, live)}`;
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
    ...(canRepeat
      ? []
      : [
          `If the limit is lifted, \`pulumi up --replace\` makes a new one${kind.naturalKey.length === 0 ? "" : ", with the resource option `deleteBeforeReplace: true`"}.`,
        ]),
    `If it only tidies what it stores, set ${client.settings.named("onAlteredValue")} to \`warn\`.`,
  ].join(" ");
}

const longestPlace = 80;
const mostPlaces = 3;

function describeDifference(kind: Target["kind"], field: Field, sent: Json, live: Json | undefined): string {
  if (typeof sent === "object" && typeof live === "object" && sent !== null && live !== null) {
    const details = detailsOf(kind, { [field.name]: sent }, { [field.name]: live }).get(field.name) ?? [];
    const places = details
      .filter(([, what]) => what !== "add")
      .map(([place]) => place.slice(0, longestPlace));
    const more = places.length > mostPlaces ? [`${places.length - mostPlaces} more`] : [];
    return `what is stored differs in ${[...places.slice(0, mostPlaces), ...more].join(", ")}`;
  }
  const areTexts = typeof sent === "string" && typeof live === "string" && field.choices.length === 0;
  const stored = areTexts ? describeStored(sent, live) : `${describeValue(field, live)} is stored`;
  return `${describeValue(field, sent)} was sent, ${stored}`;
}

/** Describes how a text that is stored differs from the one that was sent. */
function describeStored(sent: string, live: string): string {
  if (sent.toLowerCase() === live.toLowerCase()) {
    return "and stored in another letter case";
  }
  if (sent.replace(/\s/g, "") === live.replace(/\s/g, "")) {
    return "and stored with other white space";
  }
  let same = 0;
  while (same < live.length && live[same] === sent[same]) {
    same++;
  }
  return same === live.length
    ? `and cut to ${same}`
    : `one of ${howMany(live.length, "character")} is stored that differs from character ${same + 1} on`;
}

/** Describes a value for a sentence. A text, list or object may contain a secret of the program, so only words of the API are shown. */
export function describeValue({ choices }: Field, value: Json | undefined): string {
  if (typeof value === "string" && !choices.includes(value)) {
    return `a text of ${howMany(value.length, "character")}`;
  }
  if (typeof value === "object" && value !== null) {
    return Array.isArray(value) ? `a list of ${howMany(value.length, "item")}` : "an object";
  }
  return JSON.stringify(value) ?? "another value";
}

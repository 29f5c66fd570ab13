import {
  alteredIn,
  defined,
  type Field,
  howMany,
  type Json,
  type JsonObject,
  observe,
  observeState,
  referenceOf,
  shownOf,
  undeclaredFields,
  type Values,
  valueIn,
} from "pulumi-workspace-gateway/tools";
import { covered, coveredText } from "../account/covered.js";
import type { GatewayObject } from "../account/gateway-objects.js";
import type { NamedBy } from "../account/whole-account.js";
import type { LiveObject } from "../live/live-account.js";
import { driftedFields } from "../review/facts/changes.js";
import { differing, type FieldDifference, maskedDifference } from "../review/facts/differences.js";
import { fieldChange } from "../review/facts/fields/field-change.js";
import { changeWords, type WordsFor } from "../review/facts/fields/field-words.js";
import type { FieldChange } from "../review/facts/review.js";
import { plainState } from "../stack/plain-state.js";
import { maskPasswords } from "../text/mask.js";
import type { FieldDrift } from "./drift.js";
import { withIgnored } from "./ignored-changes.js";
import type { Managed } from "./managed.js";

/** Looks for an object as a refresh does. Undefined if it is gone. */
export async function lookFor({ resource, id, state, context }: Managed): Promise<LiveObject | undefined> {
  const { kind } = resource;
  try {
    const seen = await observe(context, id, state.values);
    return seen.is === "gone" ? undefined : { kind, id, row: seen.is === "live" ? seen.row : {}, context };
  } catch (error) {
    throw context.cover(error);
  }
}

/** What differs of the properties that the program declares, apart from those that it ignores. What it only reads declares none. */
export function declaredDrifts(managed: Managed, live: GatewayObject, namedBy: NamedBy): FieldDrift[] {
  const { resource, state } = managed;
  if (resource.external) {
    return [];
  }
  const seen = refreshed(managed, live.live.row);
  const before = { inputs: state.values, outputs: resource.outputs };
  const now = { ...seen, inputs: withIgnored(resource.ignoreChanges, state.values, seen.inputs) };
  return driftsOf(managed, driftedFields(resource.kind, before, now), namedBy);
}

/** What the gateway stored in place of what was sent, as long as it shows it. */
export function alteredDrifts(managed: Managed, live: GatewayObject, namedBy: NamedBy): FieldDrift[] {
  const { resource, state } = managed;
  const { row } = live.live;
  const fields = alteredIn(resource.kind, refreshed(managed, row).outputs);
  const now = Object.fromEntries(fields.map((field) => [field.name, valueIn(field, row) ?? null]));
  return driftsOf(managed, differing(fields, withNulls(fields, state.values), now), namedBy);
}

/** What the gateway shows otherwise than the state of the properties that the program leaves to it. */
export function undeclaredDrifts(managed: Managed, live: GatewayObject, namedBy: NamedBy): FieldDrift[] {
  const { resource, state } = managed;
  const before = shownOf(state.values);
  if (before === undefined || resource.external) {
    return [];
  }
  const fields = undeclaredFields(resource.kind, resource.outputs);
  const now = shownOf(refreshed(managed, live.live.row).outputs) ?? {};
  return driftsOf(managed, differing(fields, withNulls(fields, before), withNulls(fields, now)), namedBy);
}

/** Whether the state says nothing of properties that the program leaves to the gateway. */
export function saysNothingOfUndeclared({ resource, state }: Managed): boolean {
  return shownOf(state.values) === undefined && undeclaredFields(resource.kind, resource.outputs).length > 0;
}

/** The state that a refresh would write. */
function refreshed({ resource, state }: Managed, row: JsonObject): Record<"inputs" | "outputs", Values> {
  const { inputs, outputs } = observeState(resource.kind, state.values, row);
  return { inputs: plainState(inputs).values, outputs: plainState(outputs).values };
}

function withNulls(fields: readonly Field[], values: Values): Values {
  return Object.fromEntries(fields.map(({ name }) => [name, values[name] ?? null]));
}

function driftsOf(managed: Managed, differences: readonly FieldDifference[], namedBy: NamedBy): FieldDrift[] {
  const { resource, state, context, stack } = managed;
  // The gateway may repeat a secret of the object in any other value.
  const shown = (value: Json | undefined) =>
    value && coveredText(value, (text) => context.client.withoutSecrets(text));
  return differences.map((difference): FieldDrift => {
    const { field, before, after } = difference;
    const { name } = field;
    if (field.secret || state.secrets.has(name)) {
      return { is: "secret", name, words: before === covered ? rotatedWords : "[secret] → [secret]" };
    }
    const shownChange = maskedDifference(
      { ...difference, ...defined({ before: shown(before), after: shown(after) }) },
      stack.mask ?? maskPasswords,
    );
    if (shownChange.isSure) {
      return { is: "secret", name, words: "[secret] → [secret]" };
    }
    const isId = referenceOf(resource.kind, name)?.to === "id";
    const naming = (id: string) => ({ ...managed, inputs: { ...managed.inputs, [name]: id } });
    return fieldDrift(shownChange, {
      place: `${managed.kind}.${name}`,
      nameOf: (id) => (isId ? namedBy(naming(id), name)?.name : undefined),
    });
  });
}

const rotatedWords =
  "may have been rotated: the object was written, and nothing else that is declared differs";

/** A text that is not longer is shown whole on both sides. */
const longestInLine = 80;

/** A change of a value that is no secret, with what differs of a long one in one line. */
function fieldDrift(difference: FieldDifference, words: WordsFor): FieldDrift {
  const change = fieldChange(difference, words, undefined);
  return "words" in change
    ? change
    : { ...change, words: lineFor(change, changeWords(words, difference.before, difference.after)) };
}

function lineFor(change: Exclude<FieldChange, { words: string }>, whole: string): string {
  if (change.is === "graph") {
    const [part] = change.parts;
    return change.parts.length === 1 && part !== undefined && part.details.length < 2
      ? [`${part.name} ${part.change}`, ...part.details].join(": ")
      : `${howMany(change.parts.length, "part")} of it differ`;
  }
  const count = (sign: string) => change.lines.filter((line) => line.sign === sign).length;
  const isShort = whole.length <= 2 * longestInLine && !whole.includes("\\n");
  return isShort ? whole : `${howMany(count("+"), "line")} added, ${count("-")} removed`;
}

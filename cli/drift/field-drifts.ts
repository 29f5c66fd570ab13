import {
  defined,
  type Field,
  howMany,
  type Json,
  type JsonObject,
  type Kind,
  observeState,
  sameValue,
  stampOf,
  valueIn,
} from "pulumi-workspace-gateway/tools";
import { rotatedSecret } from "../account/rotated-secret.js";
import { fieldChange } from "../review/facts/fields/field-change.js";
import { changeWords, type WordsFor } from "../review/facts/fields/value-words.js";
import type { FieldChange } from "../review/facts/review.js";
import { plainValue } from "../stack/plain-state.js";
import type { FieldDrift } from "./drift.js";
import type { Managed } from "./managed.js";

/** A text that is not longer is shown whole on both sides. */
const longestInLine = 80;

const secretWords = "[secret] → [secret]";

/** The logical name of the object that a field names by its id, if a stack has it. */
export type NameOf = (field: Field, id: string) => string | undefined;

/** What differs between the last declaration and a row, as a refresh compares them. */
export function fieldDrifts({ resource, state }: Managed, row: JsonObject, nameOf: NameOf): FieldDrift[] {
  const { kind } = resource;
  const { values, secrets } = state;
  const { inputs, lost } = observeState(kind, values, row);
  const drifts = [...kind.fields.values()].flatMap((field): FieldDrift[] => {
    const before = values[field.name];
    const after = plainValue(inputs[field.name] ?? null);
    if (before === undefined || sameValue(field, before, after)) {
      return [];
    }
    const isSecret = secrets.has(field.name) || field.secret === true;
    return [
      isSecret
        ? { is: "secret", name: field.name, words: secretWords }
        : valueDrift(wordsFor(kind.name, field, nameOf), field, before, after),
    ];
  });
  const losses = lost.map((field) => lossOf(wordsFor(kind.name, field, nameOf), field));
  const all = [...drifts, ...losses];
  return all.length > 0 ? all : hiddenDrift(kind, resource.outputs, row);
}

export function wordsFor(kind: string, field: Field, nameOf: NameOf): WordsFor {
  return { place: `${kind}.${field.name}`, nameOf: (id) => nameOf(field, id) };
}

/** A change of a value that is no secret. */
export function valueDrift(words: WordsFor, field: Field, before: Json, after: Json | undefined): FieldDrift {
  const change = fieldChange({ field, before, ...defined({ after }) }, words, undefined);
  return "words" in change
    ? change
    : { ...change, words: lineFor(change, changeWords(words, before, after)) };
}

/** What differs of a long value, in one line. */
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

function lossOf(words: WordsFor, field: Field): FieldDrift {
  const lost = `${changeWords(words, true, false)}: lost to another object; an \`up\` does not repair it`;
  return { is: "value", name: field.name, before: true, after: false, words: lost };
}

/** A secret that the gateway never shows may have been changed, if the object was written and nothing else differs. */
function hiddenDrift(kind: Kind, outputs: JsonObject, row: JsonObject): FieldDrift[] {
  const stamp = stampOf(kind, "written");
  const secret = rotatedSecret(kind, outputs, stamp && valueIn(stamp, row));
  return secret === undefined
    ? []
    : [
        {
          is: "secret",
          name: secret.name,
          words: "may have been rotated: the object was written, and nothing else that is declared differs",
        },
      ];
}

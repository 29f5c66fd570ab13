import { z } from "zod";
import type { Field } from "../spec/field.js";
import type { Kind } from "../spec/kind.js";
import { hasUnknown, isHidden, isUnknown, type Values } from "../spec/values.js";
import { inOurWords } from "../text/issue-words.js";
import type { Json } from "../text/json.js";
import { didYouMean, quoted } from "../text/words.js";
import { selectorsOf } from "./rows.js";

/**
 * All that is wrong with a resource's inputs, and what would be right: sentences that may lack their period. They never have a value
 * in them, which may be a secret. A value that is not known yet is checked when it is known.
 */
export function checkInputs(kind: Kind, news: Values): string[] {
  const inputs = Object.fromEntries(Object.entries(news).filter(([name]) => !isHidden(name)));
  const result = kind.schema.safeParse(inputs, inOurWords);
  const issues = result.success ? [] : result.error.issues.filter((issue) => !touchesUnknown(inputs, issue));
  return [...issues.flatMap((issue) => problems(kind, inputs, issue)), ...selectorProblems(kind, inputs)];
}

/** Whether a program can declare the value of an input. */
export function accepts(kind: Kind, { name }: Field, value: Json): boolean {
  const schema = kind.schema.shape[name];
  return schema !== undefined && z.safeParse(schema, value).success;
}

/**
 * Of the inputs that select an existing object, exactly one must be given.
 * One that is not known yet may turn out to be undefined, so it is not counted.
 */
function selectorProblems(kind: Kind, inputs: Values): string[] {
  const names = selectorsOf(kind).map((field) => field.name);
  const given = names.filter((name) => inputs[name] !== undefined);
  const known = given.filter((name) => !isUnknown(inputs[name]));
  if (names.length < 2 || (given.length > 0 && known.length < 2)) {
    return [];
  }
  const all = new Intl.ListFormat("en-GB", { type: "conjunction" }).format(names);
  const count = known.length === 0 ? "none is" : `${known.length} are`;
  return [`give exactly one of ${all}, to say which ${kind.name} is meant; ${count} given`];
}

function touchesUnknown(inputs: Values, issue: z.core.$ZodIssue): boolean {
  let value: Json | undefined = inputs;
  for (const key of issue.path) {
    if (isUnknown(value)) {
      return true;
    }
    value = typeof value === "object" && value !== null ? Reflect.get(value, key) : undefined;
  }
  return issue.code !== "unrecognized_keys" && hasUnknown(value);
}

function problems(kind: Kind, inputs: Values, issue: z.core.$ZodIssue): string[] {
  const property = issue.path.join(".");
  const field = kind.fields.get(String(issue.path[0]));
  if (issue.code === "unrecognized_keys") {
    const names = issue.path.length === 0 ? [...kind.fields.keys()] : (field?.keys ?? []);
    const path = issue.path.map((step) => `${String(step)}.`).join("");
    return issue.keys.map(
      (key) =>
        `${kind.name} has no property ${quoted(path + key)}.${didYouMean(key, names, "The properties", path)}`,
    );
  }
  const value = issue.path.length === 1 ? inputs[String(issue.path[0])] : undefined;
  if (issue.path.length === 1 && value === undefined) {
    return [`${property} is required: ${field?.expected}`];
  }
  if (value === null && field?.optional && !field.nullable) {
    return [`${property} must be ${field.expected}; leave it out to leave it to the gateway`];
  }
  const isOfWrongForm = issue.code === "invalid_type" || issue.code === "invalid_union";
  const isWhole = issue.path.length === 1 && field !== undefined;
  return [`${property} ${isOfWrongForm && isWhole ? `must be ${field.expected}` : issue.message}`];
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
  const ofPairs = (kind.contradictions ?? [])
    .filter((pair) => pair.every((name) => isGiven(inputs, name)))
    .map((pair) => `${pair.join(" and ")} are both given, and contradict each other`);
  return [...ofFields, ...ofPairs];
}

function isGiven(inputs: Values, name: string): boolean {
  const value = inputs[name];
  return value !== undefined && value !== null && value !== false && !isUnknown(value);
}

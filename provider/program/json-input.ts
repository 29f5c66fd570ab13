import { Output, Resource } from "#sdk";
import { envelopeKey } from "../spec/values.js";
import { deepestJson } from "../text/json.js";
import { printable } from "../text/printable.js";

/** An answer that shows the value has a few levels more around it. */
const deepest = deepestJson - 10;

/**
 * The value of an input as it goes to the engine.
 * It fails if a part of it cannot be written as JSON; a part that is an output fails when its value is known.
 *
 * It is checked here because the SDK drops functions, makes empty objects of dates and null of NaN: later nobody
 * can see the mistake.
 *
 * @param where Names the input in the message.
 * @param failure Makes the error of a message.
 * @param ancestors The values that this value is in.
 */
export function jsonInput(
  value: unknown,
  where: string,
  failure = (message: string) => new Error(message),
  ancestors: readonly unknown[] = [],
): unknown {
  if (Output.isInstance(value)) {
    return value.apply((known) => jsonInput(known, where, failure, ancestors));
  }
  if (value instanceof Promise) {
    return value.then((known) => jsonInput(known, where, failure, ancestors));
  }
  if (ancestors.length > deepest) {
    throw failure(
      `${shortened(where)} is nested too deeply: at most ${deepest} levels can be sent and read back.`,
    );
  }
  const problem = ancestors.includes(value) ? "contains itself" : problemOf(value);
  if (problem !== undefined) {
    throw failure(
      `${shortened(where)} ${problem}, which cannot be written as JSON: ` +
        `give ${Resource.isInstance(value) ? "its `.id`, or another of its outputs" : "text, numbers, booleans, null, lists and plain objects"}.`,
    );
  }
  if (typeof value !== "object" || value === null) {
    return value;
  }
  const reserved = ["__proto__", envelopeKey].find((key) => Object.hasOwn(value, key));
  if (reserved !== undefined) {
    throw failure(
      `${shortened(where)} has a key ${reserved}, which Pulumi cannot carry: give it another name.`,
    );
  }
  const withSelf = [...ancestors, value];
  const checkedPart = (key: string | number, part: unknown) =>
    jsonInput(part, `${where}.${key}`, failure, withSelf);
  return Array.isArray(value)
    ? Array.from(value, (part, index) => checkedPart(index, part))
    : withText(Object.fromEntries(Object.entries(value).map(([key, part]) => [key, checkedPart(key, part)])));
}

const longestPlace = 200;

/** The beginning of a path, in one line: one into the depth of a value may have any length, and keys any signs. */
function shortened(where: string): string {
  return printable(where.length > longestPlace ? `${where.slice(0, longestPlace)}…` : where);
}

/**
 * Lets an object be written as text whatever its keys are. The SDK writes every value as text, for its own
 * debugging, and a key such as `toString` stands where the language looks for a function.
 */
function withText<T extends object>(value: T): T {
  return Object.defineProperty(value, Symbol.toPrimitive, { value: () => "[object Object]" });
}

function problemOf(value: unknown): string | undefined {
  if (typeof value === "function" || typeof value === "symbol" || typeof value === "bigint") {
    return `is a ${typeof value}`;
  }
  if (typeof value === "number" && !Number.isFinite(value)) {
    return `is ${value}`;
  }
  return typeof value === "object" && value !== null && !isPlain(value)
    ? `is an instance of ${classOf(value)}`
    : undefined;
}

function classOf(value: object): string {
  return typeof value.constructor === "function" ? value.constructor.name : "a class";
}

/** Whether a value is a plain object or a list, even if another realm made it, as in test runners. */
function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return Array.isArray(value) || prototype === null || Object.getPrototypeOf(prototype) === null;
}

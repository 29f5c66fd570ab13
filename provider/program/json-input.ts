import { Output, Resource } from "#sdk";
import { envelopeKey } from "../spec/values.js";
import { deepestJson } from "../text/json.js";
import { printable } from "../text/words.js";

/** Less than the depth limit for JSON that is read, because the gateway's responses add a few levels. */
const deepest = deepestJson - 10;

/**
 * Returns the value of an input for the engine. Throws if a part of it cannot be written as JSON. Outputs and
 * promises in it reject instead, once their values are known.
 *
 * The check must happen here, because the SDK drops functions, and turns dates into empty objects and NaN
 * into null. The mistake would not be visible later.
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
      `${shorten(where)} is nested too deeply: at most ${deepest} levels can be sent and read back.`,
    );
  }
  const problem = ancestors.includes(value) ? "contains itself" : problemOf(value);
  if (problem !== undefined) {
    throw failure(
      `${shorten(where)} ${problem}, which cannot be written as JSON: ` +
        `use ${Resource.isInstance(value) ? "its `.id` or a different output" : "text, numbers, booleans, null, lists and plain objects"}.`,
    );
  }
  if (typeof value !== "object" || value === null) {
    return value;
  }
  const reserved = ["__proto__", envelopeKey].find((key) => Object.hasOwn(value, key));
  if (reserved !== undefined) {
    throw failure(
      `${shorten(where)} has a key ${reserved}, which Pulumi cannot store: use a different name.`,
    );
  }
  const withSelf = [...ancestors, value];
  const checkPart = (key: string | number, part: unknown) =>
    jsonInput(part, `${where}.${key}`, failure, withSelf);
  return Array.isArray(value)
    ? Array.from(value, (part, index) => checkPart(index, part))
    : withToPrimitive(
        Object.fromEntries(Object.entries(value).map(([key, part]) => [key, checkPart(key, part)])),
      );
}

const longestPlace = 200;

/** Deep paths can be very long, and keys can contain any characters. */
function shorten(where: string): string {
  return printable(where.length > longestPlace ? `${where.slice(0, longestPlace)}…` : where);
}

/** The SDK converts values to strings for debug messages, which fails for a key such as `toString`. */
function withToPrimitive<T extends object>(value: T): T {
  return Object.defineProperty(value, Symbol.toPrimitive, { value: () => "[object Object]" });
}

function problemOf(value: unknown): string | undefined {
  if (typeof value === "function" || typeof value === "symbol" || typeof value === "bigint") {
    return `is a ${typeof value}`;
  }
  if (typeof value === "number" && !Number.isFinite(value)) {
    return `is ${value}`;
  }
  if (typeof value !== "object" || value === null || isPlain(value)) {
    return undefined;
  }
  return `is an instance of ${typeof value.constructor === "function" ? value.constructor.name : "a class"}`;
}

/** Whether a value is a plain object or a list, even from a different realm, as in test runners. */
function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return Array.isArray(value) || prototype === null || Object.getPrototypeOf(prototype) === null;
}

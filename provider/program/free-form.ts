import { Output } from "@pulumi/pulumi";

/**
 * The value of a free-form input as it goes to the engine.
 * It fails if a part of it cannot be written as JSON; a part that is an output fails when its value is known.
 *
 * It is checked here because the SDK drops functions and makes empty objects of dates: later nobody can see
 * the mistake.
 *
 * @param where Names the input in the message.
 * @param ancestors The values that this value is in.
 */
export function freeForm(value: unknown, where: string, ancestors: readonly unknown[] = []): unknown {
  if (Output.isInstance(value)) {
    return value.apply((known) => freeForm(known, where, ancestors));
  }
  if (value instanceof Promise) {
    return value.then((known) => freeForm(known, where, ancestors));
  }
  const problem = ancestors.includes(value) ? "contains itself" : problemOf(value);
  if (problem !== undefined) {
    throw new Error(
      `${where} ${problem}, which cannot be written as JSON: ` +
        "give text, numbers, booleans, null, lists and plain objects.",
    );
  }
  if (typeof value !== "object" || value === null) {
    return value;
  }
  if (Object.hasOwn(value, "__proto__")) {
    throw new Error(`${where} has a key __proto__, which Pulumi loses on the way: give it another name.`);
  }
  const withSelf = [...ancestors, value];
  const checkedPart = (key: string | number, part: unknown) => freeForm(part, `${where}.${key}`, withSelf);
  return Array.isArray(value)
    ? value.map((part, index) => checkedPart(index, part))
    : withText(Object.fromEntries(Object.entries(value).map(([key, part]) => [key, checkedPart(key, part)])));
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
    ? `is an instance of ${value.constructor.name}`
    : undefined;
}

/** Whether a value is a plain object or a list, even if another realm made it, as in test runners. */
function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return Array.isArray(value) || prototype === null || Object.getPrototypeOf(prototype) === null;
}

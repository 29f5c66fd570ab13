import { Output } from "@pulumi/pulumi";

/**
 * The value of a free-form input as it goes to the engine: an error, here or when its outputs are known, if it holds
 * what JSON has no form for. The SDK drops functions and makes empty objects of dates, so later nobody can tell.
 *
 * @param where What the value is of, for the message.
 */
export function freeForm(value: unknown, where: string, around: readonly unknown[] = []): unknown {
  if (Output.isInstance(value)) {
    return value.apply((known) => freeForm(known, where, around));
  }
  if (value instanceof Promise) {
    return value.then((known) => freeForm(known, where, around));
  }
  const stranger = around.includes(value) ? "holds itself" : strangeness(value);
  if (stranger !== undefined) {
    throw new Error(
      `${where} ${stranger}, which JSON has no form for: give text, numbers, booleans, null, lists and plain objects.`,
    );
  }
  if (typeof value !== "object" || value === null) {
    return value;
  }
  const within = [...around, value];
  const inner = (key: string | number, part: unknown) => freeForm(part, `${where}.${key}`, within);
  return Array.isArray(value)
    ? value.map((part, index) => inner(index, part))
    : Object.fromEntries(Object.entries(value).map(([key, part]) => [key, inner(key, part)]));
}

function strangeness(value: unknown): string | undefined {
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

/** Also if it was made in another realm, as test runners do. */
function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return Array.isArray(value) || prototype === null || Object.getPrototypeOf(prototype) === null;
}

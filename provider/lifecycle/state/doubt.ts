import type { Kind } from "../../spec/kind.js";
import { isUnknown, type Values } from "../../spec/values.js";

/**
 * What is probably a mistake in a resource's inputs, although the API does not forbid it.
 * The lines never have a value in them, which may be a secret.
 */
export function doubtsOf(kind: Kind, inputs: Values): string[] {
  const ofFields = [...kind.fields.values()].flatMap(({ name, doubt }) => {
    const value = inputs[name];
    const oddity = value === undefined || isUnknown(value) ? undefined : doubt?.(value);
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

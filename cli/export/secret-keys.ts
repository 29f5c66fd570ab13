import type { Field, Kind } from "pulumi-workspace-gateway/tools";
import type { RequiredKey } from "./exported-program.js";
import { camelOf, upperFirst } from "./spelling.js";

/** The fields that the gateway never shows, and that an update sends: a program can declare them all the same. */
export function keyFields({ fields, endpoints }: Kind): Field[] {
  return [...fields.values()].filter(
    ({ secret, writeOnly, replace }) => secret && writeOnly && !replace && endpoints.patch !== undefined,
  );
}

/** The key of the stack's config that stands for a field of an object. */
export function keyOf(field: Field, name: string): string {
  return `${camelOf(name)}${upperFirst(field.name)}`;
}

/** The keys of the stack's config that stand for these fields of an object. */
export function requiredKeys(kind: Kind, name: string): RequiredKey[] {
  return keyFields(kind).map((field) => ({
    configKey: keyOf(field, name),
    name,
    kind: kind.name,
    property: field.name,
  }));
}

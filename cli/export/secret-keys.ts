import type { Field, Kind } from "pulumi-workspace-gateway/tools";
import type { RequiredKey } from "./exported-program.js";
import { camelOf, upperFirst } from "./names/spelled-names.js";
import { stringText } from "./print/literal.js";

/** The fields that nobody can read, and that a program can give all the same: an update sends them. */
export function keyFields({ fields, endpoints }: Kind): Field[] {
  return [...fields.values()].filter(
    ({ secret, writeOnly, replace }) => secret && writeOnly && !replace && endpoints.patch !== undefined,
  );
}

/** The keys of the stack's config from which an object gets what nobody can read. */
export function requiredKeys(kind: Kind, name: string): RequiredKey[] {
  return keyFields(kind).map((field) => ({
    configKey: `${camelOf(name)}${upperFirst(field.name)}`,
    name,
    kind: kind.name,
    property: field.name,
  }));
}

/** Asks for the key in the program. */
export function keyCode({ configKey }: RequiredKey): string {
  return `config.requireSecret(${stringText(configKey)})`;
}

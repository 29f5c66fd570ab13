import { hidden, isSecretEnvelope, type Values } from "../spec/values.js";
import { isJsonObject, type Json } from "../text/json.js";

/** A secret without its envelope; undefined for a value that is no secret. */
export function unsealed(value: Json | undefined): Json | undefined {
  return isJsonObject(value) && isSecretEnvelope(value) ? value.value : undefined;
}

const ofDynamic: readonly string[] = [hidden.provider, hidden.retained, hidden.urn];

/** The values without what only a dynamic provider has: its text, the resource's URN, the retained outputs. */
export function native(values: Values): Values {
  return Object.fromEntries(Object.entries(values).filter(([name]) => !ofDynamic.includes(name)));
}

import {
  deepestJson,
  type Field,
  isJsonObject,
  isSecretEnvelope,
  isUnknown,
  type Json,
  type Values,
} from "pulumi-workspace-gateway/tools";
import { covered } from "../text/mask.js";

export { covered } from "../text/mask.js";

/** Whether a value is a secret, or holds one. */
export function hidesSecret(value: Json | undefined): boolean {
  return typeof value === "object" && value !== null
    ? Object.values(value).some(hidesSecret)
    : value === covered;
}

/** The values with every secret covered: those that a field says are secret, and those in envelopes. */
export function coveredValues(values: Values, fields?: ReadonlyMap<string, Field>): Values {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      fields?.get(name)?.secret && value !== null && !isUnknown(value) ? covered : withoutEnvelopes(value),
    ]),
  );
}

function withoutEnvelopes(value: Json, depth = 0): Json {
  if (typeof value === "object" && value !== null && depth > deepestJson) {
    return "[nested too deeply to be shown]";
  }
  if (Array.isArray(value)) {
    return value.map((inside) => withoutEnvelopes(inside, depth + 1));
  }
  if (!isJsonObject(value)) {
    return value;
  }
  return isSecretEnvelope(value)
    ? covered
    : Object.fromEntries(
        Object.entries(value).map(([key, inside]) => [key, withoutEnvelopes(inside, depth + 1)]),
      );
}

/** A value of the gateway in which every text is covered: it may repeat a secret anywhere. */
export function coveredText(value: Json, cover: (text: string) => string): Json {
  if (typeof value === "string") {
    return cover(value);
  }
  if (Array.isArray(value)) {
    return value.map((item) => coveredText(item, cover));
  }
  return isJsonObject(value)
    ? Object.fromEntries(
        Object.entries(value).map(([key, inside]) => [cover(key), coveredText(inside, cover)]),
      )
    : value;
}

import { isSecretEnvelope, type Values } from "../../../../provider/spec/values.js";
import { isJsonObject } from "../../../../provider/text/json.js";

/** Outputs as the engine hands them back: secrets without their envelope. */
export function secretsOpened(values: Values): Values {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      isJsonObject(value) && isSecretEnvelope(value) ? (value.value ?? null) : value,
    ]),
  );
}

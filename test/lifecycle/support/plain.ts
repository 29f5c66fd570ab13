import type { Values } from "../../../provider/spec/values.js";
import { isJsonObject } from "../../../provider/text/json.js";

const signature = "4dabf18193072939515e22adb298388d";

/** Outputs as the engine hands them back: secrets without their envelope. */
export function plain(values: Values): Values {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      isJsonObject(value) && signature in value ? (value.value ?? null) : value,
    ]),
  );
}

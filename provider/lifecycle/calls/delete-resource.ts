import type { Values } from "../../spec/values.js";
import { observe } from "../objects/observe.js";
import { locate } from "../operation/gateway-mark.js";
import type { Target } from "../operation/target.js";
import { verbsOf } from "../sources/index.js";

/** Releases an object. If the settings say that its gateway has moved, the object must be at the new address. */
export async function deleteResource(target: Target, id: string, state: Values): Promise<void> {
  if (locate(target, state) === "moved") {
    await observe(target, id, state);
  }
  await verbsOf(target.kind).release(target, id, state);
}

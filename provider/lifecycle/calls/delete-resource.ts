import type { Values } from "../../spec/values.js";
import { observe } from "../objects/observe.js";
import { locate } from "../operation/gateway-mark.js";
import type { Target } from "../operation/target.js";
import { verbsOf } from "../sources/index.js";

/** Releases an object on its own gateway; where that is said to have moved, only one that is there. */
export async function deleteResource(target: Target, id: string, state: Values): Promise<void> {
  if (locate(target, state) === "moved") {
    await observe(target, id, state);
  }
  await verbsOf(target.kind).release(target, id, state);
}

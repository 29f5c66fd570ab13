import * as pulumi from "#sdk";
import { type CheckHints, encodeCheckHints } from "../spec/check-hints.js";

/** The hints for the `check` of a resource, after the current turn of the event loop and after the registration of its parents. */
export function lateCheckHints(
  name: string,
  type: string,
  parent: pulumi.Resource | undefined,
  hints: () => CheckHints,
): Promise<string> {
  return afterThisTurn(async () => {
    // Children of different resources may have the same logical name.
    const uniqueName = parent === undefined ? name : await urnOf(name, type, parent);
    return encodeCheckHints(uniqueName, hints());
  });
}

/**
 * The URN of a resource, as a promise. An output would depend on the parent: if that is a component, it would wait for all of
 * the component's children, including this resource.
 */
export function urnOf(name: string, type: string, parent: pulumi.Resource | undefined): Promise<string> {
  return new Promise((resolve) => {
    pulumi.createUrn(name, type, parent).apply(resolve);
  });
}

/** Calls a function after the current turn of the event loop, when all synchronous code of the program has run. */
function afterThisTurn<T>(value: () => T | Promise<T>): Promise<T> {
  return new Promise((resolve) => setImmediate(() => resolve(value())));
}

import * as pulumi from "#sdk";
import type { Kind } from "../spec/kind.js";
import { hidden } from "../spec/values.js";

/**
 * In a preview, gives the retained outputs of a resource that is about to be updated their values.
 *
 * The engine takes the checked inputs for the outputs of such a resource, so an output that is no input would be
 * unknown. The check adds those that stay as they are, in one input whose name no diff shows; here they become the
 * properties that programs use.
 */
export function showRetainedOutputs(kind: Kind, resource: pulumi.CustomResource): void {
  const retained: unknown = Reflect.get(resource, hidden.retained);
  if (!pulumi.isDryRun() || !pulumi.Output.isInstance(retained)) {
    return;
  }
  for (const { name, madeOf } of kind.outputFields.values()) {
    const own: unknown = Reflect.get(resource, name);
    if (madeOf !== undefined && pulumi.Output.isInstance(own)) {
      Reflect.set(resource, name, retainedOutput(own, retained, name));
    }
  }
}

function retainedOutput(
  own: pulumi.Output<unknown>,
  retained: pulumi.Output<unknown>,
  name: string,
): pulumi.Output<unknown> {
  return pulumi.output(undefined).apply(async () => {
    if (await isKnown(own)) {
      return own;
    }
    return retained.apply((values) => (isObject(values) && name in values ? values[name] : own));
  });
}

/** The SDK knows it, and does not declare it. Without it, nothing is shown that the engine does not know. */
function isKnown(output: pulumi.Output<unknown>): Promise<unknown> {
  const known: unknown = Reflect.get(output, "isKnown");
  return known instanceof Promise ? known : Promise.resolve(true);
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}

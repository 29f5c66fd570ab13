import * as pulumi from "#sdk";
import { type Kind, needsUrn } from "../spec/kind.js";
import { loader, nativeToken, typeToken } from "../spec/token.js";
import { hidden } from "../spec/values.js";
import { defined } from "../text/defined.js";
import { isJsonObject } from "../text/json.js";
import type { Registration } from "./native.js";

/** What makes the engine leave a resource to a dynamic provider. Its inputs have what the engine tells a plugin by itself. */
export function dynamicRegistration(
  kind: Kind,
  name: string,
  { id, parent }: pulumi.CustomResourceOptions,
): Registration {
  const type = typeToken(kind.name);
  const retains = [...kind.outputFields.values()].some(({ madeOf }) => madeOf !== undefined);
  const inputs = defined({
    [hidden.name]: id === undefined ? nameOf(name, type, parent) : undefined,
    [hidden.get]: id === undefined ? undefined : true,
    [hidden.urn]: needsUrn(kind) ? urnOf(name, type, parent) : undefined,
    [hidden.provider]: loader(kind.name),
  });
  const added = retains ? { [hidden.retained]: undefined, ...inputs } : inputs;
  return { type, otherType: nativeToken(kind.name), added, options: {} };
}

/** A name that no other resource of the type has. For a child of another resource it is the whole URN. */
function nameOf(name: string, type: string, parent: pulumi.Resource | undefined): pulumi.Input<string> {
  return parent === undefined ? name : urnOf(name, type, parent);
}

/**
 * The URN of a resource, as a promise: as an output it would depend on the parent, and whatever depends on a component waits for all
 * of its children, of which this resource is one.
 */
function urnOf(name: string, type: string, parent: pulumi.Resource | undefined): Promise<string> {
  return new Promise((resolve) => {
    pulumi.createUrn(name, type, parent).apply(resolve);
  });
}

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
    return retained.apply((values) => (isJsonObject(values) && name in values ? values[name] : own));
  });
}

/** The SDK knows it, and does not declare it. Without it, nothing is shown that the engine does not know. */
function isKnown(output: pulumi.Output<unknown>): Promise<unknown> {
  const known: unknown = Reflect.get(output, "isKnown");
  return known instanceof Promise ? known : Promise.resolve(true);
}

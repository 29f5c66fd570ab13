import * as pulumi from "#sdk";
import { hidden } from "../spec/values.js";
import { isJsonObject } from "../text/json.js";

/** Names of properties of a resource. */
interface Names {
  /** Inputs that the program leaves to the gateway. */
  readonly undeclared: readonly string[];
  /** Outputs that may stay as they are while other inputs change. */
  readonly steady: readonly string[];
  /** Outputs that the program has read: noted here. */
  readonly used: Set<string>;
}

/**
 * Gives the properties of a resource what the engine has for them under hidden names: the values that the gateway shows of
 * undeclared inputs and, in a preview, the retained outputs of a resource that is about to be updated. Notes which of them the
 * program reads.
 *
 * The engine takes the checked inputs of such a resource for its outputs, so an output that is no input would be
 * unknown. The check adds those that stay as they are, in one input whose name no diff shows.
 */
export function showOutputs(resource: pulumi.CustomResource, { undeclared, steady, used }: Names): void {
  const shown = outputOf(resource, hidden.shown);
  const retained = outputOf(resource, hidden.retained);
  const define = (name: string, make: (own: Late) => Late) => {
    const own = outputOf(resource, name);
    let made: Late | undefined;
    const get = () => {
      used.add(name);
      made ??= own && make(own); // most programs never read most outputs
      return made;
    };
    Object.defineProperty(resource, name, { configurable: true, enumerable: true, get });
  };
  if (shown !== undefined) {
    for (const name of undeclared) {
      define(name, (own) => shownOutput(own, { shown, retained }, name));
    }
  }
  if (retained !== undefined) {
    for (const name of steady) {
      define(name, (own) => (pulumi.isDryRun() ? retainedOutput(own, retained, name) : own));
    }
  }
}

type Late = pulumi.Output<unknown>;

function outputOf(resource: pulumi.CustomResource, name: string): Late | undefined {
  const value: unknown = Reflect.get(resource, name);
  return pulumi.Output.isInstance(value) ? value : undefined;
}

/** The state tells what is shown. A preview of an update has no state: then the check tells, if it knows. */
function shownOutput(
  own: Late,
  { shown, retained }: { shown: Late; retained: Late | undefined },
  name: string,
): Late {
  return pulumi.output(undefined).apply(async () => {
    const isStored = retained === undefined || (await isKnown(shown));
    const values = isStored
      ? shown
      : retained.apply((all) => (isJsonObject(all) ? all[hidden.shown] : undefined));
    const late = () => values.apply((all) => (isJsonObject(all) ? all[name] : own));
    return (await isKnown(own)) ? own.apply((value) => (value === undefined ? late() : value)) : late();
  });
}

function retainedOutput(own: Late, retained: Late, name: string): Late {
  return pulumi.output(undefined).apply(async () => {
    if (await isKnown(own)) {
      return own;
    }
    return retained.apply((values) => (isJsonObject(values) && name in values ? values[name] : own));
  });
}

/** The SDK knows it, and does not declare it. Without it, nothing is shown that the engine does not know. */
function isKnown(output: Late): Promise<unknown> {
  const known: unknown = Reflect.get(output, "isKnown");
  return known instanceof Promise ? known : Promise.resolve(true);
}

import * as pulumi from "#sdk";
import { hidden } from "../spec/values.js";
import { isJsonObject } from "../text/json.js";

/** Names of properties of a resource. */
interface PropertyNames {
  /** Inputs that the program does not declare. */
  readonly undeclared: readonly string[];
  /** Outputs that may stay the same while inputs change. */
  readonly steady: readonly string[];
  /** Collects the outputs that the program reads. */
  readonly used: Set<string>;
  /** Called with each of these outputs that the program reads. */
  readonly note: (name: string, output: unknown) => void;
}

/**
 * Fills properties of a resource from hidden ones: the gateway's values of undeclared inputs and, in a preview of an update, the
 * retained outputs. Adds to `used` the properties that the program reads.
 *
 * In a preview of an update, the engine uses the checked inputs of a dynamic resource as its outputs, so an output that is not an
 * input would be unknown. Therefore `check` adds the retained outputs as one input whose name no diff shows.
 */
export function showOutputs(
  resource: pulumi.CustomResource,
  { undeclared, steady, used, note }: PropertyNames,
): void {
  const shown = outputOf(resource, hidden.shown);
  const retained = outputOf(resource, hidden.retained);
  const define = (name: string, make: (own: Value) => Value) => {
    const own = outputOf(resource, name);
    let made: Value | undefined;
    const get = () => {
      used.add(name);
      if (made === undefined && own !== undefined) {
        made = make(own); // most programs never read most outputs
        note(name, made);
      }
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

type Value = pulumi.Output<unknown>;

function outputOf(resource: pulumi.CustomResource, name: string): Value | undefined {
  const value: unknown = Reflect.get(resource, name);
  return pulumi.Output.isInstance(value) ? value : undefined;
}

/** The gateway's value of an undeclared input: from the state, or in a preview of an update from `check`, if that knows it. */
function shownOutput(
  own: Value,
  { shown, retained }: { shown: Value; retained: Value | undefined },
  name: string,
): Value {
  return pulumi.output(undefined).apply(async () => {
    const isStored = retained === undefined || (await isKnown(shown));
    const values = isStored
      ? shown
      : retained.apply((all) => (isJsonObject(all) ? all[hidden.shown] : undefined));
    const read = () => values.apply((all) => (isJsonObject(all) ? all[name] : own));
    return (await isKnown(own)) ? own.apply((value) => (value === undefined ? read() : value)) : read();
  });
}

function retainedOutput(own: Value, retained: Value, name: string): Value {
  return pulumi.output(undefined).apply(async () => {
    if (await isKnown(own)) {
      return own;
    }
    return retained.apply((values) => (isJsonObject(values) && name in values ? values[name] : own));
  });
}

/** Whether an output is known. `isKnown` is not in the SDK's types. Without it, every output counts as known. */
function isKnown(output: Value): Promise<unknown> {
  const known: unknown = Reflect.get(output, "isKnown");
  return known instanceof Promise ? known : Promise.resolve(true);
}

import { AsyncLocalStorage } from "node:async_hooks";
import * as pulumi from "#sdk";
import { type Kind, referenceOf } from "../spec/kind.js";

/** Outputs of resources that inputs of other resources may refer to, each with the list of the objects and the output's name. */
const outputs = new WeakMap<object, string>();

/** Notes what an output is to other resources. The output of an input that is a reference itself is that reference. */
export function noteOutput(kind: Kind, name: string, output: unknown): void {
  const { list, to } = referenceOf(kind, name) ?? { list: kind.endpoints.list, to: name };
  if (list !== undefined && pulumi.Output.isInstance(output)) {
    outputs.set(output, `${list} ${to}`);
  }
}

/** The inputs whose argument is exactly the output that they refer to. A value that the program makes of it is another `Output`. */
export function referencesIn(kind: Kind, args: pulumi.Inputs): string[] {
  return Object.entries(args).flatMap(([name, value]) => {
    const reference = referenceOf(kind, name);
    const noted = pulumi.Output.isInstance(value) ? outputs.get(value) : undefined;
    return reference !== undefined && noted === `${reference.list} ${reference.to}` ? [name] : [];
  });
}

/** Whether the program may still change the arguments of a resource. The SDK keeps the older transformations in the resource. */
export function isTransformed({ transforms = [] }: pulumi.ResourceOptions, resource: object): boolean {
  const older: unknown = Reflect.get(resource, "__transformations");
  return transforms.length > 0 || (Array.isArray(older) && older.length > 0) || hasTransforms();
}

/** Whether the stack has transforms. The SDK creates `callbacks` for the first one, in a store that is not in its types. */
export function hasTransforms(): boolean {
  const local: unknown = Reflect.get(globalThis, "asyncLocalStorage");
  const runStore: unknown = local instanceof AsyncLocalStorage ? local.getStore() : undefined;
  return Reflect.get(Object(runStore ?? Reflect.get(globalThis, "globalStore")), "callbacks") !== undefined;
}

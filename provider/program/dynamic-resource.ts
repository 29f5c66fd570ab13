import * as pulumi from "#sdk";
import { type Kind, needsUrn } from "../spec/kind.js";
import { loader, nativeToken, typeToken } from "../spec/token.js";
import { hidden } from "../spec/values.js";
import { defined } from "../text/defined.js";
import type { Registration } from "./native.js";

/**
 * What makes the engine leave a resource to a dynamic provider. Its inputs have what the engine tells a plugin by itself, and the
 * names in `used` as they are once the program has declared the resource and what stands around it; none if there is nothing
 * to be used.
 */
export function dynamicRegistration(
  kind: Kind,
  name: string,
  { id, parent }: pulumi.CustomResourceOptions,
  used: ReadonlySet<string> | undefined,
): Registration {
  const type = typeToken(kind.name);
  const inputs = defined({
    [hidden.name]: id === undefined ? nameOf(name, type, parent) : undefined,
    [hidden.get]: id === undefined ? undefined : true,
    [hidden.urn]: needsUrn(kind) ? urnOf(name, type, parent) : undefined,
    [hidden.used]:
      id === undefined && used ? soon(() => (used.size === 0 ? undefined : [...used])) : undefined,
    [hidden.provider]: loader(kind.name),
  });
  const added = used ? { [hidden.retained]: undefined, ...inputs } : inputs;
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

/** A value as it is when all has run that can run without waiting. */
function soon<T>(value: () => T): Promise<T> {
  return new Promise((resolve) => setImmediate(() => resolve(value())));
}

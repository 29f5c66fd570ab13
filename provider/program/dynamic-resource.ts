import * as pulumi from "#sdk";
import { isReadable, type Kind, needsUrn } from "../spec/kind.js";
import { loader, nativeToken, typeToken } from "../spec/token.js";
import { told } from "../spec/told.js";
import { hidden } from "../spec/values.js";
import type { Registration } from "./native.js";

/**
 * What makes the engine leave a resource to a dynamic provider. Its inputs have what the engine tells a plugin by itself, and the
 * names in `used` as they are once the program has declared the resource and what stands around it.
 */
export function dynamicRegistration(
  kind: Kind,
  name: string,
  { id, parent }: pulumi.CustomResourceOptions,
  used: ReadonlySet<string>,
): Registration {
  const type = typeToken(kind.name);
  const tell = async () => told(await nameOf(name, type, parent), [...used]);
  const own =
    id === undefined
      ? { [hidden.retained]: soon(tell) }
      : { [hidden.retained]: undefined, [hidden.get]: true };
  const urn = needsUrn(kind) ? { [hidden.urn]: urnOf(name, type, parent) } : {};
  const added = { ...own, ...urn, [hidden.provider]: loader(kind.name) };
  return { type, otherType: nativeToken(kind.name), added, options: {} };
}

/** Why a dynamic resource cannot have the option `import`: the engine cannot ask its provider about an object that is in no state yet. */
export function whyNoImport(kind: Kind): string {
  if (!isReadable(kind)) {
    return `objects of kind ${kind.name} cannot be imported, because the gateway does not show one again. Leave out the option \`import\`.`;
  }
  const takeOver =
    kind.source.how === "created"
      ? "declare `adopt: true` instead of the option"
      : "leave out the option: the resource adopts the object that it selects";
  return (
    "the option `import` needs the native plugin (`pulumi config set workspace-gateway:native true`). Without it, import the object by " +
    "`npx workspace-gateway import-file`, or a whole account by `npx workspace-gateway export --import`, " +
    `or ${takeOver}.`
  );
}

/** A name that no other resource of the type has. For a child of another resource it is the whole URN. */
function nameOf(name: string, type: string, parent: pulumi.Resource | undefined): string | Promise<string> {
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
function soon<T>(value: () => T | Promise<T>): Promise<T> {
  return new Promise((resolve) => setImmediate(() => resolve(value())));
}

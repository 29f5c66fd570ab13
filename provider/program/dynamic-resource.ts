import * as pulumi from "#sdk";
import { encodeCheckHints } from "../spec/check-hints.js";
import { isReadable, type Kind, needsUrn } from "../spec/kind.js";
import { loader, nativeToken, typeToken } from "../spec/token.js";
import { hidden } from "../spec/values.js";
import type { Registration } from "./native.js";

/**
 * Registers a resource with the dynamic provider. The added inputs have everything that the engine passes to a plugin by itself.
 *
 * @param used The outputs that the program reads. They are passed on as they are at the end of the current turn of the event loop.
 */
export function dynamicRegistration(
  kind: Kind,
  name: string,
  { id, parent }: pulumi.CustomResourceOptions,
  used: ReadonlySet<string>,
): Registration {
  const type = typeToken(kind.name);
  const hints = async () => encodeCheckHints(await uniqueNameOf(name, type, parent), [...used]);
  const own =
    id === undefined
      ? { [hidden.retained]: afterThisTurn(hints) }
      : { [hidden.retained]: undefined, [hidden.get]: true };
  const urn = needsUrn(kind) ? { [hidden.urn]: urnOf(name, type, parent) } : {};
  const added = { ...own, ...urn, [hidden.provider]: loader(kind.name) };
  return { type, otherType: nativeToken(kind.name), added, options: {} };
}

/** The reason why a dynamic resource cannot have the option `import`: the engine reads dynamic resources only by their stored state. */
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

/** A name that no other resource of the type has: the logical name, or the whole URN for a child of another resource. */
function uniqueNameOf(
  name: string,
  type: string,
  parent: pulumi.Resource | undefined,
): string | Promise<string> {
  return parent === undefined ? name : urnOf(name, type, parent);
}

/**
 * The URN of a resource, as a promise. An output would depend on the parent: if that is a component, it would wait for all of
 * the component's children, including this resource.
 */
function urnOf(name: string, type: string, parent: pulumi.Resource | undefined): Promise<string> {
  return new Promise((resolve) => {
    pulumi.createUrn(name, type, parent).apply(resolve);
  });
}

/** Calls a function after the current turn of the event loop, when all synchronous code of the program has run. */
function afterThisTurn<T>(value: () => T | Promise<T>): Promise<T> {
  return new Promise((resolve) => setImmediate(() => resolve(value())));
}

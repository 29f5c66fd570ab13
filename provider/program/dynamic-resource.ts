import type * as pulumi from "#sdk";
import type { CheckHints } from "../spec/check-hints.js";
import { isReadable, type Kind, needsUrn } from "../spec/kind.js";
import { loader, nativeToken, typeToken } from "../spec/token.js";
import { hidden } from "../spec/values.js";
import { lateCheckHints, urnOf } from "./late-hints.js";
import type { Registration } from "./native.js";

/**
 * Registers a resource with the dynamic provider. The added inputs have everything that the engine passes to a plugin by itself.
 *
 * @param hints The hints for `check`, asked for after the current turn of the event loop.
 */
export function dynamicRegistration(
  kind: Kind,
  name: string,
  { id, parent }: pulumi.CustomResourceOptions,
  hints: () => CheckHints,
): Registration {
  const type = typeToken(kind.name);
  const own =
    id === undefined
      ? { [hidden.retained]: lateCheckHints(name, type, parent, hints) }
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

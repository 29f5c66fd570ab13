import * as pulumi from "#sdk";
import { configNamespace } from "../client/settings.js";
import { packageVersion } from "../io/package-version.js";
import { isReadable, type Kind, needsUrn } from "../spec/kind.js";
import { loader, nativeToken, pluginName, typeToken } from "../spec/token.js";
import { type CheckHints, encodeCheckHints, hidden } from "../spec/values.js";
import { nativeKey } from "./preflight.js";

interface ProviderOptions {
  readonly provider?: pulumi.ProviderResource | undefined;
  readonly parent?: pulumi.Resource | undefined;
}

/** Throws a `RunError` if `native` in the stack's config is neither true nor false. */
export function usesPlugin(
  { name }: { readonly name: string },
  { provider, parent }: ProviderOptions,
): boolean {
  if (isOfPlugin(provider ?? parent?.getProvider(nativeToken(name)))) {
    return true;
  }
  const key = `${configNamespace}:${nativeKey}`;
  const setting = pulumi.getConfig(key) ?? "false";
  if (setting !== "true" && setting !== "false") {
    throw new pulumi.RunError(
      `${key} must be true or false. Run \`pulumi config set ${key} true\` or \`pulumi config rm ${key}\`.`,
    );
  }
  return setting === "true";
}

/**
 * Whether a provider belongs to the native plugin. `pkg` is not in the SDK's types. `instanceof` would not
 * work, because a program may load two copies of this package.
 */
export function isOfPlugin(provider: pulumi.ProviderResource | undefined): boolean {
  return provider !== undefined && Reflect.get(provider, "pkg") === pluginName;
}

/**
 * For a dynamic provider, `added` includes everything that the engine itself passes to a plugin. `hints` is
 * called after the current turn of the event loop.
 */
export function registrationOf(
  kind: Kind,
  name: string,
  { id, parent }: pulumi.CustomResourceOptions,
  isNative: boolean,
  hints: (() => CheckHints) | undefined,
) {
  const [native, dynamic] = [nativeToken(kind.name), typeToken(kind.name)];
  const [type, otherType] = isNative ? [native, dynamic] : [dynamic, native];
  const isHinted = id === undefined && hints !== undefined;
  const hinted = isHinted ? { [hidden.retained]: lateCheckHints(name, type, parent, hints) } : {};
  if (isNative) {
    return { type, otherType, added: hinted, options: { version: packageVersion() } };
  }
  const read = id === undefined ? {} : { [hidden.retained]: undefined, [hidden.get]: true };
  const urn = needsUrn(kind) ? { [hidden.urn]: urnOf(name, type, parent) } : {};
  return {
    type,
    otherType,
    added: { ...hinted, ...read, ...urn, [hidden.provider]: loader(kind.name) },
    options: {},
  };
}

/** The engine can read dynamic resources only from their stored state. */
export function whyNoImport(kind: Kind): string {
  if (!isReadable(kind)) {
    return `objects of kind ${kind.name} cannot be imported, because the gateway shows them only when they are created. Omit the option \`import\`.`;
  }
  const takeOver =
    kind.source.how === "created"
      ? "declare `adopt: true` instead of the option"
      : "omit the option: the resource adopts the object that it selects";
  return (
    "the option `import` requires the native plugin (`pulumi config set workspace-gateway:native true`). Without it, import the object with " +
    "`npx workspace-gateway import-file`, or a whole account with `npx workspace-gateway export --import`, " +
    `or ${takeOver}.`
  );
}

/** The hints are complete after this turn of the event loop and after the registration of the parents. */
function lateCheckHints(
  name: string,
  type: string,
  parent: pulumi.Resource | undefined,
  hints: () => CheckHints,
): Promise<string> {
  const encoded = async () => {
    // Children of different resources may have the same logical name.
    const uniqueName = parent === undefined ? name : await urnOf(name, type, parent);
    return encodeCheckHints(uniqueName, hints());
  };
  return new Promise((resolve) => setImmediate(() => resolve(encoded())));
}

/**
 * The URN of a resource, as a promise. An output would depend on the parent. If the parent is a component,
 * the output would wait for all of the component's children, including this resource.
 */
function urnOf(name: string, type: string, parent: pulumi.Resource | undefined): Promise<string> {
  return new Promise((resolve) => {
    pulumi.createUrn(name, type, parent).apply(resolve);
  });
}

import * as pulumi from "#sdk";
import { configNamespace } from "../client/settings/setting-names.js";
import { packageVersion } from "../io/package-version.js";
import type { CheckHints } from "../spec/check-hints.js";
import type { Kind } from "../spec/kind.js";
import { nativeToken, pluginName, typeToken } from "../spec/token.js";
import { hidden } from "../spec/values.js";
import { nativeKey } from "./config-keys.js";
import { lateCheckHints } from "./late-hints.js";

/** How a resource is registered with the engine, by the native plugin or by a dynamic provider. */
export interface Registration {
  readonly type: string;
  /** The type of the same resource under the other one of the two. */
  readonly otherType: string;
  /** Inputs in addition to the program's. */
  readonly added: pulumi.Inputs;
  readonly options: pulumi.CustomResourceOptions;
}

/** Registers a resource with the native plugin. */
export function nativeRegistration(
  kind: Kind,
  name: string,
  { id, parent }: pulumi.CustomResourceOptions,
  hints: (() => CheckHints) | undefined,
): Registration {
  const type = nativeToken(kind.name);
  const isHinted = id === undefined && hints !== undefined;
  const added = isHinted ? { [hidden.retained]: lateCheckHints(name, type, parent, hints) } : {};
  return { type, otherType: typeToken(kind.name), added, options: { version: packageVersion() } };
}

/** The options that decide which provider a resource or function uses. */
interface ProviderOptions {
  readonly provider?: pulumi.ProviderResource | undefined;
  readonly parent?: pulumi.Resource | undefined;
}

/**
 * Whether the native plugin serves a resource or a function: its `provider` (or its parent's) is one of the plugin, or the
 * stack's config has `native: true`. Throws a `RunError` if `native` is neither true nor false.
 */
export function usesPlugin(
  { name }: { readonly name: string },
  { provider, parent }: ProviderOptions,
): boolean {
  return isOfPlugin(provider ?? parent?.getProvider(nativeToken(name))) || isNativeStack();
}

function isNativeStack(): boolean {
  const key = `${configNamespace}:${nativeKey}`;
  const setting = pulumi.getConfig(key) ?? "false";
  if (setting !== "true" && setting !== "false") {
    throw new pulumi.RunError(
      `${key} must be true or false: \`pulumi config set ${key} true\`, or \`pulumi config rm ${key}\`.`,
    );
  }
  return setting === "true";
}

/**
 * Whether a provider belongs to the native plugin. `pkg` is not in the SDK's types. `instanceof` would not do, because a program
 * may load two copies of this package.
 */
export function isOfPlugin(provider: pulumi.ProviderResource | undefined): boolean {
  return provider !== undefined && Reflect.get(provider, "pkg") === pluginName;
}

import * as pulumi from "#sdk";
import { configNamespace } from "../client/settings/setting-names.js";
import { packageVersion } from "../io/package-version.js";
import type { Kind } from "../spec/kind.js";
import { nativeToken, pluginName, typeToken } from "../spec/token.js";
import { nativeKey } from "./config-keys.js";

/** How the program registers a resource with the engine. Who makes it, a plugin or a dynamic provider, decides that. */
export interface Registration {
  readonly type: string;
  /** The type that the resource has if the other one makes it. */
  readonly otherType: string;
  /** Inputs besides those that the program gives. */
  readonly added: pulumi.Inputs;
  readonly options: pulumi.CustomResourceOptions;
}

/** What makes the engine leave a resource to the package's own plugin. */
export function nativeRegistration({ name }: Kind): Registration {
  const options = { version: packageVersion() };
  return { type: nativeToken(name), otherType: typeToken(name), added: {}, options };
}

interface Served {
  readonly provider?: pulumi.ProviderResource | undefined;
  readonly parent?: pulumi.Resource | undefined;
}

/**
 * Whether the package's own plugin makes a resource, or answers a function: its provider is the plugin's, or the stack's config
 * says so.
 */
export function goesToPlugin({ name }: { readonly name: string }, { provider, parent }: Served): boolean {
  return isOfPlugin(provider ?? parent?.getProvider(nativeToken(name))) || isNativeStack();
}

function isNativeStack(): boolean {
  const key = `${configNamespace}:${nativeKey}`;
  const said = pulumi.getConfig(key) ?? "false";
  if (said !== "true" && said !== "false") {
    throw new pulumi.RunError(
      `${key} must be true or false: \`pulumi config set ${key} true\`, or \`pulumi config rm ${key}\`.`,
    );
  }
  return said === "true";
}

/** The SDK knows the name, and does not declare it. The class says less: a program may have two copies of this package. */
export function isOfPlugin(provider: pulumi.ProviderResource | undefined): boolean {
  return provider !== undefined && Reflect.get(provider, "pkg") === pluginName;
}

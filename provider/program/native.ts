import * as pulumi from "#sdk";
import { configNamespace } from "../client/settings/setting-names.js";
import { nativeToken, pluginName } from "../spec/token.js";
import { nativeKey } from "./config-keys.js";

interface Served {
  readonly provider?: pulumi.ProviderResource | undefined;
  readonly parent?: pulumi.Resource | undefined;
}

/**
 * Whether the package's own plugin makes a resource, or answers a function: because its provider is one of the plugin, or for the
 * whole stack.
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

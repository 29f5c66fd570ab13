import * as pulumi from "#sdk";
import { configNamespace } from "../client/settings/setting-names.js";
import { nativeToken, pluginName } from "../spec/token.js";
import { nativeKey } from "./config-keys.js";

/** Whether the package's own plugin makes a resource: because its provider is one of the plugin, or for the whole stack. */
export function goesToPlugin(
  kind: { readonly name: string },
  { provider, parent }: pulumi.CustomResourceOptions,
): boolean {
  return isOfPlugin(provider ?? parent?.getProvider(nativeToken(kind.name))) || isNativeStack();
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
function isOfPlugin(provider: pulumi.ProviderResource | undefined): boolean {
  return provider !== undefined && Reflect.get(provider, "pkg") === pluginName;
}

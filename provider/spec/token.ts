import type { Kind } from "./kind.js";

/** The name of the native plugin, and of the package in its type tokens. */
export const pluginName = "workspace-gateway";

/** The type token for the dynamic provider. It is the same in all releases and on all machines. */
export function typeToken(kind: string): string {
  return `pulumi-nodejs:dynamic/workspace-gateway:${kind}`;
}

export function nativeToken(kind: string): string {
  return `${pluginName}:index:${kind}`;
}

/** The `__provider` text with which the engine's plugin loads this package. Every resource stores it. */
export function loader(kind: string): string {
  return `exports.handler=()=>require("pulumi-workspace-gateway/runtime").provider("${kind}")`;
}

/** Finds the kind of a type token. Undefined for other packages and unknown kinds. */
export function kindOfType(token: string, kinds: readonly Kind[]): Kind | undefined {
  const name = kindNameOf(token);
  return kinds.find((kind) => kind.name === name);
}

/** The kind's name in a type token of either provider. Undefined for other packages. */
export function kindNameOf(token: string): string | undefined {
  const start = [typeToken(""), nativeToken("")].find((candidate) => token.startsWith(candidate));
  return start === undefined ? undefined : token.slice(start.length);
}

export function isNativeType(token: string): boolean {
  return token.startsWith(nativeToken(""));
}

/** The resource's own type in a URN, without the types of its parents. */
export function typeOfUrn(urn: string): string {
  return urn.split("::")[2]?.split("$").at(-1) ?? "";
}

/**
 * The name of the explicit provider in a resource's provider reference, from a state or a preview. Undefined
 * for a default provider, whose settings are in the environment and the stack's config.
 */
export function declaredProvider(reference = ""): string | undefined {
  return declaredProviderAt(reference.split("::").slice(0, -1).join("::"));
}

/** Like `declaredProvider`, for the provider's URN, which is the reference without the id. */
export function declaredProviderAt(urn: string): string | undefined {
  const name = urn.split("::").slice(3).join("::");
  return typeOfUrn(urn) === `pulumi:providers:${pluginName}` && !name.startsWith("default")
    ? name
    : undefined;
}

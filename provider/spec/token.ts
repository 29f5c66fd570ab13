import type { Kind } from "./kind.js";

/** The name of this package's plugin, and of the package in the types of its resources. */
export const pluginName = "workspace-gateway";

/**
 * The type by which stacks know the resources of a kind that Pulumi's dynamic provider makes.
 * It is the same in all releases, on all machines.
 */
export function typeToken(kind: string): string {
  return `pulumi-nodejs:dynamic/workspace-gateway:${kind}`;
}

/** The type by which stacks know those that this package's own plugin makes. */
export function nativeToken(kind: string): string {
  return `${pluginName}:index:${kind}`;
}

/**
 * The text that makes the engine's plugin load this package.
 * It is stored with every resource, like the type token.
 */
export function loader(kind: string): string {
  return `exports.handler=()=>require("pulumi-workspace-gateway/runtime").provider("${kind}")`;
}

/** The kind that a type token stands for; undefined for a resource of another package, and for a kind that is not among these. */
export function kindOfType(token: string, kinds: readonly Kind[]): Kind | undefined {
  const name = kindNameOf(token);
  return kinds.find((kind) => kind.name === name);
}

/** The name of the kind that a type token stands for, whoever made it; undefined for a resource of another package. */
export function kindNameOf(token: string): string | undefined {
  const start = [typeToken(""), nativeToken("")].find((candidate) => token.startsWith(candidate));
  return start === undefined ? undefined : token.slice(start.length);
}

export function isNativeType(token: string): boolean {
  return token.startsWith(nativeToken(""));
}

/** The type of the resource that a URN is of. What it stands in comes before it. */
export function typeOfUrn(urn: string): string {
  return urn.split("::")[2]?.split("$").at(-1) ?? "";
}

/**
 * The name of the provider that a program has declared for a resource, by its reference in a state or a preview: its settings
 * are in the program. Undefined for one that the engine has made, whose settings are the environment's and the stack's.
 */
export function declaredProvider(reference = ""): string | undefined {
  return declaredProviderAt(reference.split("::").slice(0, -1).join("::"));
}

/** The same by its URN, which a reference has before the id. */
export function declaredProviderAt(urn: string): string | undefined {
  const name = urn.split("::").slice(3).join("::");
  return typeOfUrn(urn) === `pulumi:providers:${pluginName}` && !name.startsWith("default")
    ? name
    : undefined;
}

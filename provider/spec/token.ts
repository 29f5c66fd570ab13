import type { Kind } from "./kind.js";

/**
 * The type by which every stack knows the resources of a kind.
 * It is the same in all releases, on all machines.
 */
export function typeToken(kind: string): string {
  return `pulumi-nodejs:dynamic/workspace-gateway:${kind}`;
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

/** The name of the kind that a type token stands for; undefined for a resource of another package. */
export function kindNameOf(token: string): string | undefined {
  const start = typeToken("");
  return token.startsWith(start) ? token.slice(start.length) : undefined;
}

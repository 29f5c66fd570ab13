/** By what a resource of a kind is known in every stack: the same in all releases, on all machines. */
export function typeToken(kind: string): string {
  return `pulumi-nodejs:dynamic/workspace-gateway:${kind}`;
}

/** The text that makes the engine's plugin load this package. It is stored with every resource, like the type token. */
export function loader(kind: string): string {
  return `exports.handler=()=>require("pulumi-workspace-gateway/runtime").provider("${kind}")`;
}

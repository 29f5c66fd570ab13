/** `organization/project/stack` is the same stack as `stack`. */
export function stackWithoutOrganization(stack: string): string {
  return stack.split("/").at(-1) ?? stack;
}

/** The project that a name with all its parts says; undefined if it says none. */
export function projectInName(stack: string): string | undefined {
  const parts = stack.split("/");
  return parts.length === 3 ? parts[1] : undefined;
}

/** A package that a release publishes. */
export interface Published {
  readonly name: string;
  readonly version: string;
  readonly repository: { readonly url: string };
}

/** What `npm view <name> repository.url` ended with. */
export interface Viewed {
  readonly code: number;
  readonly output: string;
}

/**
 * Fails if a name that users are told to install or run belongs to somebody else, or if the registry does not say. A name is free
 * if the registry has no such package, and ours if its package comes from our repository.
 */
export function checkNames(packages: readonly Published[], view: (name: string) => Viewed): string[] {
  return packages.map(({ name, repository }) => {
    const { code, output } = view(name);
    if (code !== 0 && output.includes("E404")) {
      return `${name} is free`;
    }
    if (code !== 0) {
      throw new Error(`Nobody knows whose ${name} is, so nothing may be published: ${output.trim()}`);
    }
    if (output.trim() !== repository.url) {
      throw new Error(
        `${name} belongs to ${output.trim() || "somebody who names no repository"}. Publish nothing: ` +
          "rename our package, and all that tells people to install or run it.",
      );
    }
    return `${name} is ours`;
  });
}

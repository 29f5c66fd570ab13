import type { Kind } from "../../spec/kind.js";
import type { StackResource } from "../../stack/stack-state.js";

/** What the work on some kinds needs from a credential. */
export interface NeededScopes {
  /** Whether a stack has these kinds, or they are all that there are. */
  readonly of: "stack" | "all kinds";
  /** The names of the kinds that need a scope, by scope. */
  readonly scopes: ReadonlyMap<string, readonly string[]>;
  /** The names of the kinds that need the app's own credentials. */
  readonly app: readonly string[];
  readonly kinds: readonly Kind[];
}

/** What a stack needs: what it manages is also written, what it only reads is not. Without a resource, all kinds count. */
export function neededScopes(kinds: readonly Kind[], resources: readonly StackResource[]): NeededScopes {
  if (resources.length === 0) {
    return needing("all kinds", kinds, () => true);
  }
  const inStack = kinds.filter((kind) => resources.some((each) => each.kind === kind));
  const isManaged = (kind: Kind) => resources.some((each) => each.kind === kind && !each.external);
  return needing("stack", inStack, isManaged);
}

function needing(
  of: NeededScopes["of"],
  kinds: readonly Kind[],
  isManaged: (kind: Kind) => boolean,
): NeededScopes {
  const needed = kinds.flatMap((kind) =>
    scopesOf(kind, isManaged(kind)).map((scope) => ({ scope, name: kind.name })),
  );
  const byScope = Map.groupBy(needed, ({ scope }) => scope);
  return {
    of,
    scopes: new Map([...byScope].map(([scope, pairs]) => [scope, pairs.map(({ name }) => name)])),
    app: kinds.filter(({ endpoints }) => endpoints.auth === "app").map(({ name }) => name),
    kinds,
  };
}

function scopesOf({ scope, endpoints }: Kind, isManaged: boolean): string[] {
  const { list, get, create, patch, remove, auth, parent } = endpoints;
  const reads = list !== undefined || get !== undefined;
  const writes = [create, patch, remove].some((path) => path !== undefined);
  return [
    ...new Set([
      ...(parent === undefined ? [] : [parent.scope]),
      ...(reads && auth === undefined ? [`${scope}:read`] : []),
      ...(writes && isManaged && auth === undefined ? [`${scope}:write`] : []),
    ]),
  ];
}

import type { ExportedState } from "../../harness/engine.ts";

/** What a state has of the one object of a kind. */
export function stored({ deployment }: ExportedState, kind: string) {
  const found = deployment.resources?.find(({ type }) => type.endsWith(`:${kind}`));
  if (found === undefined) throw new Error(`the state has no ${kind}`);
  return found;
}

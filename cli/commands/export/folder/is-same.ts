import type { KnownObject } from "../../../export/exported-program.js";

type Identity = Pick<KnownObject, "kind" | "id">;

/** Whether two entries are of one object. */
export function isSame(a: Identity, b: Identity): boolean {
  return a.kind === b.kind && a.id === b.id;
}

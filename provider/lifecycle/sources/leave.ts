import type { Target } from "../operation/target.js";

/**
 * Whether an object is left as it is, because another resource of the program has it.
 * That resource has taken it over in this run, or had it before and keeps it.
 *
 * The diff tells which object a resource has: every declared resource has its diff before anything is deleted
 * at the end of a run.
 */
export function isLeft(target: Target, id: string): boolean {
  const left = target.ledger.held(target.collection, id);
  if (left) {
    target.warn(`${target.label} (id ${id}) is left as it is: another resource of the program has it.`);
  }
  return left;
}

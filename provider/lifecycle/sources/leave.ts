import type { Target } from "../operation/target.js";

/**
 * Whether an object is left as it is, because another resource of the program has it: one that has taken it over in
 * this run, or one that had it before and keeps it. Which object a resource has is known from the diff that every
 * declared resource goes through before anything is deleted at the end of a run.
 */
export function isLeft(target: Target, id: string): boolean {
  const left = target.ledger.held(target.collection, id);
  if (left) {
    target.warn(`${target.label} (id ${id}) is left as it is: another resource of the program has it.`);
  }
  return left;
}

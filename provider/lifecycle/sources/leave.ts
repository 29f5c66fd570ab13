import type { Target } from "../operation/target.js";

/**
 * Whether an object is left as it is, because another resource of the program has it, in this process or in another one of the
 * operation.
 * That resource has taken it over in this run, or had it before and keeps it.
 *
 * The diff tells which object a resource has: every declared resource has its diff before anything is deleted
 * at the end of a run.
 */
export function isLeft(target: Target, id: string): boolean {
  const { ledger, collection } = target;
  const left = ledger.held(collection, id);
  if (!left && ledger.blindness !== undefined) {
    throw new Error(
      `${target.label} (id ${id}) was not deleted: another provider process of this operation may have it for a resource of the ` +
        `program, and where such processes tell each other that cannot be used: ${ledger.blindness}. ` +
        "Set TMPDIR to a folder in which you alone may write, and run again.",
    );
  }
  if (left) {
    target.warn(`${target.label} (id ${id}) is left as it is: another resource of the program has it.`);
  }
  return left;
}

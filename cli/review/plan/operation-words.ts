import type { ChangingOperation } from "./plan.js";

interface OperationWords {
  readonly sign: string;
  readonly noun: string;
  /** As it goes on after "the program". */
  readonly does: string;
  /** As it stands before the name of an object. */
  readonly title: string;
  readonly past: string;
}

/** What an operation that changes something is called, in the order in which people want to know it. */
export const operationWords: Readonly<Record<ChangingOperation, OperationWords>> = {
  delete: { sign: "−", noun: "delete", does: "deletes", title: "Deleted", past: "deleted" },
  replace: { sign: "±", noun: "replacement", does: "replaces", title: "Replaced", past: "replaced" },
  update: { sign: "~", noun: "update", does: "updates", title: "Updated", past: "changed" },
  create: { sign: "+", noun: "create", does: "creates", title: "Created", past: "created" },
  other: {
    sign: "?",
    noun: "other change",
    does: "does something else to",
    title: "Changed",
    past: "touched",
  },
};

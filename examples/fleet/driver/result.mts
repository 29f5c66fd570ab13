import type { OpMap } from "@pulumi/pulumi/automation/index.js";

/** The number of resources per operation, such as `create` or `update`, that a run applied or would apply. */
export type Changes = Readonly<OpMap>;

/** The result of a stack's run. */
export interface Result {
  readonly stack: string;
  readonly outcome: "done" | "unchanged" | "failed" | "canceled" | "not run";
  readonly changes: Changes;
  readonly seconds: number;
  /** The errors of a stack that failed. */
  readonly errors: readonly string[];
}

/** Whether a stack needs no further run. */
export function isThrough({ outcome }: Result): boolean {
  return outcome === "done" || outcome === "unchanged";
}

/** A text such as `3 create, 1 update`. Unchanged resources are omitted. */
export function inWords(changes: Changes): string {
  const told = Object.entries(changes).filter(([op, count]) => op !== "same" && op !== "read" && count > 0);
  return told.map(([op, count]) => `${count} ${op}`).join(", ") || "nothing";
}

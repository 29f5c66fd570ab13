import type { OpMap } from "@pulumi/pulumi/automation/index.js";

/** How many resources of a stack were or would be created, updated and so on. */
export type Changes = Readonly<OpMap>;

/** What became of a stack. */
export interface Result {
  readonly stack: string;
  readonly outcome: "done" | "unchanged" | "failed" | "canceled" | "not run";
  readonly changes: Changes;
  readonly seconds: number;
  /** The errors of a stack that failed. */
  readonly errors: readonly string[];
}

/** Whether nothing is left to do for a stack. */
export function isThrough({ outcome }: Result): boolean {
  return outcome === "done" || outcome === "unchanged";
}

/** `3 create, 1 update`; what stays is not told. */
export function inWords(changes: Changes): string {
  const told = Object.entries(changes).filter(([op, count]) => op !== "same" && op !== "read" && count > 0);
  return told.map(([op, count]) => `${count} ${op}`).join(", ") || "nothing";
}

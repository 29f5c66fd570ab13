import type { Danger } from "pulumi-workspace-gateway/tools";
import type { FieldChanged } from "./field-changed.js";

/** A danger of a kind's table that a step holds. */
export interface Hit {
  readonly danger: Danger;
  /** As severe as it is here: it may count by how much something changes. */
  readonly level: Danger["level"];
  /** Whether it may also be none: a value is not known before the `up`, or a secret is covered. */
  readonly isOpen: boolean;
  /** What changes. Undefined for the whole object. */
  readonly change?: FieldChanged;
  /** By how many percent. Undefined if no number says it. */
  readonly percent?: number;
  readonly difference?: number;
}

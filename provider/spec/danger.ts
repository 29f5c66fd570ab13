import type { Json } from "../text/json.js";

/** From least to most harmful. A guard permits a `refused` change only if its rule is allowed by name. */
export const levels = ["low", "medium", "high", "refused"] as const;

export type Level = (typeof levels)[number];

export const dangerRules = [
  "workspace-delete",
  "force-destroy",
  "provider-host-changed",
  "provider-changed",
  "provider-added",
  "provider-delete-with-models",
  "gateway-name-changed",
  "model-changed",
  "cost-up",
  "cost-down",
  "default-config-lost",
  "default-config-changed",
  "config-changed",
  "production-prompt-changed",
  "access-removed",
  "member-added",
  "role-raised",
  "role-lowered",
  "invitation-wide",
  "budget-up",
  "budget-down",
  "quota-up",
  "quota-down",
  "key-rotated",
  "deleted",
] as const;

type DangerRule = (typeof dangerRules)[number];

/** Property values by name. Each property must have one of the listed values. Null means no value. */
export type Where = Readonly<Record<string, readonly Json[]>>;

export interface Danger {
  readonly rule: DangerRule;
  readonly level: Level;
  /** The text after the object's name in messages, such as "becomes more expensive". */
  readonly says: string;
  /** Applies only if one of these conditions matches the object, before or after the change. */
  readonly where?: readonly Where[];
  /** Applies only if no other object in the same place matches `where` afterward. */
  readonly sole?: true;
  /** Applies only if other objects belong to this one. */
  readonly inUse?: true;
}

/**
 * A direction of change. `up` and `down` are for numbers, and `host` is for addresses. `to` and `from` are
 * changes to or away from `value`. `above` is a change to a number greater than `value`. `changed` is any
 * change, and `none` is the removal of the value. `to`, `above` and `none` also apply to a create.
 */
type Direction = "up" | "down" | "host" | "to" | "from" | "above" | "changed" | "none";

/** A dangerous change to a field. Values that are unknown before the `up` count as the worst case. */
export interface FieldDanger extends Danger {
  readonly when: Direction;
  readonly value?: Json;
  /** The level for a change of more than this percentage. For text, it is the percentage of new words. */
  readonly over?: readonly [percent: number, level: Level];
  /** Does not apply to an object that is created. */
  readonly existing?: true;
}

export interface ObjectDanger {
  readonly create: readonly Danger[];
  readonly delete: readonly Danger[];
  /** Added to the dangers of the changed fields. Default: the dangers of a delete and of a create. */
  readonly replace?: readonly Danger[];
  /**
   * Quotients of two number fields that have dangers of their own, such as requests per minute. If the
   * divisor changes, the quotient is checked in addition to the fields.
   */
  readonly rates?: readonly {
    readonly name: string;
    readonly of: string;
    readonly per: string;
    readonly danger: readonly FieldDanger[];
  }[];
}

export const harmless: readonly FieldDanger[] = [];

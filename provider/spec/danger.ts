import type { Json } from "../text/json.js";

/** How much harm a change can do, the least first. What is `refused` passes a guard only by its name. */
export const levels = ["low", "medium", "high", "refused"] as const;

export type Level = (typeof levels)[number];

/** The rules under which a danger is told, refused and permitted. */
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

/** Values of properties of the object, by name: one of these words has to be there; null stands for none. */
export type Where = Readonly<Record<string, readonly Json[]>>;

/** What is dangerous about a create, a delete or a change of an object. */
export interface Danger {
  readonly rule: DangerRule;
  readonly level: Level;
  /** What happens, as it goes on after the object's name: "becomes more expensive". */
  readonly says: string;
  /** Only of an object of which one of these is true, before or afterwards. */
  readonly where?: readonly Where[];
  /** Only if no other object of the same place is afterwards as one of `where` says: else it has taken the place. */
  readonly sole?: true;
  /** Only if other objects belong to it. */
  readonly inUse?: true;
}

/**
 * A direction of change of a field. `up` and `down` are a number's, `host` is an address's. `to` and `from` are a change to or away
 * from the `value`, `above` one to a number that is greater than it. `changed` is any change, `none` one
 * after which there is no value. `to`, `above` and `none` hold for a create, too.
 */
type Direction = "up" | "down" | "host" | "to" | "from" | "above" | "changed" | "none";

/** A change of a field that is dangerous. What is not known before the `up` counts as the worst that it may become. */
export interface FieldDanger extends Danger {
  readonly when: Direction;
  readonly value?: Json;
  /** By more than so many percent, it has this level instead. Of a text: if more than so many percent of its words are new. */
  readonly over?: readonly [percent: number, level: Level];
  /** Only of an object that was there before, not of one that is created. */
  readonly existing?: true;
}

export interface ObjectDanger {
  readonly create: readonly Danger[];
  readonly delete: readonly Danger[];
  /** Beside the dangers of the fields that differ. Without it: those of a delete and of a create. */
  readonly replace?: readonly Danger[];
  /**
   * Quotients of two number fields that are dangerous by themselves, such as requests per minute. A quotient is judged where its
   * divisor changes; the fields are judged besides.
   */
  readonly rates?: readonly {
    readonly name: string;
    readonly of: string;
    readonly per: string;
    readonly danger: readonly FieldDanger[];
  }[];
}

/** Of a field no change of which is dangerous by itself. */
export const harmless: readonly FieldDanger[] = [];

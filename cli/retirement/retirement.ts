import type { ObjectUse } from "../usage/use/tellable-usage.js";

/** A model that retires, and what stands in the way of that. */
export interface Retirement {
  readonly urn: string;
  /** Logical name in the program. */
  readonly name: string;
  /** The gateway's id, and the mark of its gateway. Undefined while they are not known. */
  readonly id?: string;
  readonly gateway?: string;
  /** The gateway name, or the logical name while that is not known. */
  readonly model: string;
  /** The name of its workspace for people. */
  readonly workspace: string;
  /** The last day on which it is served, `YYYY-MM-DD`. Undefined if nobody says it. */
  readonly retiresOn?: string;
  /** 0 on that day, below 0 after it. */
  readonly daysLeft?: number;
  /** What to call instead, and what to call instead of that, as long as models say so. */
  readonly replacements: readonly Replacement[];
  /** What mappings still lead to it. */
  readonly routes: readonly RetiringRoute[];
  /** Who called it of late. Undefined if usage was not read. */
  readonly callers?: ObjectUse;
}

/** A name to call instead of a model that retires. */
export interface Replacement {
  readonly name: string;
  /** `circle`: it ends at a model that was left on this way. `nowhere`: it is the name of no model that is known here. */
  readonly is: "model" | "circle" | "nowhere" | "unknown";
  /** The gateway name of the model at which it ends, and when that retires. */
  readonly model?: string;
  readonly retiresOn?: string;
}

/** A name, or a pattern, whose requests end at a model that retires. */
export interface RetiringRoute {
  readonly incoming: string;
  readonly isPattern: boolean;
  /** The mapping that leads them there: its logical name and URN. */
  readonly by: string;
  readonly byUrn: string;
  /** What the API does not say and this depends on, in words. */
  readonly depends: readonly string[];
}

/** From so many days before on, everybody is told. */
export const usualWarning = 30;

export function isDue({ daysLeft }: Pick<Retirement, "daysLeft">, within = usualWarning): boolean {
  return daysLeft !== undefined && daysLeft <= within;
}

/** Its last day is over. */
export function hasRetired({ daysLeft = 0 }: Pick<Retirement, "daysLeft">): boolean {
  return daysLeft < 0;
}

/** Whether it cannot go yet without somebody getting no answer. */
export function isInTheWay({ routes, callers }: Retirement): boolean {
  return routes.length > 0 || (callers?.requests ?? 0) > 0;
}

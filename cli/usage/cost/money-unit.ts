import { defined } from "pulumi-workspace-gateway/tools";
import type { AccountObject } from "../../account/account-object.js";
import type { Usage } from "../usage.js";
import { type UnitInRows, unitInRows } from "./unit-in-rows.js";

/** The amount of tokens that a price is for, and what prices are in. */
export interface MoneyUnit {
  readonly unit: number;
  readonly currency?: string;
  /** Where nobody says the unit, what tells it. */
  readonly inferred?: Omit<UnitInRows, "unit">;
}

/** What somebody says of it, which decides. */
export interface SaidUnit {
  readonly unit?: number | undefined;
  readonly currency?: string | undefined;
}

/** Undefined if nobody says the unit, and rows do not tell it. */
export function moneyUnit(
  { unit: said, currency }: SaidUnit,
  usage: Usage,
  objects: readonly AccountObject[],
): MoneyUnit | undefined {
  if (said !== undefined) {
    return { unit: said, ...defined({ currency }) };
  }
  const told = unitInRows(usage, objects);
  if (told === undefined) {
    return undefined;
  }
  const { unit, ...inferred } = told;
  return { unit, inferred, ...defined({ currency }) };
}

import { z } from "zod";

/** At most so many, or so many percent of what the stack has before, or both. */
export type Limit = number | `${number}%` | `${number}%, ${number}`;

/** By how much something may change: by so many percent, by so much, or both. */
export interface AmountLimit {
  readonly percent?: number;
  readonly amount?: number;
}

const percentage = /^(\d{1,6}(?:\.\d+)?)%$/;

/** A count, a percentage, or both: `5`, `"5"`, `"10%"`, `"10%, 25"`. */
export const limitSchema = z
  .union([z.int().min(0), z.string().trim()])
  .transform((written, context): Limit => {
    const [first = "", second] = partsOf(written);
    if (/^\d{1,9}$/.test(first) && second === undefined) {
      return Number(first);
    }
    const [, percent] = percentage.exec(first) ?? [];
    if (percent !== undefined && Number(percent) <= 100 && /^\d{1,9}$/.test(second ?? "0")) {
      return second === undefined ? `${Number(percent)}%` : `${Number(percent)}%, ${Number(second)}`;
    }
    context.addIssue({
      code: "custom",
      message: "must be a count or a percentage, or both, such as 5, 10% or 10%, 25",
    });
    return z.NEVER;
  });

/** How much a number may change: `500`, `"20%"`, `"20%, 500"`. A number alone is an amount, or percent if `bare` says so. */
export function amountSchema(bare: "percent" | "amount") {
  return z.union([z.number().min(0), z.string().trim()]).transform((written, context): AmountLimit => {
    const [first = "", second, ...more] = partsOf(written);
    const [, percent] = percentage.exec(first) ?? [];
    const isNumber = (text: string) => /^\d{1,9}(?:\.\d+)?$/.test(text);
    if (percent !== undefined && more.length === 0 && isNumber(second ?? "0")) {
      const limit = { percent: Number(percent) };
      return second === undefined ? limit : { ...limit, amount: Number(second) };
    }
    if (isNumber(first) && second === undefined) {
      return { [bare]: Number(first) };
    }
    context.addIssue({
      code: "custom",
      message: `must be ${bare === "percent" ? "a percentage, such as 20%" : "an amount or a percentage, such as 500 or 20%"}, or both: 20%, 500`,
    });
    return z.NEVER;
  });
}

function partsOf(written: number | string): string[] {
  return String(written)
    .split(",")
    .map((part) => part.trim());
}

/**
 * How many a limit allows of `total`. A percentage is rounded down, but to no less than one: otherwise
 * nothing of a stack of nine objects could ever be deleted under the limit of 10 %. Only `0` and `0%` allow
 * none.
 */
export function allowedOf(limit: Limit, total: number): number {
  const allowed = partsOf(limit).map((part) => {
    const number = Number.parseFloat(part);
    return !part.endsWith("%") || number === 0 ? number : Math.max(1, Math.floor((total * number) / 100));
  });
  return Math.min(...allowed);
}

/** Whether a change by so many percent, and by so much, is over a limit. What no number says is. */
export function isOver({ percent, amount }: AmountLimit, by: AmountLimit): boolean {
  const isBeyond = (most: number | undefined, much: number | undefined) =>
    most !== undefined && (much === undefined || much > most);
  return isBeyond(percent, by.percent) || isBeyond(amount, by.amount);
}

import { z } from "zod";
import type { Limit } from "./guard-rules.js";

const percentage = /^(\d{1,3}(?:\.\d+)?)%$/;

/** A count, or a percentage: `5`, `"5"`, `"10%"`. */
export const limitSchema = z
  .union([z.int().min(0), z.string().trim()])
  .transform((written, context): Limit => {
    const text = String(written);
    if (/^\d{1,9}$/.test(text)) {
      return Number(text);
    }
    const [, percent] = percentage.exec(text) ?? [];
    if (percent !== undefined && Number(percent) <= 100) {
      return `${Number(percent)}%`;
    }
    context.addIssue({ code: "custom", message: "must be a count or a percentage, such as 5 or 10%" });
    return z.NEVER;
  });

/** A percentage without an upper bound: `20`, `"20%"`. */
export const percentSchema = z
  .union([z.number().min(0), z.string().trim()])
  .transform((written, context): number => {
    const [, percent] = /^(\d{1,6}(?:\.\d+)?)%?$/.exec(String(written)) ?? [];
    if (percent === undefined) {
      context.addIssue({ code: "custom", message: "must be a percentage, such as 20%" });
      return z.NEVER;
    }
    return Number(percent);
  });

/**
 * How many a limit allows of `total`. A percentage is rounded down, but to no less than one: otherwise
 * nothing of a stack of nine objects could ever be deleted under the limit of 10 %. Only `0` and `0%` allow
 * none.
 */
export function allowedOf(limit: Limit, total: number): number {
  if (typeof limit === "number") {
    return limit;
  }
  const percent = Number.parseFloat(limit);
  return percent === 0 ? 0 : Math.max(1, Math.floor((total * percent) / 100));
}

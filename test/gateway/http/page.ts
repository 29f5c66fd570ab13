import { z } from "@hono/zod-openapi";
import type { Row } from "../json.ts";
import type { Variants } from "../variants.ts";
import { ApiError } from "./api-error.ts";

const wholeNumber = z
  .string()
  .regex(/^[1-9]\d{0,14}$/, "must be a whole number from 1")
  .openapi({ type: "integer", minimum: 1 });

/** The parameters that ask for a page (the API's section "Metrics"). */
export const pageQuery = { page: wholeNumber.optional(), limit: wholeNumber.optional() };

/** The rows of a list that a query asks for, as far as the variants obey it. */
export function pageOf(rows: Row[], query: Record<string, string>, variants: Variants): Row[] {
  const { paging, pageSize, maxLimit } = variants;
  const asked = (name: "page" | "limit") => {
    const text = query[name];
    if (text === undefined || paging === "ignored") return undefined;
    if (paging === "refused") throw new ApiError(400, `There is no parameter ${name}`);
    if (!wholeNumber.safeParse(text).success)
      throw new ApiError(400, `${name} must be a whole number from 1`);
    return paging === name || paging === "both" ? Number(text) : undefined;
  };
  const limit = Math.min(asked("limit") ?? pageSize ?? rows.length, maxLimit ?? Infinity);
  const start = ((asked("page") ?? 1) - 1) * limit;
  return rows.slice(start, start + limit);
}

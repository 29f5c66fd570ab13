import { z } from "zod";
import type { Row } from "../json.ts";
import type { Variants } from "../variants.ts";
import { ApiError, emptyReply, jsonReply, type Reply } from "./reply.ts";

const wholeNumber = z.string().regex(/^[1-9]\d{0,14}$/, "must be a whole number of at least 1");

/** The query parameters that select a page (the API's section "Metrics"). */
export const pageQuery = { page: wholeNumber.optional(), limit: wholeNumber.optional() };

/** Returns the page of a list that a query selects, if the variants support paging. */
function pageOf(rows: Row[], query: Record<string, string>, variants: Variants): Row[] {
  const { paging, pageSize, maxLimit } = variants;
  const asked = (name: "page" | "limit") => {
    const text = query[name];
    if (text === undefined || paging === "ignored") return undefined;
    if (paging === "refused") throw new ApiError(400, `Unknown parameter ${name}`);
    if (!wholeNumber.safeParse(text).success)
      throw new ApiError(400, `${name} must be a whole number of at least 1`);
    return paging === name || paging === "both" ? Number(text) : undefined;
  };
  const limit = Math.min(asked("limit") ?? pageSize ?? rows.length, maxLimit ?? Infinity);
  const start = ((asked("page") ?? 1) - 1) * limit;
  return rows.slice(start, start + limit);
}

/** The rows of a list. If `more` is set, they are already a single page. */
interface List {
  kind: "list";
  items: Row[];
  total?: number;
  more?: Row;
}

export type Answer =
  | List
  | { kind: "single"; item: Row }
  | { kind: "created"; item: Row; location: string }
  | { kind: "changed"; item: Row }
  | { kind: "deleted" }
  | { kind: "bare"; body: Row };

/** Wraps an answer in the envelope that the variants specify (the API's section "Response shape"). */
export function answerReply(answer: Answer, variants: Variants, query: Record<string, string>): Reply {
  switch (answer.kind) {
    case "list":
      return listReply(answer, variants, query);
    case "single":
      return itemReply(200, answer.item, variants.single, variants);
    case "changed":
      return itemReply(200, answer.item, variants.write, variants);
    case "created": {
      const reply = itemReply(variants.createStatus, answer.item, variants.write, variants);
      if (variants.location) reply.headers.Location = answer.location;
      return reply;
    }
    case "deleted":
      return variants.deleteStatus === 204
        ? emptyReply(204)
        : jsonReply(variants.deleteStatus, { success: true });
    case "bare":
      return jsonReply(200, dressed(answer.body, variants));
  }
}

function listReply(list: List, variants: Variants, query: Record<string, string>): Reply {
  const { items, total = items.length, more } = list;
  const page = more === undefined ? pageOf(items, query, variants) : items;
  const shown = variants.cut === null ? page : page.slice(0, variants.cut);
  const data = shown.map((item) => dressed(item, variants));
  const counted = variants.total ? { total: total + variants.overcount } : {};
  return jsonReply(200, { data, ...counted, ...(variants.pageCounts ? more : {}) });
}

function itemReply(status: number, item: Row, envelope: Variants["write"], variants: Variants): Reply {
  if (envelope === "empty") return emptyReply(status);
  const shown = dressed(item, variants);
  return jsonReply(status, envelope === "bare" ? shown : { data: shown });
}

const enumerations = [
  "account_type",
  "compatibility",
  "environment",
  "my_role",
  "period",
  "role",
  "status",
  "type",
];

function inOtherCase(word: string): string {
  return word === word.toUpperCase() ? word.toLowerCase() : word.toUpperCase();
}

function dressed(item: Row, { sparse, extra, numbers, words }: Variants): Row {
  if (!sparse && !extra && numbers === "number" && words === "documented") return item;
  const shown: Row = {};
  for (const [key, value] of Object.entries(item)) {
    if (sparse && (value === null || key === "created_at" || key === "updated_at")) continue;
    if (numbers === "string" && typeof value === "number") {
      shown[key] = String(value);
    } else if (words === "other-case" && typeof value === "string" && enumerations.includes(key)) {
      shown[key] = inOtherCase(value);
    } else {
      shown[key] = value;
    }
  }
  return extra ? { ...shown, etag: "W/1", _links: { self: "about:blank" } } : shown;
}

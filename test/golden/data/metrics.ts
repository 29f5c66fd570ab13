import { any } from "../any.ts";
import { del, type Exchange, exchange, type Given, type Group, get, ok } from "../exchange.ts";
import { missing } from "../shared.ts";
import type { Template } from "../template.ts";

const at = (minute: string): string => `2026-03-01T10:${minute}:00.000Z`;

/** Twelve rows, one for each minute; every third belongs to another key. */
const given: Given[] = Array.from({ length: 12 }, (_, minute) => ({
  metric: { key_id: minute % 3 === 0 ? "key-b" : "key-a", created_at: at(String(minute).padStart(2, "0")) },
}));

const metric = {
  id: any.id,
  user_id: any.id,
  key_id: any.oneOf("key-a", "key-b"),
  method: any.text,
  endpoint: any.text,
  status_code: any.integer,
  duration_ms: any.integer,
  tokens_input: any.integer,
  tokens_output: any.integer,
  cost: any.number,
  provider_id: any.id,
  model_id: any.id,
  created_at: any.timestamp,
} satisfies Template;

const times = (count: number, row: Template): Template[] => Array.from({ length: count }, () => row);

type Texts = Readonly<Record<string, string>>;
type Counts = Readonly<Record<"total" | "page" | "limit" | "total_pages", number>>;

/** Where the counts say nothing else, the page is the first of one, of ten rows. */
const page = (law: string, also: string, query: Texts, data: Template[], counts: Partial<Counts>): Exchange =>
  exchange(
    law,
    `Metrics, GET /metrics${also}`,
    get("/metrics", query),
    ok({ data, page: 1, limit: 10, total_pages: 1, ...counts }),
  );

const from2To4 = { start_date: at("02"), end_date: at("04") };
const ofB = { ...metric, key_id: "key-b" };

export const metrics: Group = {
  about: "metrics",
  setup: [],
  given,
  life: [],
  further: [
    page("a page is the first, of ten rows", "; Limits 4", {}, times(10, metric), {
      total: 12,
      total_pages: 2,
    }),
    page("the last page has what is left", ", page", { page: "2" }, times(2, metric), {
      total: 12,
      page: 2,
      total_pages: 2,
    }),
    page("limit sets the rows of a page", ", limit", { limit: "5", page: "3" }, times(2, metric), {
      total: 12,
      page: 3,
      limit: 5,
      total_pages: 3,
    }),
    page("key_id leaves the rows of one key", ", key_id", { key_id: "key-b" }, times(4, ofB), { total: 4 }),
    page(
      "start_date and end_date are themselves within",
      ", start_date: on or after; end_date: on or before",
      from2To4,
      ["02", "03", "04"].map((minute) => ({ ...metric, created_at: at(minute) })),
      { total: 3 },
    ),
    page(
      "one row is found by its key and time",
      "",
      { key_id: "key-b", start_date: at("09") },
      [{ ...metric, id: any.id.as("metric") }],
      { total: 1 },
    ),
    exchange(
      "a single metric comes in data",
      "Metrics, GET /metrics/{id}; Resources, Metric",
      get("/metrics/{metric}"),
      ok({ data: { ...ofB, id: "{metric}" } }),
    ),
    exchange("a metric is deleted", "Metrics, DELETE /metrics/{id}", del("/metrics/{metric}"), 200),
    missing("a deleted metric is not found", get("/metrics/{metric}")),
    page("a deleted metric is in no list", "", { limit: "100" }, times(11, metric), {
      total: 11,
      limit: 100,
    }),
  ],
};

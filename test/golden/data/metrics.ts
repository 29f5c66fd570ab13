import { any } from "../any.ts";
import { del, type Exchange, exchange, type Given, type Group, get, ok } from "../exchange.ts";
import type { Template } from "../template.ts";
import { missing } from "./refused.ts";

const list = "Metrics, GET /metrics";
const at = (minute: string): string => `2026-03-01T10:${minute}:00.000Z`;

/** Twelve rows, one for each minute; every third belongs to another key. */
const given: Given[] = Array.from({ length: 12 }, (_, minute) => ({
  metric: {
    key_id: minute % 3 === 0 ? "key-b" : "key-a",
    created_at: at(String(minute).padStart(2, "0")),
  },
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

type Query = Readonly<Record<string, string>>;

/** Where the answer says nothing else, its page is the first of one, of ten rows. */
const page = (law: string, row: string, query: Query, answer: { [key: string]: Template }): Exchange =>
  exchange(law, row, get("/metrics", query), ok({ page: 1, limit: 10, total_pages: 1, ...answer }));

export const metrics: Group = {
  about: "metrics",
  setup: [],
  given,
  life: [],
  further: [
    page(
      "a page is the first, of ten rows",
      `${list}; Limits 4`,
      {},
      {
        data: times(10, metric),
        total: 12,
        total_pages: 2,
      },
    ),
    page(
      "the last page has what is left",
      `${list}, page`,
      { page: "2" },
      {
        data: times(2, metric),
        total: 12,
        page: 2,
        total_pages: 2,
      },
    ),
    page(
      "limit sets the rows of a page",
      `${list}, limit`,
      { limit: "5", page: "3" },
      {
        data: times(2, metric),
        total: 12,
        page: 3,
        limit: 5,
        total_pages: 3,
      },
    ),
    page(
      "key_id leaves the rows of one key",
      `${list}, key_id`,
      { key_id: "key-b" },
      {
        data: times(4, { ...metric, key_id: "key-b" }),
        total: 4,
      },
    ),
    page(
      "start_date and end_date are themselves within",
      `${list}, start_date: on or after; end_date: on or before`,
      { start_date: at("02"), end_date: at("04") },
      { data: ["02", "03", "04"].map((minute) => ({ ...metric, created_at: at(minute) })), total: 3 },
    ),
    page(
      "one row is found by its key and time",
      list,
      { key_id: "key-b", start_date: at("09") },
      { data: [{ ...metric, id: any.id.as("metric") }], total: 1 },
    ),
    exchange(
      "a single metric comes in data",
      "Metrics, GET /metrics/{id}; Resources, Metric",
      get("/metrics/{metric}"),
      ok({ data: { ...metric, id: "{metric}", key_id: "key-b" } }),
    ),
    exchange("a metric is deleted", "Metrics, DELETE /metrics/{id}", del("/metrics/{metric}"), 200),
    missing("a deleted metric is not found", get("/metrics/{metric}")),
    page(
      "a deleted metric is in no list",
      list,
      { limit: "100" },
      {
        data: times(11, metric),
        total: 11,
        limit: 100,
      },
    ),
  ],
};

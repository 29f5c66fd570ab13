import { any } from "../any.ts";
import type { Exchange, Given, Group } from "../exchange.ts";
import type { Template } from "../template.ts";

const list = "Metrics, GET /metrics";

/** Twelve rows, one for each minute; every third belongs to another key. */
const given: Given[] = Array.from({ length: 12 }, (_, minute) => ({
  metric: {
    key_id: minute % 3 === 0 ? "key-b" : "key-a",
    created_at: `2026-03-01T10:${String(minute).padStart(2, "0")}:00.000Z`,
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

interface Page {
  rows: Template[];
  total: number;
  page?: number;
  limit?: number;
  pages?: number;
}

function page(law: string, row: string, query: Readonly<Record<string, string>>, expected: Page): Exchange {
  const { total, page = 1, limit = 10, pages = 1 } = expected;
  return {
    law,
    row,
    request: { method: "GET", path: "/metrics", query },
    response: { status: 200, body: { data: expected.rows, total, page, limit, total_pages: pages } },
  };
}

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
        rows: times(10, metric),
        total: 12,
        pages: 2,
      },
    ),
    page(
      "the last page has what is left",
      `${list}, page`,
      { page: "2" },
      {
        rows: times(2, metric),
        total: 12,
        page: 2,
        pages: 2,
      },
    ),
    page(
      "limit sets the rows of a page",
      `${list}, limit`,
      { limit: "5", page: "3" },
      {
        rows: times(2, metric),
        total: 12,
        page: 3,
        limit: 5,
        pages: 3,
      },
    ),
    page(
      "key_id leaves the rows of one key",
      `${list}, key_id`,
      { key_id: "key-b" },
      {
        rows: times(4, { ...metric, key_id: "key-b" }),
        total: 4,
      },
    ),
    page(
      "start_date and end_date are themselves within",
      `${list}, start_date: on or after; end_date: on or before`,
      { start_date: "2026-03-01T10:02:00.000Z", end_date: "2026-03-01T10:04:00.000Z" },
      {
        rows: ["02", "03", "04"].map((minute) => ({
          ...metric,
          created_at: `2026-03-01T10:${minute}:00.000Z`,
        })),
        total: 3,
      },
    ),
    page(
      "one row is found by its key and time",
      list,
      { key_id: "key-b", start_date: "2026-03-01T10:09:00.000Z" },
      { rows: [{ ...metric, id: any.id.as("metric") }], total: 1 },
    ),
    {
      law: "a single metric comes in data",
      row: "Metrics, GET /metrics/{id}; Resources, Metric",
      request: { method: "GET", path: "/metrics/{metric}" },
      response: { status: 200, body: { data: { ...metric, id: "{metric}", key_id: "key-b" } } },
    },
    {
      law: "a metric is deleted",
      row: "Metrics, DELETE /metrics/{id}",
      request: { method: "DELETE", path: "/metrics/{metric}" },
      response: { status: 200 },
    },
    {
      law: "a deleted metric is not found",
      row: "Errors, 404",
      request: { method: "GET", path: "/metrics/{metric}" },
      response: { status: 404 },
    },
    page(
      "a deleted metric is in no list",
      list,
      { limit: "100" },
      {
        rows: times(11, metric),
        total: 11,
        limit: 100,
      },
    ),
  ],
};

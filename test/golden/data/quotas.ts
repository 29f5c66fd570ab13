import { any } from "../any.ts";
import type { Exchange, Group } from "../exchange.ts";
import type { Json } from "../fill.ts";
import { item, type Template } from "../template.ts";
import { invalid } from "./refused.ts";

const update = "Quotas, PATCH /quotas/{id}";

const found = {
  id: "{quota}",
  user_id: any.id,
  name: "Daily cap",
  max_requests: 1000,
  period: "ROLLING",
  window_minutes: 1440,
  current_usage: any.integer,
  created_at: any.timestamp,
  updated_at: any.timestamp,
} satisfies Template;

const changed = {
  ...found,
  name: "Hourly cap",
  max_requests: 50,
  period: "CALENDAR",
  window_minutes: 60,
};

const refused = (law: string, body: Json): Exchange => invalid(law, update, "PATCH", "/quotas/{quota}", body);

const missing = (method: "GET" | "PATCH" | "DELETE", law: string): Exchange => ({
  law,
  row: "Errors, 404",
  request: {
    method,
    path: "/quotas/no-such-item",
    ...(method === "PATCH" ? { body: { max_requests: 1 } } : {}),
  },
  response: { status: 404 },
});

const given = [{ quota: { name: "Daily cap", max_requests: 1000, period: "ROLLING", window_minutes: 1440 } }];

export const quotas: Group = {
  about: "quotas",
  setup: [],
  given,
  life: [
    {
      law: "the list has the quota",
      row: "Quotas, GET /quotas; Resources, Quota",
      request: { method: "GET", path: "/quotas" },
      response: { status: 200, body: { data: [{ ...found, id: any.id.as("quota") }] } },
    },
    {
      law: "a single quota comes in data",
      row: "Quotas, GET /quotas/{id}; Resources, Quota",
      request: { method: "GET", path: "/quotas/{quota}" },
      response: { status: 200, body: { data: found } },
    },
    {
      law: "update changes one field, and keeps the rest",
      row: `${update}; Verbs, PATCH`,
      request: { method: "PATCH", path: "/quotas/{quota}", body: { max_requests: 50 } },
      response: { status: 200, body: item({ ...found, max_requests: 50 }) },
    },
    {
      law: "update changes every field",
      row: update,
      request: {
        method: "PATCH",
        path: "/quotas/{quota}",
        body: { name: "Hourly cap", period: "CALENDAR", window_minutes: 60 },
      },
      response: { status: 200, body: item(changed) },
    },
    {
      law: "the changes are read back",
      row: "Quotas, GET /quotas/{id}",
      request: { method: "GET", path: "/quotas/{quota}" },
      response: { status: 200, body: { data: changed } },
    },
    {
      law: "the list has the changes",
      row: "Quotas, GET /quotas",
      request: { method: "GET", path: "/quotas" },
      response: { status: 200, body: { data: [changed] } },
    },
    {
      law: "delete succeeds",
      row: "Quotas, DELETE /quotas/{id}",
      request: { method: "DELETE", path: "/quotas/{quota}" },
      response: { status: 200 },
    },
    {
      law: "a deleted quota is not found",
      row: "Errors, 404",
      request: { method: "GET", path: "/quotas/{quota}" },
      response: { status: 404 },
    },
    {
      law: "a deleted quota is in no list",
      row: "Quotas, GET /quotas",
      request: { method: "GET", path: "/quotas" },
      response: { status: 200, body: { data: [] } },
    },
  ],
  further: [
    missing("GET", "read of a missing quota finds nothing"),
    missing("PATCH", "update of a missing quota finds nothing"),
    missing("DELETE", "delete of a missing quota finds nothing"),
  ],
};

/** Apart from the life, because it needs a quota that stays. */
export const quotaFields: Group = {
  about: "quota fields",
  setup: [],
  given,
  life: [],
  further: [
    {
      law: "a quota of the account is listed",
      row: "Quotas, GET /quotas",
      request: { method: "GET", path: "/quotas" },
      response: { status: 200, body: { data: [{ id: any.id.as("quota") }] } },
    },
    {
      law: "an update of nothing succeeds",
      row: `${update}: all optional`,
      request: { method: "PATCH", path: "/quotas/{quota}", body: {} },
      response: { status: 200, body: item({ id: "{quota}", name: "Daily cap", max_requests: 1000 }) },
    },
    refused("an unknown period is refused", { period: "DAILY" }),
    refused("a name is a string", { name: 7 }),
    refused("max_requests is no string", { max_requests: "50" }),
    refused("max_requests is an integer", { max_requests: 1.5 }),
    refused("window_minutes is an integer", { window_minutes: 0.5 }),
  ],
};

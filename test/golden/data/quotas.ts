import { any } from "../any.ts";
import { del, type Exchange, exchange, type Group, get, ok, patch } from "../exchange.ts";
import type { Json } from "../fill.ts";
import { item, type Template } from "../template.ts";
import { invalid } from "./refused.ts";

const list = "Quotas, GET /quotas";
const update = "Quotas, PATCH /quotas/{id}";
const path = "/quotas/{quota}";
const missing = "/quotas/no-such-item";

const quota = { name: "Daily cap", max_requests: 1000, period: "ROLLING", window_minutes: 1440 };

const found = {
  id: "{quota}",
  user_id: any.id,
  ...quota,
  current_usage: any.integer,
  created_at: any.timestamp,
  updated_at: any.timestamp,
} satisfies Template;

const change = { name: "Hourly cap", period: "CALENDAR", window_minutes: 60 };
const changed = { ...found, max_requests: 50, ...change };

const refused = (law: string, body: Json): Exchange => invalid(law, update, patch(path, body));

export const quotas: Group = {
  about: "quotas",
  setup: [],
  given: [{ quota }],
  life: [
    exchange(
      "the list has the quota",
      `${list}; Resources, Quota`,
      get("/quotas"),
      ok({ data: [{ ...found, id: any.id.as("quota") }] }),
    ),
    exchange(
      "a single quota comes in data",
      "Quotas, GET /quotas/{id}; Resources, Quota",
      get(path),
      ok({ data: found }),
    ),
    exchange(
      "update changes one field, and keeps the rest",
      `${update}; Verbs, PATCH`,
      patch(path, { max_requests: 50 }),
      ok(item({ ...found, max_requests: 50 })),
    ),
    exchange("update changes every field", update, patch(path, change), ok(item(changed))),
    exchange("the changes are read back", "Quotas, GET /quotas/{id}", get(path), ok({ data: changed })),
    exchange("the list has the changes", list, get("/quotas"), ok({ data: [changed] })),
    exchange("delete succeeds", "Quotas, DELETE /quotas/{id}", del(path), 200),
    exchange("a deleted quota is not found", "Errors, 404", get(path), 404),
    exchange("a deleted quota is in no list", list, get("/quotas"), ok({ data: [] })),
  ],
  further: [
    exchange("read of a missing quota finds nothing", "Errors, 404", get(missing), 404),
    exchange(
      "update of a missing quota finds nothing",
      "Errors, 404",
      patch(missing, { max_requests: 1 }),
      404,
    ),
    exchange("delete of a missing quota finds nothing", "Errors, 404", del(missing), 404),
  ],
};

/** Apart from the life, because it needs a quota that stays. */
export const quotaFields: Group = {
  about: "quota fields",
  setup: [],
  given: [{ quota }],
  life: [],
  further: [
    exchange(
      "a quota of the account is listed",
      list,
      get("/quotas"),
      ok({ data: [{ id: any.id.as("quota") }] }),
    ),
    exchange(
      "an update of nothing succeeds",
      `${update}: all optional`,
      patch(path, {}),
      ok(item({ id: "{quota}", name: "Daily cap", max_requests: 1000 })),
    ),
    refused("an unknown period is refused", { period: "DAILY" }),
    refused("a name is a string", { name: 7 }),
    refused("max_requests is no string", { max_requests: "50" }),
    refused("max_requests is an integer", { max_requests: 1.5 }),
    refused("window_minutes is an integer", { window_minutes: 0.5 }),
  ],
};

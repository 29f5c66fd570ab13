import { any } from "../../golden/any.ts";
import { asks, del, type Exchange, exchange, type Group, get, ok, patch } from "../../golden/exchange.ts";
import type { Json } from "../../golden/fill.ts";
import { invalid, missing, stamps } from "../../golden/shared.ts";
import { item, type Template } from "../../golden/template.ts";
import { anyString, type KindData, nothingGiven, wholeNumber, wrong } from "../kind-data.ts";

const update = "Quotas, PATCH /quotas/{id}";
const path = "/quotas/{quota}";
const list = asks("Quotas, GET /quotas; Resources, Quota", get("/quotas"));
const read = asks("Quotas, GET /quotas/{id}; Resources, Quota", get(path));
const nowhere = "/quotas/no-such-item";

const quota = { name: "Daily cap", max_requests: 1000, period: "ROLLING", window_minutes: 1440 };

const usage = { user_id: any.id, current_usage: any.integer };
const found = { id: "{quota}", ...usage, ...quota, ...stamps } satisfies Template;

const change = { name: "Hourly cap", period: "CALENDAR", window_minutes: 60 };
const changed = { ...found, max_requests: 50, ...change };

const refused = (law: string, body: Json): Exchange => invalid(law, update, patch(path, body));

const quotas: Group = {
  about: "quotas",
  setup: [],
  given: [{ quota }],
  life: [
    list("the list has the quota", ok({ data: [{ ...found, id: any.id.as("quota") }] })),
    read("a single quota comes in data", ok({ data: found })),
    exchange(
      "update changes one field, and keeps the rest",
      `${update}; Verbs, PATCH`,
      patch(path, { max_requests: 50 }),
      ok(item({ ...found, max_requests: 50 })),
    ),
    exchange("update changes every field", update, patch(path, change), ok(item(changed))),
    read("the changes are read back", ok({ data: changed })),
    list("the list has the changes", ok({ data: [changed] })),
    exchange("delete succeeds", "Quotas, DELETE /quotas/{id}", del(path), 200),
    missing("a deleted quota is not found", get(path)),
    list("a deleted quota is in no list", ok({ data: [] })),
  ],
  further: [
    missing("read of a missing quota finds nothing", get(nowhere)),
    missing("update of a missing quota finds nothing", patch(nowhere, { max_requests: 1 })),
    missing("delete of a missing quota finds nothing", del(nowhere)),
  ],
};

/** Apart from the life, because it needs a quota that stays. */
const quotaFields: Group = {
  about: "quota fields",
  setup: [],
  given: [{ quota }],
  life: [],
  further: [
    list("a quota of the account is listed", ok({ data: [{ id: any.id.as("quota") }] })),
    refused("an unknown period is refused", { period: "DAILY" }),
    refused("a name is a string", { name: 7 }),
    refused("max_requests is an integer", { max_requests: 1.5 }),
    refused("window_minutes is an integer", { window_minutes: 0.5 }),
  ],
};

export default {
  kind: "Quota",
  readme: "a limit on the number of requests | kept",
  collection: { heading: "Quotas", path: "/quotas", scope: "quotas" },
  golden: {
    groups: [quotas, quotaFields],
    outputs: ["createdAt", "updatedAt"],
    inputs: { match: { name: "Daily cap" }, onDestroy: "delete" },
  },
  samples: () => ({
    match: [{ name: "burst" }, { name: "daily" }],
    name: ["burst ", "sustained "],
    maxRequests: [1000, 5],
    period: ["ROLLING", "CALENDAR"],
    windowMinutes: [60, 1],
  }),
  wrong: [
    wrong("wrong types", {
      match: [{ title: "burst" }, "must be { id } or { name }"],
      name: [1, anyString],
      maxRequests: [1.5, wholeNumber],
      period: ["DAILY", 'must be one of "ROLLING", "CALENDAR"'],
      windowMinutes: ["60", wholeNumber],
    }),
    nothingGiven("match"),
  ],
  doubts: [
    ["name", "", "is empty"],
    ["maxRequests", -1, "is below 0"],
    ["windowMinutes", 0, "is below 1"],
  ],
  declared: {
    name: "burst",
    args: { match: { name: "burst" }, maxRequests: 1000, period: "ROLLING", windowMinutes: 60 },
  },
} satisfies KindData;

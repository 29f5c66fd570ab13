import { z } from "zod";
import { type ArgsOf, resource } from "../program/resource.js";
import { adopted, type FieldDanger, field, harmless, kind } from "../spec/index.js";
import { atLeast, id, text, timestamps } from "./shared.js";

const more = {
  rule: "quota-up",
  level: "medium",
  over: [50, "refused"],
  says: "allows more requests",
} as const;
const fewer = {
  rule: "quota-down",
  level: "medium",
  over: [50, "refused"],
  says: "allows fewer requests",
} as const;
const requests: readonly FieldDanger[] = [
  { when: "up", ...more },
  { when: "down", ...fewer },
];
/** The same number of requests over a longer time is a lower rate. */
const time: readonly FieldDanger[] = [
  { when: "down", ...more },
  { when: "up", ...fewer },
];

/**
 * A limit on the account's requests (API document, section "Quota"). The API documents no way to create one.
 */
export const quota = kind("Quota", {
  source: adopted({
    onDestroy: ["keep", "restore", "delete"],
    whenMissing: "The API does not document how to create a quota: create it in the console.",
    shows: ["name"],
  }),
  endpoints: { list: "/quotas", get: "/quotas/{id}", patch: "/quotas/{id}", remove: "/quotas/{id}" },
  scope: "quotas",
  naturalKey: [],
  inputs: z.strictObject({
    /** The existing rule: its id, or its name when this resource takes it over. */
    match: field(
      z.union([
        z.strictObject({ id: id().describe("Id of the rule. Set either `id` or `name`.") }),
        z.strictObject({
          name: z
            .string()
            .min(1)
            .describe("Name of the rule when this resource takes it over. Set either `id` or `name`."),
        }),
      ]),
      {
        selects: "",
        danger: [
          { when: "changed", rule: "quota-up", level: "high", says: "sets the limits of a different rule" },
        ],
      },
    ),
    /**
     * The new name of the rule.
     *
     * @default unchanged
     */
    name: text({ danger: harmless }).optional(),
    /**
     * How many requests are allowed in the window.
     *
     * @default unchanged
     */
    maxRequests: atLeast(0, { danger: requests }).optional(),
    /**
     * `ROLLING` (sliding window) or `CALENDAR` (fixed window).
     *
     * @default unchanged
     */
    period: field(z.enum(["ROLLING", "CALENDAR"]), {
      danger: [
        {
          when: "changed",
          rule: "quota-up",
          level: "medium",
          says: "counts requests in a different type of window",
        },
      ],
    }).optional(),
    /**
     * Length of the window in minutes.
     *
     * @default unchanged
     */
    windowMinutes: atLeast(1, { danger: time }).optional(),
  }),
  outputs: z.object({ ...timestamps }),
  danger: {
    create: [],
    delete: [{ rule: "quota-up", level: "refused", says: "no longer limits requests" }],
    rates: [{ name: "requests per minute", of: "maxRequests", per: "windowMinutes", danger: requests }],
  },
  volatile: z.object({
    /** Number of requests used, as counted by the gateway. */
    currentUsage: z.int(),
  }),
});

/** The arguments of a {@link Quota}: the existing rule and its limits. */
export interface QuotaArgs extends ArgsOf<typeof quota> {}

/**
 * A rule that limits the account's requests in a time window. The API does not document how to create one, so
 * this resource adopts and updates an existing rule.
 *
 * - Replaced on changes to: a `match` that selects a different rule.
 * - On destroy: kept; `onDestroy: "restore"` restores the original values, unless they were changed
 *   outside of Pulumi; `"delete"` deletes it.
 * - Scopes: `quotas:read`, `quotas:write`.
 * - Errors: no rule or several rules match. The error lists the existing rules.
 *
 * @example
 * ```ts
 * new gateway.Quota("burst", { match: { name: "burst" }, maxRequests: 2000, period: "ROLLING", windowMinutes:
 * 1 });
 * ```
 */
export class Quota extends resource(quota) {}

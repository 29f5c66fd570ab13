import { z } from "zod";
import { type ArgsOf, resource } from "../program/resource.js";
import { adopted, flags, kind } from "../spec/index.js";
import { below, id, text, timestamps } from "./shared.js";

/** A rule that caps requests in a window, of the account (api.md, "Quota"). The API does not show how one is created. */
export const quota = kind("Quota", {
  source: adopted({
    onDestroy: ["keep", "restore", "delete"],
    whenMissing: "Quotas are created in the console.",
    shows: ["name"],
  }),
  endpoints: { list: "/quotas", get: "/quotas/{id}", patch: "/quotas/{id}", remove: "/quotas/{id}" },
  scope: "quotas",
  naturalKey: [],
  inputs: z.strictObject({
    /** Which rule is meant, by id or by the name that it has when it is taken over. */
    match: z
      .union([z.strictObject({ id: id() }), z.strictObject({ name: z.string().min(1) })])
      .register(flags, { selects: "" }),
    /**
     * Name that the rule is to have.
     *
     * @default left as it is
     */
    name: text().optional(),
    /**
     * How many requests the window allows.
     *
     * @default left as it is
     */
    maxRequests: z
      .int()
      .register(flags, { doubt: below(0) })
      .optional(),
    /**
     * `ROLLING` (sliding window) or `CALENDAR` (fixed window).
     *
     * @default left as it is
     */
    period: z.enum(["ROLLING", "CALENDAR"]).optional(),
    /**
     * Length of the window in minutes.
     *
     * @default left as it is
     */
    windowMinutes: z
      .int()
      .register(flags, { doubt: below(1) })
      .optional(),
  }),
  outputs: z.object({ ...timestamps }),
  volatile: z.object({
    /** Requests in the current window. */
    currentUsage: z.int(),
  }),
});

/** What a {@link Quota} is declared with: the rule that is meant, and its limits. */
export interface QuotaArgs extends ArgsOf<typeof quota> {}

/**
 * A rule that caps the account's requests in a window (api.md, "Quota"). It was made in the console: it is found and
 * set.
 *
 * - Replaced by a change of: a `match` that means another one.
 * - On destroy: kept; `onDestroy: "restore"` puts back the values from before, if nobody has changed them since,
 *   `"delete"` deletes it.
 * - Scopes: `quotas:read`, `quotas:write`.
 * - Errors: a `match` that means no rule, or several: the error tells which there are.
 *
 * @example
 * ```ts
 * import * as gateway from "pulumi-workspace-gateway";
 *
 * new gateway.Quota("burst", { match: { name: "burst" }, maxRequests: 2000, period: "ROLLING", windowMinutes: 1 });
 * ```
 */
export class Quota extends resource(quota) {}

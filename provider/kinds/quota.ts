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
    name: text().optional(),
    /** Request cap for the window. */
    maxRequests: z
      .int()
      .register(flags, { doubt: below(0) })
      .optional(),
    /** `ROLLING` (sliding window) or `CALENDAR` (fixed window). */
    period: z.enum(["ROLLING", "CALENDAR"]).optional(),
    /** Length of the window in minutes. */
    windowMinutes: z
      .int()
      .register(flags, { doubt: below(1) })
      .optional(),
  }),
  outputs: z.object({ ...timestamps }),
  volatile: z.object({ currentUsage: z.int() }),
});

export interface QuotaArgs extends ArgsOf<typeof quota> {}

/**
 * A rule that caps the account's requests in a window (api.md, "Quota"). It exists already; destroying the resource
 * keeps it, puts back the values from before (`onDestroy: "restore"`) or deletes it (`onDestroy: "delete"`).
 *
 * @example
 * ```ts
 * import * as gateway from "pulumi-workspace-gateway";
 *
 * new gateway.Quota("burst", { match: { name: "burst" }, maxRequests: 2000, period: "ROLLING", windowMinutes: 1 });
 * ```
 */
export class Quota extends resource(quota) {}

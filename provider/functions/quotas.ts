import { z } from "zod";
import { quota } from "../kinds/quota.js";
import type { Read } from "./read/call.js";
import { type ManyArgs, many } from "./read/many.js";
import { type OneArgs, one } from "./read/one.js";
import { output } from "./read/output.js";
import { byName, identity, none } from "./read/places.js";
import { placeOf, reading, shownBy } from "./read/reading.js";
import type { ResultOf } from "./read/result.js";

/** The quota rules of the account (api.md, "Quota"). */
export const quotas = reading({
  ...placeOf(quota),
  where: none,
  by: byName,
  result: z.object({
    ...identity,
    ...quota.inputs.omit({ match: true }).shape,
    ...shownBy(quota),
    /** Account id of who made it. */
    userId: z.string(),
  }),
});

/** A quota rule of the account and what was used of it, as {@link getQuota} reads it. */
export interface GetQuotaResult extends ResultOf<typeof quotas.result> {}
/** Which quota rule {@link getQuota} reads: by `id` or by `name`. */
export type GetQuotaArgs = OneArgs<typeof quotas>;
/** By which connection {@link getQuotas} reads. */
export type GetQuotasArgs = ManyArgs<typeof quotas>;

/**
 * Reads a quota rule of the account by id or name (api.md, "Quota"; scope `quotas:read`): `currentUsage` of
 * `maxRequests` requests in a window of `windowMinutes` minutes, sliding (`period` `ROLLING`) or fixed (`CALENDAR`).
 * Fails if no rule or several have the name or the gateway cut the list, and with a {@link GatewayError} if the
 * gateway refuses, has nothing with the id (404) or cannot be reached.
 *
 * @example
 * ```ts
 * import * as gateway from "pulumi-workspace-gateway";
 *
 * const burst = await gateway.getQuota({ name: "burst" });
 * export const left = burst.maxRequests - burst.currentUsage;
 * ```
 */
export const getQuota: Read<GetQuotaArgs, GetQuotaResult> = one("getQuota", quotas);

/**
 * As {@link getQuota} (scope `quotas:read`), for arguments that are outputs and for `dependsOn`. What fails there
 * fails the run here.
 *
 * @example
 * ```ts
 * import * as gateway from "pulumi-workspace-gateway";
 *
 * const burst = new gateway.Quota("burst", { match: { name: "burst" }, maxRequests: 2000 });
 * export const used = gateway.getQuotaOutput({ id: burst.id }).currentUsage;
 * ```
 */
export const getQuotaOutput = output(getQuota);

/**
 * Reads all quota rules of the account, as {@link getQuota} reads one (api.md, "Quota"; scope `quotas:read`). Fails if
 * the gateway cut the list, and with a {@link GatewayError} if it refuses or cannot be reached.
 *
 * @example
 * ```ts
 * import * as gateway from "pulumi-workspace-gateway";
 *
 * for (const { id, name } of await gateway.getQuotas()) {
 *   new gateway.Quota(name, { match: { id }, period: "ROLLING" });
 * }
 * ```
 */
export const getQuotas: Read<GetQuotasArgs, GetQuotaResult[]> = many("getQuotas", quotas);

/**
 * As {@link getQuotas} (scope `quotas:read`), for arguments that are outputs and for `dependsOn`. What fails there
 * fails the run here.
 *
 * @example
 * ```ts
 * import * as gateway from "pulumi-workspace-gateway";
 *
 * export const used = gateway.getQuotasOutput().apply((all) => all.map(({ currentUsage }) => currentUsage));
 * ```
 */
export const getQuotasOutput = output(getQuotas);

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
    /** Id of the account that created it. */
    userId: z.string(),
  }),
});

/** A quota rule of the account and how much of it was used, as {@link getQuota} reads it. */
export interface GetQuotaResult extends ResultOf<typeof quotas.result> {}
/** Which quota rule {@link getQuota} reads: by `id` or by `name`. */
export type GetQuotaArgs = OneArgs<typeof quotas>;
/** The connection that {@link getQuotas} uses. */
export type GetQuotasArgs = ManyArgs<typeof quotas>;

/**
 * Reads a quota rule of the account by id or name (api.md, "Quota"; scope `quotas:read`). It allows
 * `maxRequests` requests in a window of `windowMinutes` minutes, which is sliding (`period` `ROLLING`) or
 * fixed (`CALENDAR`). `currentUsage` is the number of requests in the current window. Fails if no rule or more than one has the name, or if
 * the gateway did not send the whole list. Fails with a {@link GatewayError} if the gateway refuses, has no
 * quota rule with the id (404), or cannot be reached.
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
 * Does the same as {@link getQuota} (scope `quotas:read`). Its arguments may be outputs, and it takes
 * `dependsOn`. If the read fails, the run fails.
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
 * Reads all quota rules of the account, each as {@link getQuota} reads one (api.md, "Quota"; scope
 * `quotas:read`). Fails if the gateway did not send the whole list. Fails with a {@link GatewayError} if the
 * gateway refuses or cannot be reached.
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
 * Does the same as {@link getQuotas} (scope `quotas:read`). Its arguments may be outputs, and it takes
 * `dependsOn`. If the read fails, the run fails.
 *
 * @example
 * ```ts
 * import * as gateway from "pulumi-workspace-gateway";
 *
 * export const used = gateway.getQuotasOutput().apply((all) => all.map(({ currentUsage }) => currentUsage));
 * ```
 */
export const getQuotasOutput = output(getQuotas);

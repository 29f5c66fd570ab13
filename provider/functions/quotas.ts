import { quota } from "../kinds/quota.js";
import { byName, creator, type ManyArgs, type OneArgs, objectsOf, type ResultOf } from "./read/reading.js";
import { type KindReaders, kindReaders } from "./read/rows.js";

/** The quota rules of the account. */
const quotas = objectsOf(quota, quota.inputs.omit({ match: true }).extend(creator), byName);

/** A quota rule of the account with its usage, as returned by {@link getQuota}. */
export interface GetQuotaResult extends ResultOf<typeof quotas.result> {}
export type GetQuotaArgs = OneArgs<typeof quotas>;
export type GetQuotasArgs = ManyArgs<typeof quotas>;

/**
 * Reads a quota rule of the account by id or name. The rule allows `maxRequests`
 * requests in a window of `windowMinutes` minutes, which is sliding (`period` `ROLLING`) or fixed
 * (`CALENDAR`). `currentUsage` is the number of requests that the gateway has counted.
 *
 * @example
 * ```ts
 * export const { maxRequests, currentUsage } = await gateway.getQuota({ name: "burst" });
 * ```
 *
 * @example
 * ```ts
 * const burst = new gateway.Quota("burst", { match: { name: "burst" }, maxRequests: 2000 });
 * export const used = gateway.getQuotaOutput({ id: burst.id }).currentUsage;
 * ```
 *
 * @example
 * ```ts
 * for (const { id, name } of await gateway.getQuotas()) {
 *   new gateway.Quota(name, { match: { id }, period: "ROLLING" });
 * }
 * ```
 *
 * @example
 * ```ts
 * export const used = gateway.getQuotasOutput().apply((all) => all.map(({ currentUsage }) => currentUsage));
 * ```
 */
export const {
  get: getQuota,
  getOutput: getQuotaOutput,
  list: getQuotas,
  listOutput: getQuotasOutput,
}: KindReaders<GetQuotaArgs, GetQuotasArgs, GetQuotaResult> = kindReaders(quotas);

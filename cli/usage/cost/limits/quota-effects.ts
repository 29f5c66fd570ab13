import { type AccountObject, amountOf, textOf } from "../../../account/account-object.js";
import type { Usage } from "../../usage.js";
import type { AccountChange } from "../account-change.js";
import { busiestWindow, type QuotaWindow } from "./busiest-window.js";

/** A quota that a change makes another, and what it counts. */
export interface ChangedQuota {
  readonly urn: string;
  readonly name: string;
  /** How many requests it lets through in a window, after the change. */
  readonly most: number;
  readonly window: QuotaWindow;
}

/** The same with the busiest of such windows that was seen, over all requests of the account. */
export interface QuotaEffect extends ChangedQuota {
  readonly peak: number;
  readonly isBelowPeak: boolean;
}

/** The quotas that limit otherwise after a change, as far as all of a quota is known then. */
export function changedQuotas({ before, after }: AccountChange): ChangedQuota[] {
  const old = new Map(before.map((object) => [object.urn, object]));
  return after.flatMap((quota) => {
    const planned = quota.kind === "Quota" ? limitOf(quota) : undefined;
    const was = old.get(quota.urn);
    const isSame = was !== undefined && JSON.stringify(limitOf(was)) === JSON.stringify(planned);
    return planned === undefined || isSame ? [] : [{ urn: quota.urn, name: quota.name, ...planned }];
  });
}

export function quotaEffects(changed: readonly ChangedQuota[], { cells }: Usage): QuotaEffect[] {
  return changed.map((quota) => {
    const peak = busiestWindow(cells, quota.window);
    return { ...quota, peak, isBelowPeak: quota.most < peak };
  });
}

function limitOf(quota: AccountObject): Pick<ChangedQuota, "most" | "window"> | undefined {
  const [most, minutes] = [amountOf(quota, "maxRequests"), amountOf(quota, "windowMinutes")];
  const period = textOf(quota, "period");
  return most === undefined || minutes === undefined || period === undefined
    ? undefined
    : { most, window: { minutes, isFixed: period === "CALENDAR" } };
}

import type { ExpectationChange } from "../../expectations/check.js";
import type { Retirement } from "../../retirement/retirement.js";
import type { Route } from "../../routing/compare-routes.js";
import type { Resources } from "../facts/resources.js";
import type { Finding } from "../facts/review.js";
import type { UsedChange } from "./usage.js";

/** What the rules about a change look at. */
export interface Changed {
  readonly resources: Resources;
  readonly routes: readonly Route[];
  /** What becomes of the expectations; none if there is no file of them. */
  readonly expectations: readonly ExpectationChange[];
  /** The day of the review, `YYYY-MM-DD` in UTC, and the models of the setup as it will be that retire soon or have retired. */
  readonly today: string;
  readonly retirements: readonly Retirement[];
  /** What is known of usage; undefined if nobody asks for it. */
  readonly used?: UsedChange;
}

/** Finds what a reviewer should look at. */
export type ChangeRule = (changed: Changed) => Finding[];

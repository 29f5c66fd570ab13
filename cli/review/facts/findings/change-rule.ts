import type { Route } from "../../routing/setup.js";
import type { Resources } from "../resources.js";
import type { Finding } from "../review.js";

/** What the rules about a change look at. */
export interface Changed {
  readonly resources: Resources;
  readonly routes: readonly Route[];
}

/** Finds what a reviewer should look at. */
export type ChangeRule = (changed: Changed) => Finding[];

import type { AccountObject } from "../../account/account-object.js";
import type { Route } from "../../routing/compare-routes.js";

/** An account before a change and after it, with where names end. */
export interface AccountChange {
  readonly before: readonly AccountObject[];
  readonly after: readonly AccountObject[];
  readonly routes: readonly Route[];
}

import type { AccountObject } from "../account/account-object.js";
import { checkExpectations } from "./check-expectations.js";
import type { ExpectationResult } from "./expectation-result.js";
import type { Expectations } from "./read-expectations.js";

/** What a change does to an expectation. */
export interface ExpectationChange {
  /**
   * `breaks`: it is not held after the change, and before it was, or was not held in another way. `repairs`: it is held after the
   * change, and was not before. `stays`: the change has nothing to do with it.
   */
  readonly is: "breaks" | "repairs" | "stays";
  /** After the change. */
  readonly result: ExpectationResult;
}

/** What becomes of all expectations by a change. */
export function expectationChanges(
  expectations: Expectations,
  before: readonly AccountObject[],
  after: readonly AccountObject[],
): ExpectationChange[] {
  const then = new Map(
    checkExpectations(expectations, { objects: before }).map((each) => [keyOf(each), each]),
  );
  return checkExpectations(expectations, { objects: after }).map((result) => ({
    is: changeOf(then.get(keyOf(result)), result),
    result,
  }));
}

function keyOf({ path, workspace }: ExpectationResult): string {
  return JSON.stringify([path, workspace]);
}

function changeOf(before: ExpectationResult | undefined, after: ExpectationResult): ExpectationChange["is"] {
  if (after.status === "held") {
    return before === undefined || before.status === "held" ? "stays" : "repairs";
  }
  return before?.status === after.status && before.found === after.found ? "stays" : "breaks";
}

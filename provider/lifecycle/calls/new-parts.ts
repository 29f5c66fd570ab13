import { hidden, type Values } from "../../spec/values.js";
import { followMark } from "../objects/follow.js";
import { homeOf } from "../operation/gateway-mark.js";
import type { Target } from "../operation/target.js";
import type { Parts } from "../state/state.js";

/** What the state of an object with these declared values is made from when the object is new to the stack. */
export function partsOfNew(
  target: Target,
  declared: Values,
  account: string | undefined,
  found?: Values,
): Omit<Parts, "row"> {
  const { kind, ledger } = target;
  return {
    declared,
    sent: new Set(Object.keys(declared)),
    prior: {},
    marks: {
      ...homeOf(target),
      [hidden.account]: account,
      [hidden.found]: found,
      [hidden.follows]: followMark(kind, ledger.planned, declared),
    },
  };
}

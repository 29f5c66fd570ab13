import { hidden, type Values } from "../../spec/values.js";
import { accountMark } from "../objects/account.js";
import { followMark } from "../objects/follow.js";
import { identityOf } from "../operation/declarations.js";
import { expectHome, homeOf } from "../operation/gateway-mark.js";
import type { Target } from "../operation/target.js";
import { verbsOf } from "../sources/index.js";
import { inputsOf, type Parts } from "../state/state.js";
import { finish } from "./finish.js";
import { putBack } from "./put-back.js";

/** An object, as an engine stores it. */
export interface Stored {
  readonly id: string;
  readonly outputs: Values;
}

export async function createResource(target: Target, inputs: Values): Promise<Stored> {
  const { kind } = target;
  expectHome(target);
  const declared = inputsOf(kind, inputs);
  const account = await accountMark(target);
  const obtained = await verbsOf(kind)
    .obtain(target, declared)
    .catch((error: unknown) => putBack(target, declared, error));
  const { id, row, found, problem } = obtained;
  target.ledger.replacementCreated(identityOf(kind, declared) ?? "");
  target.ledger.planned.declare(kind, id, declared);
  const parts = partsOfNew(target, declared, account, found);
  return { id, outputs: await finish(target, id, row, { ...parts, problem }) };
}

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

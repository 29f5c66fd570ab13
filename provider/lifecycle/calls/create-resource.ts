import type { Values } from "../../spec/values.js";
import { accountMark } from "../objects/account.js";
import { expectHome } from "../operation/gateway-mark.js";
import type { Target } from "../operation/target.js";
import { verbsOf } from "../sources/index.js";
import { inputsOf } from "../state/state.js";
import { finish } from "./finish.js";
import { partsOfNew } from "./new-parts.js";

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
  const { id, row, found, before = {}, problem } = await verbsOf(kind).obtain(target, declared);
  target.ledger.planned.declare(kind.endpoints.list ?? kind.name, id, declared);
  const parts = partsOfNew(target, declared, account, found);
  return { id, outputs: await finish(target, id, row, { ...parts, before, problem }) };
}

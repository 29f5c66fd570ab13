import { hidden, type Values } from "../../spec/values.js";
import type { JsonObject } from "../../text/json.js";
import { messageOf } from "../../text/words.js";
import { WorkFailed, waitUntilDone } from "../hooks/wait.js";
import { NotApplied, readBack } from "../objects/read-back.js";
import type { Target } from "../operation/target.js";
import { TooLarge } from "../state/row.js";
import { makeState, type Parts } from "../state/state.js";

/**
 * The object exists, but the work on it was not finished. The engine records the object with these
 * properties, and tries an update next time. It shows only the reasons, never the message.
 */
export class PartialFailure extends Error {
  override readonly name = "PartialFailure";
  readonly reasons: readonly string[];

  constructor(
    readonly id: string,
    readonly properties: Values,
    cause: unknown,
  ) {
    const reason = messageOf(cause);
    super(reason, { cause });
    this.reasons = [reason];
  }
}

/** The parts of a state that is not complete yet. */
interface Unfinished extends Omit<Parts, "row"> {
  /** The values that the object had before it was written. */
  readonly before: Values;
  /** What was wrong with the answer to the create. */
  readonly problem?: Error | undefined;
}

/**
 * The work that remains once the object is known: reading back, waiting.
 * If it fails, the object is still recorded.
 */
export async function finish(
  target: Target,
  id: string,
  answer: JsonObject | undefined,
  { before, problem, ...parts }: Unfinished,
): Promise<Values> {
  const { kind } = target;
  const sent = Object.fromEntries(Object.entries(parts.declared).filter(([name]) => parts.sent.has(name)));
  let row = answer;
  try {
    if (problem !== undefined) {
      throw problem;
    }
    row = await readBack(target, id, row, sent, before);
    row = await waitUntilDone(target, id, row, parts.declared);
    return makeState(kind, { ...parts, row });
  } catch (error) {
    const mark = error instanceof WorkFailed ? hidden.failed : hidden.unfinished;
    const declared = error instanceof NotApplied ? { ...parts.declared, ...error.shown } : parts.declared;
    // The engine keeps the inputs from before.
    const marks = { ...parts.marks, [hidden.retained]: parts.prior[hidden.retained], [mark]: true };
    const shown = error instanceof TooLarge ? undefined : row;
    const state = makeState(kind, { ...parts, declared, row: shown, marks });
    throw new PartialFailure(id, state, target.cover(error));
  }
}

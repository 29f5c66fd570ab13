import { isTidied } from "../../spec/compare.js";
import type { Field } from "../../spec/field.js";
import { hidden, type Values } from "../../spec/values.js";
import type { JsonObject } from "../../text/json.js";
import { messageOf } from "../../text/words.js";
import { WorkFailed, waitUntilDone } from "../hooks/wait.js";
import {
  AlteredError,
  adviseOnAltered,
  alteredIn,
  describeAltered,
  describeValue,
  retriesAltered,
} from "../objects/altered.js";
import { readBack } from "../objects/read-back.js";
import type { Target } from "../operation/target.js";
import { shownIn, Unstorable } from "../state/row.js";
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
  /** Fields that are no longer declared, and whose default the gateway was asked for. */
  readonly reset?: readonly Field[];
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
  { reset = [], problem, ...parts }: Unfinished,
): Promise<Values> {
  const { kind } = target;
  const sent = Object.fromEntries([...parts.sent].map((name) => [name, parts.declared[name] ?? null]));
  let row = answer;
  try {
    if (problem !== undefined) {
      throw problem;
    }
    row = await readBack(target, id, row, sent, parts.prior);
    warnOfUnclearResets(target, reset, parts.prior, row);
    row = await waitUntilDone(target, id, row, parts.declared);
    const state = makeState(kind, { ...parts, row });
    const altered = alteredIn(kind, state).filter(({ name }) => parts.sent.has(name));
    if (altered.length > 0) {
      report(target, id, altered, sent, row);
    }
    return state;
  } catch (error) {
    const mark = error instanceof WorkFailed ? hidden.failed : hidden.unfinished;
    const ended = { [mark]: error instanceof AlteredError ? undefined : true };
    // After a failure the engine keeps the prior inputs, so the prior list of retained outputs still applies.
    const kept = { [hidden.retained]: parts.prior[hidden.retained] };
    const marks = { ...parts.marks, ...kept, ...ended };
    const shown = error instanceof Unstorable ? undefined : row;
    const state = makeState(kind, { ...parts, row: shown, marks });
    throw new PartialFailure(id, state, target.cover(error));
  }
}

/** Says which values the gateway has altered: as a failure, unless the settings accept it. */
function report(
  target: Target,
  id: string,
  altered: readonly Field[],
  sent: Values,
  row: JsonObject | undefined,
): void {
  const words = `${target.label} (id ${id}): ${describeAltered(target, altered, sent, row)}`;
  if (retriesAltered(target)) {
    throw new AlteredError(`${words} ${adviseOnAltered(target, altered, row)}`);
  }
  target.warn(words);
}

/** Only the gateway knows its defaults, so an old value after a reset proves nothing. */
function warnOfUnclearResets(
  target: Target,
  reset: readonly Field[],
  before: Values,
  row: JsonObject | undefined,
): void {
  for (const field of reset) {
    const [old, live] = [before[field.name], row && shownIn(field, row)];
    if (old !== undefined && live !== undefined && isTidied(field, old, live)) {
      target.warn(
        `${target.label}: \`${field.name}\` is still ${describeValue(field, live)}: either that is the gateway's default, or it ignored the ` +
          "reset. The property is unmanaged now.",
      );
    }
  }
}

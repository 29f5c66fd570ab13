import type { Values } from "../../spec/values.js";
import { messageOf } from "../../text/words.js";

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

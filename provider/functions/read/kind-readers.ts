import type { ManyArgs, OneArgs } from "./arguments.js";
import type { Read } from "./call.js";
import { many } from "./many.js";
import { one } from "./one.js";
import { type OutputCall, output } from "./output.js";
import type { Reading } from "./reading.js";
import type { ResultOf } from "./result.js";

/** The functions that read objects of a kind, and the variants that take outputs. */
export interface KindReaders<One, Many, R> {
  readonly get: Read<One, R>;
  readonly getOutput: OutputCall<Read<One, R>>;
  readonly list: Read<Many, R[]>;
  readonly listOutput: OutputCall<Read<Many, R[]>>;
}

/**
 * Makes the functions of a kind. The comment above says of `get` what is true of this kind alone, and has an example of `get` and one
 * of `list`: `provider/build/function-comments.mts` writes the published comments of all four.
 */
export function kindReaders<D extends Reading>(
  reading: D,
): KindReaders<OneArgs<D>, ManyArgs<D>, ResultOf<D["result"]>> {
  const get = one(reading);
  const list = many(reading);
  return { get, getOutput: output(get), list, listOutput: output(list) };
}

import { isWord } from "../../spec/compare.js";
import type { Kind } from "../../spec/kind.js";
import type { Refusal } from "../../spec/source.js";
import type { JsonObject } from "../../text/json.js";
import { valueAt } from "./selector.js";

/** The object is there, but no program can declare it as it is, or none may. */
export class Undeclarable extends Error {
  constructor(
    message: string,
    /** Why, where the object has been named already: a part of a sentence. */
    readonly why: string,
  ) {
    super(message);
  }
}

/** Says which rows of a kind's list no resource can manage. Undefined if resources can manage all of them. */
export function refusalOf({ source }: Kind): Refusal | undefined {
  return source.how === "adopted" ? source.refuse : undefined;
}

export function isRefused(row: JsonObject, { at, value }: Refusal): boolean {
  return isWord(valueAt(row, at), value);
}

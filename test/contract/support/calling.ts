import { type CheckHints, encodeCheckHints } from "../../../provider/spec/check-hints.js";
import { hidden, type Values } from "../../../provider/spec/values.js";

/** What a program tells the check of a resource besides its arguments. */
export function calling(name: string, hints?: CheckHints): Values {
  return { [hidden.retained]: encodeCheckHints(name, hints) };
}

import { type CheckHints, encodeCheckHints, hidden, type Values } from "../../../provider/spec/values.js";

/** What a program tells the check of a resource besides its arguments. */
export function calling(name: string, hints?: CheckHints): Values {
  return { [hidden.retained]: encodeCheckHints(name, hints) };
}

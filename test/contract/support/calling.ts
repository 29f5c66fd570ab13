import { told } from "../../../provider/spec/told.js";
import { hidden, type Values } from "../../../provider/spec/values.js";

/** What a program tells the check of a resource besides its arguments. */
export function calling(name: string, used?: readonly string[]): Values {
  return { [hidden.retained]: told(name, used) };
}

import { type FunctionSpec, functionOf, readWith } from "../functions/read/call.js";
import { freshArgument } from "../functions/read/replier.js";
import * as everything from "../index.js";
import { idleConnection } from "../lifecycle/calls/check-resource.js";
import type { Session } from "../lifecycle/operation/session.js";
import { printably } from "../lifecycle/shown-errors.js";
import { nativeToken } from "../spec/token.js";
import type { Values } from "../spec/values.js";

/** Every public function that reads, by the name that programs in other languages know it by. */
export const functions: ReadonlyMap<string, FunctionSpec> = new Map(
  Object.values(everything)
    .map(functionOf)
    .filter((spec) => spec !== undefined)
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .map((spec) => [nativeToken(spec.name), spec]),
);

/** Answers a function for a program. A schema knows only results that are objects, so a list is the `items` of one. */
export async function invoke(token: string, given: Values, session: Session): Promise<Values> {
  const { [freshArgument]: fresh, ...args } = given;
  const spec = functions.get(token);
  if (spec === undefined) {
    throw new Error(`There is no function ${token}. There are: ${[...functions.keys()].join(", ")}.`);
  }
  const idle = idleConnection(session, args);
  if (idle !== undefined) {
    throw new Error(`${spec.name}: ${idle}.`);
  }
  const clientOf = (connection: string | undefined) => session.client(connection);
  const found = await printably(() => readWith(spec, clientOf, args, fresh === true));
  return Array.isArray(found) ? { items: found } : { ...found };
}

import { type FunctionSpec, freshArgument, functionOf, readWith } from "../functions/read/call.js";
import * as everything from "../index.js";
import { idleConnection } from "../lifecycle/check.js";
import { printably } from "../lifecycle/handlers.js";
import type { Session } from "../lifecycle/session.js";
import { nativeToken } from "../spec/token.js";
import type { Values } from "../spec/values.js";

export const functions: ReadonlyMap<string, FunctionSpec> = new Map(
  Object.values(everything)
    .map(functionOf)
    .filter((spec) => spec !== undefined)
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .map((spec) => [nativeToken(spec.name), spec]),
);

/**
 * Calls a function for a program in another language. A result must be an object, so a list is wrapped as
 * `items`. A value of unknown type is returned as text: a string unchanged, any other value as JSON.
 */
export async function invoke(token: string, given: Values, session: Session): Promise<Values> {
  const { [freshArgument]: fresh, ...args } = given;
  const spec = functions.get(token);
  if (spec === undefined) {
    throw new Error(`Unknown function ${token}. The functions are: ${[...functions.keys()].join(", ")}.`);
  }
  const idle = idleConnection(session, args);
  if (idle !== undefined) {
    throw new Error(`${spec.name}: ${idle}.`);
  }
  const clientOf = (connection: string | undefined) => session.client(connection);
  const found = await printably(() => readWith(spec, clientOf, args, fresh === true));
  const untyped = Object.entries(spec.reading.result.shape)
    .filter(([, type]) => type.def.type === "unknown")
    .map(([name]) => name);
  const row = (values: object) => withTexts({ ...values }, untyped);
  return Array.isArray(found) ? { items: found.map(row) } : row(found);
}

function withTexts(values: Values, names: readonly string[]): Values {
  const texts = names.flatMap((name) => {
    const value = values[name];
    const isKept = value === undefined || value === null || typeof value === "string";
    return isKept ? [] : [[name, JSON.stringify(value)] as const];
  });
  return { ...values, ...Object.fromEntries(texts) };
}

import * as pulumi from "#sdk";
import { packageVersion } from "../../io/package-version.js";
import { usesPlugin } from "../../program/native.js";
import { preflights } from "../../program/preflight.js";
import { nativeToken } from "../../spec/token.js";
import type { Values } from "../../spec/values.js";
import { defined } from "../../text/defined.js";
import type { ReadOptions } from "./options.js";

/** Who reads for a function in place of the program's process: the plugin, or a unit test's mocks. */
export type Replier = "plugin" | "mocks";

/** Who reads for a function, if it is not the program's own process. */
export function replierOf(spec: { readonly name: string }, opts: ReadOptions): Replier | undefined {
  if (pulumi.getMonitor() instanceof pulumi.MockMonitor) {
    return "mocks";
  }
  return usesPlugin(spec, opts) ? "plugin" : undefined;
}

/** By this argument the plugin is told to ask the gateway even for what it has read before. */
export const freshArgument = "__fresh";

/** Nobody can ask a gateway whose settings the preview does not know yet. */
export class NotYetKnown extends Error {
  constructor(name: string) {
    super(`${name}: the settings of its Provider are not known in this preview: use ${name}Output.`);
  }
}

/** Asks through the engine, which passes the call on. The arguments are checked. */
export async function replyOf(
  { name, givesList }: { readonly name: string; readonly givesList: boolean },
  replier: Replier,
  args: object,
  { fresh = false, provider, parent }: ReadOptions,
): Promise<object> {
  if (replier === "plugin") {
    preflights.passWithPlugin();
  }
  const asked = fresh && replier === "plugin" ? { ...args, [freshArgument]: true } : args;
  const token = nativeToken(name);
  const invokeOptions = { ...defined({ provider, parent }), version: packageVersion() };
  const answer: Values = await pulumi.invoke(token, asked, invokeOptions).catch((error: unknown) => {
    // The message of the plugin begins with the function's name.
    throw error instanceof Error
      ? Object.assign(error, {
          message: error.message.replace(`invocation of ${token} returned an error: `, ""),
        })
      : error;
  });
  if (replier === "plugin" && Object.keys(answer).length === 0) {
    throw new NotYetKnown(name);
  }
  if (!givesList) {
    return answer;
  }
  const { items } = answer;
  if (!Array.isArray(items)) {
    throw new Error(`${name}: the mock of ${token} must return its list as { items: [...] }.`);
  }
  return items;
}

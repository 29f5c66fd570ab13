import { type Json, jsonIn } from "pulumi-workspace-gateway/tools";
import { type ConfigListing, configListing } from "../doctor/stack/config-listing.js";
import { pulumiOutput } from "./pulumi.js";
import type { Terminal } from "./terminal.js";

/**
 * The configuration of a stack, its secrets in plain text: nobody may print it.
 *
 * @param stack - the arguments of pulumi that say which stack is meant
 */
export async function readStackConfig(stack: readonly string[], terminal: Terminal): Promise<ConfigListing> {
  const args = ["config", "--json", "--show-secrets", "--non-interactive", ...stack];
  const { data } = configListing.safeParse(jsonIn(await pulumiOutput(args, terminal)));
  if (data === undefined) {
    // What is wrong with a text that holds secrets is not said: that would show it.
    throw new Error("`pulumi config` printed something that is no configuration.");
  }
  return data;
}

/** A value as programs and settings read it: what is no text is its JSON. */
export function configText(value: Json | undefined): string | undefined {
  return value === undefined || typeof value === "string" ? value : JSON.stringify(value);
}

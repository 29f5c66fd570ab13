import type { Client } from "../../client/client.js";
import { shortHash } from "../../spec/compare.js";
import { hidden, type Values } from "../../spec/values.js";

/**
 * A mark of a gateway, a short hash of its address, kept in state.
 * Two connections to one gateway have the same.
 */
export function gatewayMark({ settings }: Client): string {
  return shortHash(new URL(settings.baseUrl).href);
}

/** The mark in the prior state. A state of the first release has none. */
export function priorGateway(state: Values): string | undefined {
  const mark = state[hidden.gateway];
  return typeof mark === "string" ? mark : undefined;
}

import type { Client } from "../../client/client.js";
import { shortHash } from "../../spec/compare.js";
import { hidden, type Values } from "../../spec/values.js";

/** A mark of a gateway, kept in state: two connections that lead to one gateway have the same. */
export function gatewayMark({ settings }: Client): string {
  return shortHash(new URL(settings.baseUrl).href);
}

/** The mark that state has from before; the first release left none. */
export function priorGateway(state: Values): string | undefined {
  const mark = state[hidden.gateway];
  return typeof mark === "string" ? mark : undefined;
}

import type { Exchange } from "../http/exchange.ts";
import { emptyReply, type Reply } from "../http/reply.ts";
import { requireClient } from "./client.ts";

/** Revokes a token of the calling app; an unknown one is no error (RFC 7009, 2.2). */
export function revoke(exchange: Exchange): Reply {
  const app = requireClient(exchange);
  const { tokens } = exchange.service;
  const value = exchange.form?.token ?? "";
  const refresh = tokens.find("refresh", value)?.grant;
  const access = tokens.find("access", value)?.grant;
  if (refresh !== undefined && refresh.appId === app.id) tokens.revokeFamily(refresh.family);
  if (access !== undefined && access.appId === app.id) tokens.revoke(value);
  return emptyReply(200);
}

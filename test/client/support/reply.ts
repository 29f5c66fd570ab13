import type { Reply } from "../../../provider/client/exchange.js";

export function reply(status: number, body?: unknown, headers: Reply["headers"] = {}): Reply {
  return { status, headers, body };
}

import type { Io } from "../../io/io.js";
import { redact } from "../../text/redact.js";
import { requestIdOf } from "./checked.js";
import type { Exchange, Send } from "./exchange.js";

const longestLine = 500;

/**
 * Tells of each request that leaves, and of what came back, for who looks for what goes wrong: method, path, status, time and
 * request id. No query, header or body is told, and secrets that the gateway repeats are covered.
 */
export function traced(send: Send, { now, trace }: Pick<Io, "now" | "trace">): Send {
  if (trace === undefined) {
    return send;
  }
  return async (exchange) => {
    const began = now();
    const tell = (came: string, requestId?: string) => {
      const id = requestId === undefined ? "" : ` (request id ${requestId})`;
      const path = exchange.path.split("?", 1)[0];
      const line = `${exchange.method} ${path} ${came} in ${now() - began} ms${id}`;
      trace(redact(line.slice(0, longestLine), secretsOf(exchange), longestLine));
    };
    try {
      const reply = await send(exchange);
      tell(String(reply.status), requestIdOf(reply));
      return reply;
    } catch (error) {
      tell("no answer");
      throw error;
    }
  };
}

function secretsOf({ secrets = [], headers = {} }: Exchange): string[] {
  return [...secrets, ...(headers.authorization ?? "").split(" ").slice(1)];
}

import type { Io } from "../../io/io.js";
import type { Send } from "./exchange.js";

/**
 * Lets no request leave that nobody waits for any more.
 *
 * A process that outlives a killed run would send after its wait what the recovery has put right meanwhile.
 */
export function attended(send: Send, io: Io): Send {
  return async (exchange) => {
    await io.attended();
    return send(exchange);
  };
}

import type { Io } from "../../io/io.js";
import type { Send } from "./exchange.js";

/**
 * Sends a request only while somebody waits for the work of this process.
 *
 * When a run is killed, the provider's process may live on. After a wait it would still send its request,
 * although the recovery has already put things right.
 */
export function attended(send: Send, io: Io): Send {
  return async (exchange) => {
    await io.attended();
    return send(exchange);
  };
}

import type { Io } from "../../io/io.js";
import type { Send } from "./exchange.js";

/**
 * Sends a request only while the engine is alive.
 *
 * When a run is killed, the provider's process may live on. After a wait it would still send its request,
 * although a recovery may have put things right already.
 */
export function engineAlive(send: Send, io: Io): Send {
  return async (exchange) => {
    await io.engineAlive();
    return send(exchange);
  };
}

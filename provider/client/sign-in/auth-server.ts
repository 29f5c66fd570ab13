import type { Io } from "../../io/io.js";
import type { Send, Server } from "../http/exchange.js";
import { retried } from "../http/retry.js";
import { traced } from "../http/traced.js";
import { transport } from "../http/transport.js";
import { Limiter } from "../limits/limiter.js";
import type { Settings } from "../settings/settings.js";

/** Makes the function that sends requests to a server. */
export type Wire = (server: Server) => Send;

/** Sends requests to an OAuth server. It need not be the gateway, so it has its own limiter. */
export function authServer(
  url: string,
  named: string,
  settings: Settings,
  io: Io,
  wire: Wire = (server) => transport(settings, server),
): Send {
  const sent = traced(wire({ url: new URL(url).origin, named }), io);
  return retried(new Limiter(settings, io).wrap(sent), settings, io);
}

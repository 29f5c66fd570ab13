import type { Send } from "./exchange.js";
import type { Io } from "./io.js";
import { Limiter } from "./limiter.js";
import { retried } from "./retry.js";
import type { Server } from "./server.js";
import type { Settings } from "./settings.js";
import { transport } from "./transport.js";

/** Reaches a server. */
export type Wire = (server: Server) => Send;

/** The way to an OAuth server: it may be another one than the gateway, so it has limits of its own. */
export function authServer(
  url: string,
  named: string,
  settings: Settings,
  io: Io,
  wire: Wire = (server) => transport(settings, server),
): Send {
  return retried(new Limiter(settings, io).wrap(wire({ url: new URL(url).origin, named })), settings, io);
}

import type { ServerResponse } from "node:http";

/** What hono hands to each handler here. */
export interface Env {
  Bindings: {
    /** The response under the one that hono sees; faults act on its socket. */
    outgoing?: ServerResponse;
    fromConsole?: boolean;
  };
}

import { subscribe } from "node:diagnostics_channel";

const cancel = "/pulumirpc.ResourceProvider/Cancel";

/**
 * A signal that aborts when the engine tells its plugins to stop: at the first Ctrl-C, and when an operation
 * has ended.
 *
 * Pulumi's SDK takes this call and passes it on to nobody. So we listen where Node reports every stream that
 * its HTTP/2 servers get. Node reports this since 24.2; on an older Node, waits go on.
 */
export function cancellation(): AbortSignal {
  const controller = new AbortController();
  subscribe("http2.server.stream.start", (message) => {
    if (pathOf(message) === cancel) {
      controller.abort();
    }
  });
  return controller.signal;
}

function pathOf(message: unknown): unknown {
  const { headers }: { headers?: unknown } = Object(message);
  const { ":path": path }: { ":path"?: unknown } = Object(headers);
  return path;
}

import { subscribe } from "node:diagnostics_channel";

const cancel = "/pulumirpc.ResourceProvider/Cancel";

/**
 * Aborts when the engine tells its plugins to stop: at the first Ctrl-C, and when an operation has ended.
 *
 * Pulumi's SDK takes that call and tells nobody, so it is heard where Node tells of every stream that its HTTP/2
 * servers are sent (since 24.2; on an older Node waits go on).
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

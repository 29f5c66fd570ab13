import { createServer, type RequestListener, type Server } from "node:http";
import { onTestFinished } from "vitest";

/** The port on the loopback interface that a server has got. */
export async function listening(server: Pick<Server, "listen" | "address">): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  return typeof address === "object" && address !== null ? address.port : 0;
}

/** A server on a loopback port for the length of one test; returns the base URL of its API. */
export async function loopback(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  const port = await listening(server);
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${port}/api/v1`;
}

/** A base URL where nobody listens. */
export async function deserted(): Promise<string> {
  const server = createServer();
  const port = await listening(server);
  await new Promise((resolve) => server.close(resolve));
  return `http://127.0.0.1:${port}/api/v1`;
}

import { createServer, type RequestListener } from "node:http";
import { onTestFinished } from "vitest";

/** A server on a loopback port for the length of one test; returns the base URL of its API. */
export async function loopback(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  const port = await new Promise<number>((resolve) => {
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      resolve(typeof address === "object" && address !== null ? address.port : 0);
    });
  });
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${port}/api/v1`;
}

/** A base URL where nobody listens. */
export async function deserted(): Promise<string> {
  const server = createServer();
  return new Promise((resolve) => {
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      const port = typeof address === "object" && address !== null ? address.port : 0;
      server.close(() => resolve(`http://127.0.0.1:${port}/api/v1`));
    });
  });
}

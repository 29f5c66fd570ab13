import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** A host that no request should reach, and what reached it all the same. */
interface Witness {
  readonly origin: string;
  /** Method, URL and all headers of each request, as they came. */
  readonly heard: readonly string[];
  close(): Promise<void>;
}

/** Starts a server that takes whatever it gets. */
export async function startWitness(): Promise<Witness> {
  const heard: string[] = [];
  const server = createServer((incoming, outgoing) => {
    heard.push([incoming.method, incoming.url, ...incoming.rawHeaders].join("\n"));
    outgoing.writeHead(200, { "content-type": "application/json" }).end('{"data":[]}');
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    heard,
    close: () => {
      const done = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeAllConnections();
      return done;
    },
  };
}

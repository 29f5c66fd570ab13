import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";

/** A small website on loopback, for indexes to crawl. */
export interface Site {
  readonly origin: string;
  close(): Promise<void>;
}

export async function startSite(): Promise<Site> {
  const server = createServer((request, response) => {
    response.setHeader("content-type", "text/html");
    response.end(`<title>${request.url}</title><a href="/docs/more">more</a> <a href="/blog">blog</a>`);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { origin: `http://127.0.0.1:${portOf(server)}`, close: () => close(server) };
}

function portOf(server: Server): number {
  const address = server.address() as AddressInfo;
  return address.port;
}

function close(server: Server): Promise<void> {
  server.closeAllConnections();
  return new Promise((resolve) => {
    server.close(() => resolve());
  });
}

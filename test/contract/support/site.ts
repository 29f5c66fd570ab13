import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** A small website on loopback, for indexes to crawl. */
export type Site = Awaited<ReturnType<typeof startSite>>;

export async function startSite() {
  const server = createServer((request, response) => {
    response.setHeader("content-type", "text/html");
    response.end(`<title>${request.url}</title><a href="/docs/more">more</a> <a href="/blog">blog</a>`);
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const close = async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close };
}

import { once } from "node:events";
import { createServer } from "node:http";

const links: Readonly<Record<string, readonly string[]>> = {
  "/": ["/returns", "/delivery"],
  "/returns": ["/", "/delivery"],
  "/delivery": ["/", "/returns"],
};

/** A site of three pages that link to each other, on the loopback interface. */
export async function startSite(): Promise<{ origin: string; close(): void }> {
  const server = createServer((request, response) => {
    const targets = links[request.url ?? "/"];
    if (targets === undefined) return response.writeHead(404).end();
    const anchors = targets.map((href) => `<a href="${href}">${href}</a>`).join("");
    return response
      .writeHead(200, { "content-type": "text/html" })
      .end(`<!doctype html><title>Page</title><p>Text of the page</p>${anchors}`);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the site has no port");
  return { origin: `http://127.0.0.1:${address.port}`, close: () => server.close() };
}

import { once } from "node:events";
import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { createServer } from "node:http";
import path from "node:path";

/** A server that has these files at its root, as the place of releases has them. */
export async function serveReleases(
  files: readonly string[],
): Promise<{ url: string; asked: string[]; close(): void }> {
  const asked: string[] = [];
  const server = createServer(async (request, response) => {
    const { url = "" } = request;
    asked.push(url);
    const file = files.find((each) => `/${path.basename(each)}` === url);
    if (file === undefined) {
      response.writeHead(404).end();
      return;
    }
    // Without its length, pulumi takes a download for cut off.
    response.setHeader("Content-Length", (await stat(file)).size);
    createReadStream(file).pipe(response);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const port = typeof address === "object" ? address?.port : undefined;
  return { url: `http://127.0.0.1:${port}`, asked, close: () => server.close() };
}

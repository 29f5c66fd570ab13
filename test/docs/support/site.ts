import { once } from "node:events";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import path from "node:path";
import { paths } from "../../harness/paths.ts";
import { type ProcessResult, RunningProcess } from "../../harness/process.ts";

const folder = path.join(paths.root, ".state/site");

const types: Record<string, string> = {
  ".html": "text/html",
  ".js": "text/javascript",
  ".css": "text/css",
  ".png": "image/png",
  ".svg": "image/svg+xml",
};

export function buildSite(): Promise<ProcessResult> {
  return new RunningProcess("npm", ["run", "docs"], { cwd: paths.root }).done;
}

/** The pages of the built site, path → HTML. */
export function builtPages(): ReadonlyMap<string, string> {
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((file) =>
    file.endsWith(".html"),
  );
  return new Map(files.map((file) => [`/${file}`, readFileSync(path.join(folder, file), "utf8")]));
}

export async function serveSite(): Promise<{ readonly origin: string; close(): void }> {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? "/", "http://localhost");
    const file = path.join(folder, pathname.endsWith("/") ? `${pathname}index.html` : pathname);
    if (!existsSync(file)) {
      response.writeHead(404).end();
      return;
    }
    response.setHeader("content-type", types[path.extname(file)] ?? "application/octet-stream");
    response.end(readFileSync(file));
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const port = typeof address === "object" ? address?.port : undefined;
  return { origin: `http://127.0.0.1:${port}`, close: () => server.close() };
}

import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { ok } from "../e2e/support/outcome.ts";
import { RunningProcess } from "../harness/process.ts";
import { packed, textOf } from "./tarball.ts";

/** A registry on loopback with the packed packages. For all other packages, it redirects to npm's own registry. */
export async function openRegistry(folder: string): Promise<{ readonly url: string; close(): void }> {
  const elsewhere = (await ok(new RunningProcess("npm", ["config", "get", "registry"], {}).done)).trim();
  const tarballs = new Map<string, Buffer>();
  const manifests = new Map<string, object>();
  for (const source of ["provider", "cli", "test/gateway"] as const) {
    const tarball = await packed(source, folder);
    const name = path.basename(tarball, ".tgz");
    manifests.set(name, JSON.parse(await textOf(tarball, "package.json")));
    tarballs.set(name, await readFile(tarball));
  }
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? "/", "http://localhost");
    const name = path.basename(pathname, ".tgz");
    const tarball = tarballs.get(name);
    if (tarball === undefined) {
      response.writeHead(302, { location: new URL(pathname.slice(1), elsewhere).href }).end();
    } else if (pathname.endsWith(".tgz")) {
      response.end(tarball);
    } else {
      const manifest: { version?: string } = manifests.get(name) ?? {};
      const { version = "" } = manifest;
      const versions = { [version]: { ...manifest, dist: { tarball: `${url}${name}.tgz` } } };
      response.setHeader("content-type", "application/json");
      response.end(JSON.stringify({ name, "dist-tags": { latest: version }, versions }));
    }
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  return { url, close: () => server.close() };
}

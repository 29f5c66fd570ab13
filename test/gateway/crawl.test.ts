import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { openWorkspace } from "./tests/open-gateway.ts";

type Site = Record<string, string | ((response: ServerResponse) => void)>;

/** A web site on a loopback port; a string is an HTML page, `/robots.txt` is plain text. */
async function openSite(site: Site): Promise<{ origin: string; visited: string[] }> {
  const visited: string[] = [];
  const server = createServer(({ url = "" }: IncomingMessage, response) => {
    visited.push(url);
    const page = site[url];
    if (typeof page === "function") return page(response);
    response.writeHead(page === undefined ? 404 : 200, { "content-type": "text/html" }).end(page);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.close();
  });
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, visited };
}

async function crawl(url: string, more: object = {}) {
  const { call, gateway, workspace_id } = await openWorkspace();
  const created = await call("POST", "/indexes", { body: { workspace_id, url, ...more } });
  await gateway.idle();
  const read = await call("GET", `/indexes/${created.data.id}?workspace_id=${workspace_id}`);
  return { created: created.data, index: read.data, pages: gateway.rows("indexes")[0]?.pages };
}

test("an index starts PENDING and ends INDEXED with the pages of the site, breadth first", async () => {
  const { origin } = await openSite({
    "/": '<title>Home</title><p>Hello</p><a href="/a">a</a><a href="b#x">b</a><a href="http://other.test/">o</a>',
    "/a": '<title>A</title><a href="/c">c</a><script>nothing()</script>',
    "/b": "<title>B</title>",
    "/c": '<title>C</title><a href="/">home</a>',
  });
  const { created, index } = await crawl(`${origin}/`);
  expect(created).toMatchObject({ status: "PENDING", page_count: 0, base_url: `${origin}/` });
  expect(index).toMatchObject({ status: "INDEXED", page_count: 4, error: null });
  expect(index.pages).toMatchObject(["Home", "A", "B", "C"].map((title) => ({ title })));
  expect(JSON.stringify(index.pages)).not.toContain("nothing()");
});

test("max_pages caps the pages", async () => {
  const { origin } = await openSite({ "/": '<a href="/a">a</a>', "/a": "" });
  expect((await crawl(origin, { max_pages: 1 })).index).toMatchObject({ status: "INDEXED", page_count: 1 });
});

test("what robots.txt disallows is not visited", async () => {
  const { origin, visited } = await openSite({
    "/robots.txt": "User-agent: *\nDisallow: /private",
    "/": '<a href="/private">p</a><a href="/open">o</a>',
    "/open": "",
    "/private": "",
  });
  expect((await crawl(origin)).index.page_count).toBe(2);
  expect(visited).not.toContain("/private");
});

test("a page that cannot be had is left out, a redirect is followed on the site only", async () => {
  const away = (response: ServerResponse) =>
    response.writeHead(302, { location: "http://other.test/" }).end();
  const moved = (response: ServerResponse) => response.writeHead(301, { location: "/new" }).end();
  const { origin } = await openSite({
    "/": '<a href="/away">1</a><a href="/gone">2</a><a href="/moved">3</a>',
    "/away": away,
    "/moved": moved,
    "/new": "<title>New</title>",
  });
  expect((await crawl(origin)).index.pages).toMatchObject([{ title: "" }, { title: "New" }]);
});

test.each(["http://127.0.0.1:9/", "not a url", "ftp://127.0.0.1/"])("a crawl of %s fails", async (url) => {
  const { index } = await crawl(url);
  expect(index).toMatchObject({ status: "FAILED", error: expect.any(String), page_count: 0 });
});

test("a site that disallows its first page is FAILED", async () => {
  const { origin } = await openSite({ "/robots.txt": "User-agent: *\nDisallow: /", "/": "" });
  expect((await crawl(origin)).index).toMatchObject({ status: "FAILED" });
});

test("a crawl may be held or made to fail", async () => {
  const { call, gateway, workspace_id } = await openWorkspace({ variants: { crawl: "hold" } });
  const create = (url: string) => call("POST", "/indexes", { body: { workspace_id, url } });
  await create("http://127.0.0.1:9/a");
  gateway.variants.crawl = "fail";
  await create("http://127.0.0.1:9/b");
  await gateway.idle();
  expect(gateway.rows("indexes").map((row) => row.status)).toEqual(["PENDING", "FAILED"]);
});

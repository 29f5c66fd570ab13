import { createRequire } from "node:module";
import { type DefaultTreeAdapterTypes, parse } from "parse5";
import type { Clock } from "../clock.ts";
import type { Row } from "../json.ts";
import type { Store } from "../store/store.ts";
import type { Variants } from "../variants.ts";

type Node = DefaultTreeAdapterTypes.Node;

const UNREAD = new Set(["script", "style", "noscript", "template", "title"]);
/** Enough of a page to search in. */
const MAX_CONTENT = 5000;

/** A page that was found; its shape is not shown in the API document. */
interface Page {
  url: string;
  title: string;
  content: string;
}

function readPage(html: string, url: string): Page & { links: string[] } {
  const texts: string[] = [];
  const links: string[] = [];
  let title = "";
  let base = url;
  for (const node of walk(parse(html))) {
    if (node.nodeName === "#text" && "value" in node) texts.push(node.value);
    if (node.nodeName === "title" && title === "") title = textOf(node);
    if (node.nodeName === "base") base = URL.parse(attribute(node, "href") ?? "", url)?.href ?? base;
    const link = node.nodeName === "a" ? linkOf(node, base) : undefined;
    if (link !== undefined) links.push(link);
  }
  const content = texts.join(" ").replaceAll(/\s+/g, " ").trim().slice(0, MAX_CONTENT);
  return { url, title: title.trim(), content, links };
}

function* walk(node: Node): Generator<Node> {
  yield node;
  if (UNREAD.has(node.nodeName) || !("childNodes" in node)) return;
  for (const child of node.childNodes) yield* walk(child);
}

function textOf(node: Node): string {
  if (!("childNodes" in node)) return "";
  return node.childNodes.map((child) => ("value" in child ? child.value : "")).join("");
}

function linkOf(node: Node, base: string): string | undefined {
  const href = attribute(node, "href");
  const url = href === undefined ? null : URL.parse(href, base);
  if (url === null || !/^https?:$/.test(url.protocol)) return undefined;
  url.hash = "";
  return url.href;
}

function attribute(node: Node, name: string): string | undefined {
  return "attrs" in node ? node.attrs.find((attr) => attr.name === name)?.value : undefined;
}

/** The name under which robots.txt may address this crawler. */
const userAgent = "workspace-gateway-emulator";

interface Crawler {
  readonly fetch: typeof fetch;
  readonly signal: AbortSignal;
}

const TIMEOUT_MS = 10_000;
const MAX_REDIRECTS = 5;

/** The HTML at an address, following redirects within its origin; undefined for what is not HTML. */
async function fetchPage(address: string, crawler: Crawler): Promise<string | undefined> {
  const { origin } = new URL(address);
  let url = address;
  for (let hop = 0; hop <= MAX_REDIRECTS; hop++) {
    const response = await get(url, crawler);
    const location = response.headers.get("location");
    if (response.status < 300 || response.status >= 400 || location === null) return pageText(response, url);
    await response.body?.cancel();
    const next = new URL(location, url);
    if (next.origin !== origin) throw new Error(`${url} redirects to another site`);
    url = next.href;
  }
  throw new Error(`${address} redirects too many times`);
}

async function get(url: string, { fetch, signal }: Crawler): Promise<Response> {
  try {
    return await fetch(url, {
      redirect: "manual",
      headers: { "User-Agent": userAgent, Accept: "text/html" },
      signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
    });
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
    throw new Error(`${url} could not be fetched: ${cause instanceof Error ? cause.message : cause}`);
  }
}

async function pageText(response: Response, url: string): Promise<string | undefined> {
  const isHtml = /html/i.test(response.headers.get("content-type") ?? "");
  if (response.ok && isHtml) return response.text();
  await response.body?.cancel();
  if (!response.ok) throw new Error(`${url} answered ${response.status}`);
  return undefined;
}

interface Rules {
  allows(url: string): boolean;
}

type ParseRobots = (
  url: string,
  text: string,
) => { isAllowed(url: string, agent: string): boolean | undefined };

// The package's types promise a default export that its CommonJS code does not have.
const require = createRequire(import.meta.url);
const parseRobots: ParseRobots = require("robots-parser");

/** Fetches the rules of a site; a site without robots.txt allows everything (RFC 9309, 2.3.1.3). */
async function fetchRules(site: URL, crawler: Crawler): Promise<Rules> {
  const address = new URL("/robots.txt", site).href;
  const response = await get(address, crawler);
  const text = await response.text();
  if (response.status >= 500) throw new Error(`${address} answered ${response.status}`);
  const robots = parseRobots(address, response.ok ? text : "");
  return { allows: (url) => robots.isAllowed(url, userAgent) !== false };
}

/**
 * The pages of a site, breadth first from `start`, of the same origin and allowed by robots.txt.
 * Fails when the first page cannot be had; later pages that cannot are left out.
 */
async function crawlSite(start: string, maxPages: number, crawler: Crawler): Promise<Page[]> {
  const first = siteUrl(start);
  const rules = await fetchRules(first, crawler);
  if (!rules.allows(first.href)) throw new Error(`robots.txt does not allow ${first.href}`);
  const pages: Page[] = [];
  const seen = new Set([first.href]);
  const queue = [first.href];
  for (let url = queue.shift(); url !== undefined && pages.length < maxPages; url = queue.shift()) {
    crawler.signal.throwIfAborted();
    const html = await fetchPage(url, crawler).catch((error) => {
      if (url === first.href) throw error;
      return undefined;
    });
    if (html === undefined) continue;
    const { links, ...page } = readPage(html, url);
    pages.push(page);
    for (const link of links) {
      if (seen.has(link) || new URL(link).origin !== first.origin || !rules.allows(link)) continue;
      seen.add(link);
      queue.push(link);
    }
  }
  return pages;
}

function siteUrl(text: string): URL {
  const url = URL.parse(text);
  if (url === null || !/^https?:$/.test(url.protocol)) throw new Error(`"${text}" is not a web address`);
  url.hash = "";
  return url;
}

/** How many pages a crawl takes when `max_pages` is not given. */
const MAX_PAGES = 50;

/** Makes the background crawls of a gateway (the API's section "States and transitions"); none runs yet. */
export function createCrawls(store: Store, clock: Clock, variants: Variants, fetch: typeof globalThis.fetch) {
  const running = new Map<string, { stop: AbortController; done: Promise<void> }>();
  const table = store.table("indexes");
  const move = (id: string, changes: Row) => table.update(id, { ...changes, updated_at: clock.stamp() });

  const crawl = async (id: string, signal: AbortSignal) => {
    // The transaction that creates the index commits first: the create answers PENDING.
    await Promise.resolve();
    const index = table.first({ id });
    if (index === undefined || variants.crawl === "hold") return;
    move(id, { status: "INDEXING" });
    const outcome = await attempt(index, variants, { fetch, signal });
    if (!signal.aborted) move(id, outcome);
  };

  const start = (id: string) => {
    const stop = new AbortController();
    const done = crawl(id, stop.signal).finally(() => running.delete(id));
    running.set(id, { stop, done });
  };
  /** Resolves once no crawl is running. */
  const idle = async () => {
    await Promise.all([...running.values()].map(({ done }) => done));
  };
  return {
    start,
    stop: (id: string) => running.get(id)?.stop.abort(),
    /** Takes up what an earlier run left unfinished. */
    resume() {
      for (const status of ["PENDING", "INDEXING"]) {
        for (const { id } of table.find({ status })) start(String(id));
      }
    },
    idle,
    /** Stops all and resolves once they have. */
    async close() {
      for (const { stop } of running.values()) stop.abort();
      await idle();
    },
  };
}

async function attempt(index: Row, { crawl }: Variants, crawler: Crawler): Promise<Row> {
  try {
    if (crawl === "fail") throw new Error("The crawl was made to fail");
    const limit = typeof index.max_pages === "number" ? index.max_pages : MAX_PAGES;
    const pages: Page[] = await crawlSite(String(index.base_url), limit, crawler);
    return {
      status: "INDEXED",
      pages: pages.map((page) => ({ ...page })),
      page_count: pages.length,
      error: null,
    };
  } catch (error) {
    return { status: "FAILED", error: error instanceof Error ? error.message : String(error) };
  }
}

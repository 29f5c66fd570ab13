import { createRequire } from "node:module";
import { type Page, readPage } from "./read-page.ts";

/** The name under which robots.txt may address this crawler. */
const userAgent = "workspace-gateway-emulator";

export interface Crawler {
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
    if (next.origin !== origin) throw new Error(`${url} leads to another site`);
    url = next.href;
  }
  throw new Error(`${address} redirects too often`);
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
export async function crawlSite(start: string, maxPages: number, crawler: Crawler): Promise<Page[]> {
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

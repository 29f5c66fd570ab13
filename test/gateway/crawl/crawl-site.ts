import { type Crawler, fetchPage, fetchRules } from "./fetch-page.ts";
import { type Page, readPage } from "./read-page.ts";

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

import { createRequire } from "node:module";
import { get, userAgent } from "./fetch-page.ts";

/** What robots.txt of a site says. */
export interface Rules {
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
export async function fetchRules(site: URL, signal: AbortSignal): Promise<Rules> {
  const address = new URL("/robots.txt", site).href;
  const response = await get(address, signal);
  const text = await response.text();
  if (response.status >= 500) throw new Error(`${address} answered ${response.status}`);
  const robots = parseRobots(address, response.ok ? text : "");
  return { allows: (url) => robots.isAllowed(url, userAgent) !== false };
}

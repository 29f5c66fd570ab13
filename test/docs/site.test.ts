import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import type { AxeResults, RunOptions } from "axe-core";
import { type Browser, type BrowserContextOptions, chromium, type Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ok } from "../e2e/support/outcome.ts";
import { buildSite, builtPages, serveSite } from "./support/site.ts";

const names = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];
const browserPath = (process.env.PATH ?? "")
  .split(path.delimiter)
  .flatMap((folder) => names.map((name) => path.join(folder, name)))
  .find((file) => existsSync(file));
const axe = createRequire(import.meta.url).resolve("axe-core/axe.min.js");

// Without a browser on the PATH there is nothing to look with: install Debian's chromium.
describe.skipIf(browserPath === undefined)("the documentation site", () => {
  let site: Awaited<ReturnType<typeof serveSite>>;
  let browser: Browser;

  beforeAll(async () => {
    await ok(buildSite());
    site = await serveSite();
    const args = ["--no-sandbox", "--disable-gpu"];
    browser = await chromium.launch({ executablePath: browserPath ?? "", args });
  }, 300_000);

  afterAll(async () => {
    await browser?.close();
    site?.close();
  });

  /** Opens a page of the site. Fails if the browser has anything to say, or asks anybody but the site. */
  async function opened<R>(
    at: string,
    options: BrowserContextOptions,
    read: (page: Page) => Promise<R>,
  ): Promise<R> {
    const context = await browser.newContext(options);
    try {
      const page = await context.newPage();
      const said: string[] = [];
      const elsewhere: string[] = [];
      page.on("console", (message) => said.push(message.text()));
      page.on("pageerror", (error) => said.push(error.message));
      page.on("request", (request) => {
        if (!request.url().startsWith(site.origin)) elsewhere.push(request.url());
      });
      await page.goto(site.origin + at, { waitUntil: "networkidle" });
      const seen = await read(page);
      expect({ said, elsewhere }).toEqual({ said: [], elsewhere: [] });
      return seen;
    } finally {
      await context.close();
    }
  }

  test("no page loads anything from another site", () => {
    const loads =
      /<(?:script|link|img|source|iframe|video)\b[^>]*\b(?:src|srcset|href)="(?:https?:)?\/\/[^"]*"/g;
    const foreign = [...builtPages()].flatMap(([page, text]) =>
      (text.match(loads) ?? []).map((tag) => `${page}: ${tag}`),
    );
    expect(foreign).toEqual([]);
  });

  test("every link resolves to a page of the site, and its anchor to an element of that page", () => {
    const pages = builtPages();
    const broken = [...pages].flatMap(([page, text]) =>
      [...text.matchAll(/<a\b[^>]*\bhref="([^"]+)"/g)].flatMap(([, href = ""]) => {
        const { origin, pathname, hash } = new URL(href, `http://site${page}`);
        if (origin !== "http://site") return [];
        const target = pages.get(pathname.endsWith("/") ? `${pathname}index.html` : pathname);
        const id = decodeURIComponent(hash.slice(1));
        const isThere = target !== undefined && (id === "" || target.includes(`id="${id}"`));
        return isThere ? [] : [`${page}: ${href}`];
      }),
    );
    expect(broken).toEqual([]);
    expect(pages.size).toBeGreaterThan(50);
  });

  const looked = [
    "/",
    "/start.html",
    "/review.html",
    "/lifecycle.html",
    "/recovery.html",
    "/reference/Class.Mapping.html",
  ];
  const screens = [
    { width: 1280, colorScheme: "light" },
    { width: 390, colorScheme: "dark" },
  ] as const;

  test.each(looked)(
    "%s has no axe violations and no horizontal overflow, in light at 1280 px and in dark at 390 px",
    { timeout: 60_000 },
    async (at) => {
      for (const { width, colorScheme } of screens) {
        await opened(at, { viewport: { width, height: 900 }, colorScheme }, async (page) => {
          await page.addScriptTag({ path: axe });
          // The theme puts the arrow of a group into the heading that opens it.
          const { violations } = await page.evaluate(() =>
            (globalThis as unknown as { axe: { run(options: RunOptions): Promise<AxeResults> } }).axe.run({
              rules: { "nested-interactive": { enabled: false } },
            }),
          );
          const told = violations.map(
            ({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target).join(", ")}`,
          );
          const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
          const isDark = await page.evaluate(() => document.documentElement.classList.contains("dark"));
          expect({ at, width, told, wide: Math.max(0, wide), isDark }).toEqual({
            at,
            width,
            told: [],
            wide: 0,
            isDark: colorScheme === "dark",
          });
        });
      }
    },
  );
});

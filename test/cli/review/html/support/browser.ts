import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { type Browser, type BrowserContextOptions, chromium, type Page } from "playwright-core";
import { afterAll, beforeAll, expect } from "vitest";

const names = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];

/** A browser of this machine; undefined if none is on the PATH. */
export const browserPath = (process.env.PATH ?? "")
  .split(path.delimiter)
  .flatMap((folder) => names.map((name) => path.join(folder, name)))
  .find((file) => existsSync(file));

/** A browser for the tests of a suite, and the file that it opens. */
export function browserOf(name: string) {
  const folder = mkdtempSync(path.join(tmpdir(), "in-browser-"));
  const file = path.join(folder, name);
  let browser: Browser;
  beforeAll(async () => {
    // Without a window. As root it refuses to start with its sandbox.
    browser = await chromium.launch({
      ...(browserPath !== undefined && { executablePath: browserPath }),
      args: ["--no-sandbox", "--disable-gpu"],
    });
  });
  afterAll(async () => {
    await browser?.close();
    rmSync(folder, { recursive: true });
  });
  /** Opens a file with this text, and reads it. Fails if the browser has anything to say, or fetches more than the file. */
  return async <R>(
    text: string,
    options: BrowserContextOptions,
    read: (page: Page) => Promise<R>,
  ): Promise<R> => {
    writeFileSync(file, text);
    const context = await browser.newContext(options);
    try {
      const page = await context.newPage();
      const said: string[] = [];
      const fetched: string[] = [];
      page.on("console", (message) => said.push(message.text()));
      page.on("pageerror", (error) => said.push(error.message));
      page.on("dialog", (dialog) => said.push(dialog.message()));
      page.on("request", (request) => fetched.push(request.url()));
      await page.goto(pathToFileURL(file).href);
      const seen = await read(page);
      expect(said).toEqual([]);
      expect(fetched).toEqual([pathToFileURL(file).href]);
      return seen;
    } finally {
      await context.close();
    }
  };
}

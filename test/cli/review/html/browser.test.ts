import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Review } from "../../../../cli/review/facts/review.ts";
import { page as pageOf } from "../../../../cli/review/html/page.ts";
import { recordedText, reviewOfText } from "../previews/recorded.ts";
import { browserPath, openBrowser } from "./support/browser.ts";
import { hostileWith } from "./support/hostile.ts";
import { type Looks, looksOf } from "./support/looks.ts";
import { empty, sample } from "./support/sample.ts";

const faultless = { seen: undefined, overlaps: [], outside: [], wide: [], faint: [] };

// Without a browser on the PATH there is nothing to look with: install Debian's chromium.
describe.skipIf(browserPath === undefined)("the page in a browser", () => {
  const folder = mkdtempSync(path.join(tmpdir(), "review-page-"));
  const file = path.join(folder, "review.html");
  let browser: Browser;

  beforeAll(async () => {
    browser = await openBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    rmSync(folder, { recursive: true });
  });

  interface Screen {
    readonly width: number;
    readonly colours: "light" | "dark";
  }

  /** What the browser shows of a review, and all that it had to say or fetch. */
  async function shown(review: Review, { width, colours }: Screen) {
    const text = pageOf(review);
    writeFileSync(file, text);
    const context = await browser.newContext({ viewport: { width, height: 900 }, colorScheme: colours });
    try {
      const page = await context.newPage();
      const said: string[] = [];
      const fetched: string[] = [];
      page.on("console", (message) => said.push(message.text()));
      page.on("pageerror", (error) => said.push(error.message));
      page.on("dialog", (dialog) => said.push(dialog.message()));
      page.on("request", (request) => fetched.push(request.url()));
      await page.goto(pathToFileURL(file).href);
      const looks = await looksOf(page);
      const words = await page.evaluate(() => document.body.textContent ?? "");
      const elements = await page.evaluate(() =>
        [...document.querySelectorAll("*")].map(({ nodeName }) => nodeName),
      );
      const ground = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
      return { looks, said, fetched, words, elements, ground };
    } finally {
      await context.close();
    }
  }

  function expectGood(looks: Looks) {
    const { seen } = looks;
    expect({ ...looks, seen: undefined }).toEqual(faultless);
    expect(seen.boxes).toBeGreaterThan(12);
    expect(seen.texts).toBeGreaterThan(seen.boxes);
    expect(seen.readable).toBeGreaterThan(100);
  }

  const phone: Screen = { width: 390, colours: "light" };
  const screens = [1280, 390].flatMap((width): Screen[] => [
    { width, colours: "light" },
    { width, colours: "dark" },
  ]);

  test.each(screens)("nothing overlaps, sticks out or is faint: $width px, $colours", async (screen) => {
    const { looks, said, fetched, ground } = await shown(sample, screen);
    expectGood(looks);
    expect(said).toEqual([]);
    expect(fetched).toEqual([pathToFileURL(file).href]);
    expect(ground).toBe(screen.colours === "light" ? "rgb(255, 255, 255)" : "rgb(13, 17, 23)");
  });

  test("hostile text is shown as it is, and adds no element", async () => {
    const hostile = `<script>alert(1)</script><img src="https://example.com/x" onerror='alert(2)'>&amp;</svg></title>`;
    const plain = await shown(hostileWith("y".repeat(hostile.length)), phone);
    const { looks, said, fetched, words, elements } = await shown(hostileWith(hostile), phone);
    expectGood(looks);
    expect(said).toEqual([]);
    expect(fetched).toEqual([pathToFileURL(file).href]);
    expect(words.split(hostile).length).toBeGreaterThan(60);
    expect(elements).toEqual(plain.elements);
  });

  test.each([
    ["wide characters", "模型路由网关提示词工作区".repeat(4)],
    ["writing from the right", "مرحبا بالعالم ".repeat(6)],
    ["emoji", "👩‍🚀🏳️‍🌈".repeat(20)],
    ["one endless word", "W".repeat(5_000)],
  ])("nothing overlaps or sticks out with %s", async (_, text) => {
    expectGood((await shown(hostileWith(text), phone)).looks);
  });

  test.each(["hostile", "routes", "team"])(
    "the page of the recorded preview %s is a good one",
    async (name) => {
      const { looks, said, fetched } = await shown(reviewOfText(recordedText(name)), phone);
      expect({ ...looks, seen: undefined }).toEqual(faultless);
      expect(said).toEqual([]);
      expect(fetched).toEqual([pathToFileURL(file).href]);
    },
  );

  test("a review of nothing is a good page, too", async () => {
    const { looks, said } = await shown(empty, phone);
    expect({ ...looks, seen: undefined }).toEqual(faultless);
    expect(said).toEqual([]);
  });
});

import { describe, expect, test } from "vitest";
import { documentOf } from "../../../../cli/review/blocks/document.ts";
import type { Review } from "../../../../cli/review/facts/review.ts";
import { page as pageOf } from "../../../../cli/review/html/page.ts";
import { recordedText, reviewOfText } from "../previews/recorded.ts";
import { browserOf, browserPath } from "./support/browser.ts";
import { hostileWith } from "./support/hostile.ts";
import { type Looks, looksOf } from "./support/looks.ts";
import { empty, sample } from "./support/sample.ts";

const faultless = { seen: undefined, overlaps: [], outside: [], wide: [], faint: [] };

// Without a browser on the PATH there is nothing to look with: install Debian's chromium.
describe.skipIf(browserPath === undefined)("the page in a browser", () => {
  const opened = browserOf("review.html");

  interface Screen {
    readonly width: number;
    readonly colours: "light" | "dark";
  }

  /** What the browser shows of a review. */
  function shown(review: Review, { width, colours }: Screen) {
    const options = { viewport: { width, height: 900 }, colorScheme: colours };
    return opened(pageOf(documentOf(review)), options, async (page) => ({
      looks: await looksOf(page),
      words: await page.evaluate(() => document.body.textContent ?? ""),
      elements: await page.evaluate(() =>
        [...document.querySelectorAll("*")].map(({ nodeName }) => nodeName),
      ),
      ground: await page.evaluate(() => getComputedStyle(document.body).backgroundColor),
    }));
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
    const { looks, ground } = await shown(sample, screen);
    expectGood(looks);
    expect(ground).toBe(screen.colours === "light" ? "rgb(255, 255, 255)" : "rgb(13, 17, 23)");
  });

  test("hostile text is shown as it is, and adds no element", async () => {
    const hostile = `<script>alert(1)</script><img src="https://example.com/x" onerror='alert(2)'>&amp;</svg></title>`;
    const plain = await shown(hostileWith("y".repeat(hostile.length)), phone);
    const { looks, words, elements } = await shown(hostileWith(hostile), phone);
    expectGood(looks);
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
      const { looks } = await shown(reviewOfText(recordedText(name)), phone);
      expect({ ...looks, seen: undefined }).toEqual(faultless);
    },
  );

  test("printed, the page is light, and what is folded is opened", async () => {
    const opens = { viewport: { width: 800, height: 900 }, colorScheme: "dark" } as const;
    const printed = await opened(pageOf(documentOf(sample)), opens, async (page) => {
      const isSeen = () =>
        page.evaluate(() =>
          [...document.querySelectorAll("details:not([open]) > :not(summary)")].map((inside) =>
            inside.checkVisibility(),
          ),
        );
      const before = await isSeen();
      await page.emulateMedia({ media: "print" });
      const ground = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
      return { before, after: await isSeen(), ground };
    });
    expect(printed.before.length).toBeGreaterThan(0);
    expect(printed.before).not.toContain(true);
    expect(printed.after).not.toContain(false);
    expect(printed.ground).toBe("rgb(255, 255, 255)");
  });

  test("all that can be opened, followed or scrolled is reached by the keyboard, and shown where it is", async () => {
    const outlines = await opened(
      pageOf(documentOf(sample)),
      { viewport: { width: 800, height: 900 } },
      async (page) => {
        const count = await page.evaluate(() => document.querySelectorAll("a, summary, .scroll").length);
        const seen: string[] = [];
        for (let at = 0; at < count; at++) {
          await page.keyboard.press("Tab");
          seen.push(
            await page.evaluate(() =>
              document.activeElement === null ? "" : getComputedStyle(document.activeElement).outlineStyle,
            ),
          );
        }
        return seen.slice(0, 40);
      },
    );
    expect(outlines.length).toBeGreaterThan(30);
    expect(new Set(outlines)).toEqual(new Set(["solid"]));
  });

  test("a review of nothing is a good page, too", async () => {
    const { looks } = await shown(empty, phone);
    expect({ ...looks, seen: undefined }).toEqual(faultless);
  });
});

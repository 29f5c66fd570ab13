import { describe, expect, test } from "vitest";
import type { AccountObject } from "../../../cli/account/account-object.ts";
import { svg } from "../../../cli/graph/svg.js";
import { workspaceGraphs } from "../../../cli/graph/workspace-graphs.js";
import { browserOf, browserPath } from "../review/html/support/browser.ts";
import { hostile, named } from "./hostile.ts";
import { shop } from "./some-objects.ts";

// Without a browser on the PATH there is nothing to look with: install Debian's chromium.
describe.skipIf(browserPath === undefined)("a drawing in a browser", () => {
  const opened = browserOf("routing.svg");

  /** What the browser shows by itself. */
  function shown(objects: readonly AccountObject[], colorScheme: "light" | "dark") {
    const text = svg(workspaceGraphs(objects, "gateway"), "gateway");
    return opened(text, { colorScheme }, async (page) => {
      const looks = await page.evaluate(() => {
        const rectOf = (element: Element | null) => element?.getBoundingClientRect() ?? new DOMRect();
        const hits = (a: DOMRect, b: DOMRect) =>
          a.left < b.right - 0.5 &&
          b.left < a.right - 0.5 &&
          a.top < b.bottom - 0.5 &&
          b.top < a.bottom - 0.5;
        const hitsAmong = (all: readonly Element[]) =>
          all.flatMap((a, at) => all.slice(at + 1).filter((b) => hits(rectOf(a), rectOf(b)))).length;
        const boxes = [...document.querySelectorAll("g.box")];
        const frames = boxes.map((box) => box.querySelector("rect")).filter((rect) => rect !== null);
        const texts = [...document.querySelectorAll("text")];
        const outside = boxes.flatMap((box) => {
          const frame = rectOf(box.querySelector("rect"));
          return [...box.querySelectorAll("text")].filter((text) => {
            const { left, right, top, bottom } = rectOf(text);
            return left < frame.left || right > frame.right || top < frame.top || bottom > frame.bottom;
          });
        });
        const whole = rectOf(document.documentElement);
        const cut = texts.filter(
          (text) => rectOf(text).right > whole.right || rectOf(text).bottom > whole.bottom,
        );
        const channels = (colour: string) =>
          (colour.match(/[\d.]+/g) ?? []).slice(0, 3).map((value) => {
            const part = Number(value) / 255;
            return part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
          });
        const light = (colour: string) => {
          const [red = 0, green = 0, blue = 0] = channels(colour);
          return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
        };
        const groundOf = (text: Element) =>
          text.closest("g.box")?.querySelector("rect") ?? document.querySelector("rect.ground");
        const faint = texts.filter((text) => {
          const ground = groundOf(text);
          const a = light(getComputedStyle(text).fill);
          const b = light(ground === null ? "" : getComputedStyle(ground).fill);
          return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05) < 4.5;
        });
        return {
          boxes: boxes.length,
          texts: texts.length,
          overlaps: hitsAmong(frames) + hitsAmong(texts),
          outside: outside.length,
          cut: cut.length,
          faint: faint.map(({ textContent }) => textContent),
        };
      });
      const elements = await page.evaluate(() =>
        [...document.querySelectorAll("*")].map(
          ({ nodeName, namespaceURI }) => `${namespaceURI} ${nodeName}`,
        ),
      );
      return { looks, elements };
    });
  }

  const faultless = { overlaps: 0, outside: 0, cut: 0, faint: [] };

  test.each(["light", "dark"] as const)(
    "nothing overlaps, sticks out or is faint, and nothing is loaded: %s",
    async (colours) => {
      const { looks } = await shown(shop, colours);
      expect(looks).toEqual({ ...faultless, boxes: 20, texts: expect.any(Number) });
      expect(looks.texts).toBeGreaterThan(30);
    },
  );

  const markup = hostile.filter((text) => text.length < 100).join(" ");

  test.each([markup, "x".repeat(200), "网".repeat(200)])(
    "no text is an element, a script or an address: %j",
    async (text) => {
      const plain = await shown(named("x".repeat(3)), "light");
      const { looks, elements } = await shown(named(text), "light");
      expect(looks).toMatchObject(faultless);
      expect(elements).toEqual(plain.elements);
    },
  );
});

import type { Page } from "playwright-core";

/** What overlaps, sticks out or cannot be read on a page. All lists are empty on a good one. */
export interface Looks {
  /** How many boxes, texts and elements were looked at. */
  readonly seen: { readonly boxes: number; readonly texts: number; readonly readable: number };
  readonly overlaps: readonly string[];
  readonly outside: readonly string[];
  readonly wide: readonly string[];
  readonly faint: readonly string[];
}

/** Looks at the page as it is drawn, with all that is folded opened. Runs in the browser. */
export function looksOf(page: Page): Promise<Looks> {
  return page.evaluate(() => {
    for (const details of document.querySelectorAll("details")) {
      details.open = true;
    }
    const boxes = [...document.querySelectorAll("svg g.box")];
    const nameOf = (element: Element) => `${element.nodeName} ${element.textContent?.slice(0, 60)}`;
    const rectOf = (element: Element | null) => element?.getBoundingClientRect() ?? new DOMRect();
    const hits = (a: DOMRect, b: DOMRect) =>
      a.left < b.right - 0.5 && b.left < a.right - 0.5 && a.top < b.bottom - 0.5 && b.top < a.bottom - 0.5;
    const pairs = (all: readonly Element[], rect: (element: Element) => DOMRect) =>
      all.flatMap((a, at) =>
        all
          .slice(at + 1)
          .filter((b) => hits(rect(a), rect(b)))
          .map((b) => `${nameOf(a)} / ${nameOf(b)}`),
      );
    const texts = [...document.querySelectorAll("svg text")];
    const outside = boxes.flatMap((box) => {
      const frame = rectOf(box.querySelector("rect"));
      return [...box.querySelectorAll("text")]
        .filter((text) => {
          const { left, right, top, bottom } = rectOf(text);
          return left < frame.left || right > frame.right || top < frame.top || bottom > frame.bottom;
        })
        .map(nameOf);
    });
    const wide = [...document.body.querySelectorAll("*")]
      .filter((element) => element.closest(".scroll *") === null && rectOf(element).right > innerWidth + 0.5)
      .map(nameOf);

    type Colour = readonly [number, number, number, number];
    const colour = (text: string): Colour => {
      const [red = 0, green = 0, blue = 0, alpha = 1] = (text.match(/[\d.]+/g) ?? []).map(Number);
      return [red, green, blue, text === "none" ? 0 : alpha];
    };
    const ground = (element: Element): Colour => {
      const rect = element.parentElement?.matches("g.box") && element.parentElement.querySelector("rect");
      if (rect) {
        return colour(getComputedStyle(rect).fill);
      }
      const own = colour(getComputedStyle(element).backgroundColor);
      return own[3] === 1 || element.parentElement === null ? own : ground(element.parentElement);
    };
    const light = ([red, green, blue]: Colour) => {
      const part = (value: number) =>
        value <= 10.31475 ? value / 3294.6 : ((value / 255 + 0.055) / 1.055) ** 2.4;
      return 0.2126 * part(red) + 0.7152 * part(green) + 0.0722 * part(blue);
    };
    const contrast = (element: Element) => {
      const { color, fill } = getComputedStyle(element);
      const a = light(colour(element.matches("svg text") ? fill : color));
      const b = light(ground(element));
      return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
    };
    const readable = [...document.body.querySelectorAll(":not(svg *, title, desc), svg text")].filter(
      (element) =>
        [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.nodeValue?.trim()),
    );
    return {
      seen: { boxes: boxes.length, texts: texts.length, readable: readable.length },
      overlaps: [...pairs(boxes, (box) => rectOf(box.querySelector("rect"))), ...pairs(texts, rectOf)],
      outside,
      wide,
      faint: readable
        .filter((element) => contrast(element) < 4.5)
        .map((element) => `${nameOf(element)}: ${contrast(element).toFixed(2)}`),
    };
  });
}

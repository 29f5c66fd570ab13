import { expect, test } from "vitest";
import { figuresIn, withFigures } from "./in-page.ts";

const end = "<!-- end of figures -->";
const page = `# Page\n\n<!-- figures: one -->\n\nold\n\n${end}\n\nText.\n\n<!-- figures: two -->\n\nother\n\n${end}\n\nMore.\n`;

test("figures take the place of the former ones, and nothing else of the page changes", () => {
  const written = withFigures(page, "one", "new");
  expect(written).toBe(page.replace("old", "new"));
  expect(withFigures(written, "two", "newer")).toBe(page.replace("old", "new").replace("other", "newer"));
  expect([figuresIn(written, "one"), figuresIn(written, "two")]).toEqual(["new", "other"]);
});

test("a page without a place for figures is not written over", () => {
  expect(() => withFigures("# Page\n", "one", "new")).toThrow("The page has no place for figures");
  expect(() => withFigures("<!-- figures: one -->", "one", "new")).toThrow("no place for figures");
});

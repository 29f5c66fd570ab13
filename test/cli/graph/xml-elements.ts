import { expect } from "vitest";

/** The elements of a document that is well-formed XML, and the names of their attributes; each is closed. */
export function elementsOf(text: string): string[] {
  expect(text).not.toMatch(/(?![\n\t])[\p{Cc}\p{Noncharacter_Code_Point}\p{Cs}]/u);
  const open: string[] = [];
  const found: string[] = [];
  let at = 0;
  for (const tag of text.matchAll(/<(\/?)([a-z]+)((?:\s+[a-zA-Z:-]+="[^"<]*")*)(\/?)>/g)) {
    expect(text.slice(at, tag.index)).toMatch(/^(?:[^<>&]|&(?:amp|lt|gt|quot|#\d+);)*$/);
    at = tag.index + tag[0].length;
    const [, closes, name = "", attributes = "", closed] = tag;
    if (closes) {
      expect(open.pop()).toBe(name);
      continue;
    }
    found.push(`${name}${attributes.replaceAll(/="[^"]*"/g, "")}`);
    if (!closed) {
      open.push(name);
    }
  }
  expect([open, text.slice(at)]).toEqual([[], "\n"]);
  return found;
}

import fc from "fast-check";
import { expect, test } from "vitest";
import { codeSpan, escaped, fence, htmlCode } from "../../../../cli/review/document/markdown.ts";
import { clipped, visible } from "../../../../cli/text/words.ts";
import { hostileText } from "./hostile-text.ts";
import { faultsOf, readMarkdown } from "./strict-reader.ts";

const marker = "<!-- workspace-gateway review: a/b -->";

/** What a reader sees of a text with entities. */
function shown(text: string): string {
  return text
    .replaceAll("&#8203;", "")
    .replace(/&#(\d+);/g, (_, number) => String.fromCodePoint(Number(number)));
}

test("text in a line shows unchanged, and adds no markup, mention, or external content", () => {
  fc.assert(
    fc.property(hostileText, (text) => {
      expect(shown(escaped(text))).toBe(visible(text));
      for (const line of [
        `- ${escaped(text)}`,
        escaped(text),
        `**a:** ${escaped(text)}`,
        `| ${escaped(text)} |`,
      ]) {
        expect(faultsOf(readMarkdown(`${marker}\n${line}`))).toEqual([]);
      }
    }),
    { numRuns: 2000 },
  );
});

test("text in code shows unchanged and cannot end the code", () => {
  fc.assert(
    fc.property(hostileText, (text) => {
      const span = codeSpan(text, 1000);
      const read = readMarkdown(`${marker}\n${span} end`);
      expect(faultsOf(read)).toEqual([]);
      if (span.startsWith("`")) {
        expect(read.lines.at(-1)).toBe("‹code› end");
        expect(span.slice(1, -1)).toBe(visible(text).trim() === "" ? '""' : visible(text));
      } else {
        expect(span).toBe(htmlCode(text, 1000));
        expect(shown(span)).toBe(`<code>${visible(text)}</code>`);
      }
      expect(span).not.toMatch(/[|\n]/);
    }),
    { numRuns: 2000 },
  );
});

test("no line closes its own code block", () => {
  fc.assert(
    fc.property(fc.array(hostileText, { maxLength: 6 }), (texts) => {
      const lines = texts.map((text) => visible(text));
      const read = readMarkdown(`${marker}\n${fence("diff", lines)}\nend`);
      expect(read.blocks).toEqual([{ language: "diff", lines }]);
      expect(read.lines.at(-1)).toBe("end");
    }),
    { numRuns: 2000 },
  );
});

test("invisible and text-reordering characters are shown by code point, and emoji stay intact", () => {
  expect(visible("a\u202eb\u200bc\u0007\u{e0041}\u2028\u00ad")).toBe(
    "a⟨U+202E⟩b⟨U+200B⟩c⟨U+0007⟩⟨U+E0041⟩⟨U+2028⟩⟨U+00AD⟩",
  );
  expect(visible("👩‍💻 ❤️ a\u200db")).toBe("👩‍💻 ❤️ a⟨U+200D⟩b");
  expect(visible("one\ntwo\r\nthree\tfour \ud800")).toBe("one↵two↵three  four \ufffd");
});

test("clipped text ends with an ellipsis and a whole character", () => {
  expect(clipped("abc", 3)).toBe("abc");
  expect(clipped("abcd", 3)).toBe("ab…");
  expect(clipped("a👩b", 3)).toBe("a…");
});

test("characters with a meaning in Markdown or HTML are escaped, and references are broken up", () => {
  const text = "gpt_large *b* ~c~ [d](e) <f> g|h `i` j\\k &l; −50% @m #12 GH-12 !4 https://n.example a/b $2";
  expect(escaped(text)).toMatchInlineSnapshot(
    `"gpt&#95;large &#42;&#8203;b&#42; &#126;&#8203;c&#126; &#91;&#8203;d&#93;(e) &#60;f&#62; g&#124;h &#96;i&#96; j&#92;k &#38;&#8203;l; −50% @&#8203;m #&#8203;12 GH-&#8203;12 !&#8203;4 https:&#8203;//n.example a/b &#36;&#8203;2"`,
  );
  expect(escaped("/merge")).toBe("&#8203;/merge");
});

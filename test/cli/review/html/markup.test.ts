import fc from "fast-check";
import { expect, test } from "vitest";
import { escapeText, html } from "../../../../cli/review/html/markup.ts";
import { style } from "../../../../cli/review/html/style.ts";

test("a text is escaped wherever it is put", () => {
  const text = `<b a="1" b='2'>&amp;</b>`;
  const escaped = "&lt;b a=&quot;1&quot; b=&#39;2&#39;&gt;&amp;amp;&lt;/b&gt;";
  expect(html`<p title="${text}">${[text, [text]]}</p>`.toString()).toBe(
    `<p title="${escaped}">${escaped}${escaped}</p>`,
  );
});

test("markup is put into markup as it is", () => {
  expect(html`<ul>${["a", "<"].map((text) => html`<li>${text}</li>`)}</ul>`.toString()).toBe(
    "<ul><li>a</li><li>&lt;</li></ul>",
  );
});

test("what is not there leaves nothing", () => {
  expect(html`<p>${undefined}${false}${[]}${0}</p>`.toString()).toBe("<p>0</p>");
});

test("an object that looks like markup is escaped", () => {
  const forged = JSON.parse('["<script>"]');
  expect(html`${forged}`.toString()).toBe("&lt;script&gt;");
});

test("what nobody would see is shown", () => {
  expect(escapeText("a\u202eb\u0000c\u200bd\ue000\u{e0041}\ud800")).toBe(
    "a⟦U+202E⟧b⟦U+0000⟧c⟦U+200B⟧d⟦U+E000⟧⟦U+E0041⟧\ufffd",
  );
});

test("line breaks, tabs and joined emoji stay as they are", () => {
  expect(escapeText("a\n\tb 👩‍🚀")).toBe("a\n\tb 👩‍🚀");
});

const meaningful = /[<>"']|&(?!(amp|lt|gt|quot|#39);)/;
const invisible = /(?![\n\t\u200c\u200d])[\p{Cc}\p{Cf}]/u;

test("no escaped text holds a character that means something in a page, or one that cannot be seen", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (text) => {
      const escaped = escapeText(text);
      expect(escaped).not.toMatch(meaningful);
      expect(escaped).not.toMatch(invisible);
    }),
  );
});

test("the style has nothing that would be escaped", () => {
  expect(escapeText(style)).toBe(style);
});

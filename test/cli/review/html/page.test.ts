import fc from "fast-check";
import { expect, test } from "vitest";
import { documentOf } from "../../../../cli/review/blocks/document.ts";
import type { Review } from "../../../../cli/review/facts/review.ts";
import { page as pageOf } from "../../../../cli/review/html/page.ts";
import { lineOf, someChange, someEnd, someFinding, someRoute } from "../some-review.ts";
import { hostileWith } from "./support/hostile.ts";
import { empty, sample } from "./support/sample.ts";

const page = (review: Review) => pageOf(documentOf(review));

/** The elements and attributes of a page, without their values. */
function tagsOf(text: string): string[] {
  return [...text.matchAll(/<[!/]?[^\s>]+(?:\s[^>]*)?>/g)].map(([tag]) => tag.replaceAll(/"[^"]*"/g, '""'));
}

function repeated(count: number): Review {
  const copies = <T>(each: (at: number) => T) => Array.from({ length: count }, (_, at) => each(at));
  return {
    ...sample,
    changes: copies((at) => someChange(`n${at}`)),
    findings: copies((at) => someFinding("route-lost", `n${at}`)),
    routes: copies((at) => someRoute(`r${at}`, { moved: true, after: someEnd("model", `model-${at}`) })),
  };
}

test("the page has all that the review says", () => {
  const shown = page(sample)
    .replaceAll(/<[^>]*>/g, "")
    .replaceAll("&#39;", "'")
    .replaceAll("&quot;", '"');
  const said = [
    ...sample.headline,
    ...sample.findings.map(({ reason }) => reason),
    ...sample.changes.flatMap(({ name, notes }) => [name, ...notes]),
    ...sample.routes.map(({ incoming }) => incoming),
    ...sample.needs.scopes,
    ...sample.needs.irreversible,
    ...sample.caveats,
    "in two sentences at most",
    "classify → answer",
    "whether a secret stays",
    "500",
  ];
  expect(said.filter((words) => !shown.includes(words.replaceAll("`", "")))).toEqual([]);
});

test("a review of nothing says so, without a routing to look at", () => {
  const text = page(empty);
  expect(text).toContain("Nothing changes");
  expect(text).not.toContain("<svg");
});

test("a name that is taken only after the up is among the routes that change", () => {
  const routes = sample.routes.map((route) => ({ ...route, moved: false }));
  const text = page({ ...sample, routes });
  const [changed = "", kept = ""] = [...text.matchAll(/<tbody>(.*?)<\/tbody>/gs)].map(([, rows]) => rows);
  expect([changed, kept].map((rows) => rows.split("<tr>").length - 1)).toEqual([4, 5]);
  expect(text).toContain("5 other routes stay as they are");
});

test("a page is the same for the same review", () => {
  expect(page(sample)).toBe(page(structuredClone(sample)));
});

test("no text of an object adds an element or an attribute", () => {
  const plain = tagsOf(page(hostileWith("x".repeat(40)))).filter((tag) => !isDrawn(tag));
  const text = fc.oneof(
    fc.constantFrom(
      `</style><script>alert(1)</script>`,
      `"><img src=x onerror=alert(1)>`,
      `' onload='alert(1)`,
      "<!--",
      "]]>",
      "&lt;b&gt;",
      "</title></svg>",
      "\u0000<b>",
      "__proto__",
    ),
    fc.string({ unit: "binary" }),
  );
  fc.assert(
    fc.property(text, (hostile) => {
      expect(tagsOf(page(hostileWith(hostile))).filter((tag) => !isDrawn(tag))).toEqual(plain);
    }),
    { numRuns: 15 },
  );
});

/** What of the drawing, and of marked words, depends on how texts are split. */
function isDrawn(tag: string): boolean {
  return /^<\/?(path|ins|del|code)\b/.test(tag);
}

test("what a page says and what it refers to is in it: no address leads elsewhere", () => {
  const text = page(sample);
  const ids = new Set([...text.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id));
  const links = [...text.matchAll(/ (?:href|src|action|xlink:href)="([^"]*)"/g)].map(
    ([, link]) => link ?? "",
  );
  expect(links.length).toBeGreaterThan(5);
  expect(links.filter((link) => !link.startsWith("#") || !ids.has(link.slice(1)))).toEqual([]);
  expect(text).not.toMatch(/url\(|@import|<script|<link|style="/);
});

test("the headings of a page go down one step at a time", () => {
  const levels = [...page(sample).matchAll(/<h([1-6])/g)].map(([, level]) => Number(level));
  expect(levels[0]).toBe(1);
  expect(levels.filter((level, at) => level > (levels[at - 1] ?? 0) + 1)).toEqual([]);
});

test("the page of 2,000 changes is bounded, and says what it leaves out", () => {
  const text = page(repeated(2_000));
  expect(text.length).toBeLessThan(6_000_000);
  expect(text).toContain("1995 more findings");
  expect(text).toContain("Not drawn:");
  expect([...text.matchAll(/<g class="box/g)].length).toBeLessThan(120);
});

test("the page of endless texts is bounded", () => {
  expect(page(hostileWith("<".repeat(100_000))).length).toBeLessThan(6_000_000);
  const lines = Array.from({ length: 400 }, () => lineOf("+", ["word ".repeat(100)]));
  const fields = [{ is: "text", name: "content", lines }] as const;
  const changes = Array.from({ length: 2_000 }, () => someChange("tone", { kind: "Prompt", fields }));
  const text = page({ ...sample, changes });
  expect(text.length).toBeLessThan(6_000_000);
  expect(text).toMatch(/Not shown: \d+ lines that come\. The program has all of it\./);
});

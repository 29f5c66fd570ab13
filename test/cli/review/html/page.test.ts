import fc from "fast-check";
import { expect, test } from "vitest";
import type { Review } from "../../../../cli/review/facts/review.ts";
import { page } from "../../../../cli/review/html/page.ts";
import { hostileWith } from "./support/hostile.ts";
import { empty, sample } from "./support/sample.ts";

/** The elements and attributes of a page, without their values. */
function tagsOf(text: string): string[] {
  return [...text.matchAll(/<[!/]?[^\s>]+(?:\s[^>]*)?>/g)].map(([tag]) => tag.replaceAll(/"[^"]*"/g, '""'));
}

function repeated(count: number): Review {
  const copies = <T>(all: readonly T[], each: (one: T, at: number) => T) =>
    Array.from({ length: count }, (_, at) => all[at % all.length]).flatMap((one, at) =>
      one === undefined ? [] : [each(one, at)],
    );
  return {
    ...sample,
    changes: copies(sample.changes, (change, at) => ({
      ...change,
      urn: `${change.urn}-${at}`,
      name: `n${at}`,
    })),
    findings: copies(sample.findings, (finding, at) => ({ ...finding, name: `n${at}` })),
    routes: copies(sample.routes, (route, at) => ({ ...route, incoming: `${route.incoming}-${at}` })),
  };
}

test("the page has all that the review says", () => {
  const text = page(sample);
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
    "another secret",
    "500",
  ];
  expect(said.filter((words) => !text.includes(words.replaceAll('"', "&quot;")))).toEqual([]);
});

test("a review of nothing says so, without a routing to look at", () => {
  const text = page(empty);
  expect(text).toContain("Nothing changes.");
  expect(text).not.toContain("<svg");
});

test("a name that is taken only after the up is among the routes that change", () => {
  const routes = sample.routes.map((route) => ({ ...route, moved: false }));
  const text = page({ ...sample, routes });
  expect(text).toContain("Routes that change (3)");
  expect(text).toContain("Routes that stay (6)");
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
  expect(text).toContain("more findings are left out here");
  expect(text).toContain("Not drawn:");
  expect([...text.matchAll(/<g class="box/g)].length).toBeLessThan(120);
});

test("the page of endless texts is bounded", () => {
  expect(page(hostileWith("<".repeat(100_000))).length).toBeLessThan(3_000_000);
  const prompt = sample.changes.filter(({ kind }) => kind === "Prompt");
  const changes = Array.from({ length: 2_000 }, () => prompt).flat();
  const lines = Array.from({ length: 400 }, () => ({
    sign: "+" as const,
    parts: [{ text: "word ".repeat(100), marked: true }],
  }));
  const long = changes.map((change) => ({
    ...change,
    fields: [{ is: "text" as const, name: "content", lines }],
  }));
  const text = page({ ...sample, changes: long });
  expect(text.length).toBeLessThan(4_000_000);
  expect(text).toMatch(/\d+ more changes, the least important, left out here/);
});

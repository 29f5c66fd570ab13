import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import fc from "fast-check";
import { expect, onTestFinished, test } from "vitest";
import { documentOf } from "../../../../cli/review/document/document.ts";
import { headlineOf } from "../../../../cli/review/document/headline.ts";
import { page as pageOf, sanitizedHtml } from "../../../../cli/review/document/page.ts";
import type { Review } from "../../../../cli/review/facts/review.ts";
import { paths } from "../../../harness/paths.ts";
import { elementsOf, hostileText } from "../markdown/hostile-text.ts";
import { someChange, someEnd, someFinding, someRoute } from "../some-review.ts";
import { sample, withTexts } from "./sample.ts";

/** The sample with a text added to every text of an object in it. */
const hostileWith = (text: string) => withTexts((own) => `${own} ${text}`);

const page = (review: Review) => pageOf(documentOf(review));

const frame = ["#documentType", "html", "head", "meta", "title", "style", "body", "main", "h1", "footer"];
const text =
  "h2 h3 h4 p ul li table thead tbody tr th td details summary sub sup del ins code pre strong em span";
const drawn = "figure svg g polygon polyline ellipse path text";
const known = new Set([...frame, ...text.split(" "), ...drawn.split(" ")]);
const harmless =
  /^(?:class|role|aria-label|width|height|viewBox|transform|points|c[xy]|r[xy]|d|text-anchor|x|y|lang|charset|content|http-equiv|name)$/;

function expectHarmless(html: string): void {
  const strangers = elementsOf(html).filter(
    ({ name, attributes }) => !known.has(name) || attributes.some((each) => !harmless.test(each)),
  );
  expect(strangers).toEqual([]);
}

test("the page contains everything in the review, and the routing as a graph", async () => {
  const html = await page(sample);
  const shown = html
    .replaceAll(/<[^>]*>|&#8203;|\u200b/g, "")
    .replace(/&#(\d+);/g, (_, code) => String.fromCodePoint(Number(code)));
  const said = [
    ...headlineOf(sample),
    ...sample.findings.map(({ reason }) => reason),
    ...sample.changes.flatMap(({ name, notes }) => [name, ...notes]),
    ...sample.routes.map(({ incoming }) => incoming),
    ...sample.needs.scopes,
    ...sample.needs.irreversible,
    ...sample.caveats,
    "Answer in two sentences at most",
    "3 other routes stay unchanged",
  ];
  expect(said.filter((words) => !shown.includes(words.replaceAll("`", "")))).toEqual([]);
  expect(html).toMatch(/<figure><svg role="img" aria-label="Routing of support" [^>]*viewBox="/i);
  expect(html).toContain('<g class="edge before">');
  expect(html).toMatch(/<span class="plus">\+ /);
  expectHarmless(html);
  expect(await page(structuredClone(sample))).toBe(html);
});

test("the built command writes a page", () => {
  const file = path.join(mkdtempSync(path.join(tmpdir(), "page-")), "page.html");
  onTestFinished(() => rmSync(path.dirname(file), { recursive: true }));
  const [bin, preview] = ["cli/bin.js", "test/cli/review/previews/team.json"].map((each) =>
    path.join(paths.root, each),
  );
  execFileSync(process.execPath, [bin ?? "", "review", "--offline", "--html", file, preview ?? ""], {
    stdio: "pipe",
  });
  expect(readFileSync(file, "utf8")).toMatch(/<svg .*<span class="plus">/s);
});

test("a page runs no script and loads nothing, and its policy allows only its own style", async () => {
  const html = await page(sample);
  const [, policy] = /http-equiv="Content-Security-Policy" content="([^"]*)"/.exec(html) ?? [];
  const [, style = ""] = /<style>(.*?)<\/style>/s.exec(html) ?? [];
  const digest = createHash("sha256").update(style).digest("base64");
  expect(policy).toBe(
    `default-src 'none'; style-src 'sha256-${digest}'; base-uri 'none'; form-action 'none'`,
  );
  expect(html).not.toMatch(/url\(|@import|<script|<link|style="|href=|src=/);
  expect(style).toContain("prefers-color-scheme: dark");
  expect(style).toContain("@media print");
});

test("hostile text anywhere in a review adds no element", async () => {
  const count = (html: string) => Object.groupBy(elementsOf(html), ({ name }) => name);
  const plain = count(await page(hostileWith("x")));
  await fc.assert(
    fc.asyncProperty(hostileText, async (hostile) => {
      const html = await page(hostileWith(hostile));
      expectHarmless(html);
      for (const name of ["h2", "h3", "tr", "td", "figure", "svg", "details"] as const) {
        expect([name, count(html)[name]?.length]).toEqual([name, plain[name]?.length]);
      }
    }),
    { numRuns: 25 },
  );
});

test.each([
  "<script>alert(1)</script>",
  "[click](javascript:alert(1)) and <https://example.com>, www.example.com",
  "<p onclick='alert(1)' style='background:url(//x)' id=x>a</p><details open ontoggle=alert(1)>b</details>",
  "<svg><path d='M0 0' fill='url(//x)' style='x:y'/><style>*{}</style><title><img src=x onerror=alert(1)></title></svg>",
  "<math><mtext><table><mglyph><style><!--</style><img title='--&gt;&lt;img src=1 onerror=alert(1)&gt;'>",
  "<scr<script>ipt>alert(1)</scr</script>ipt> <<b>img src=x onerror=alert(1)//<!-- a --> <![CDATA[<script>]]>",
  "```\n</code></pre><script>alert(1)</script>\n```\n\n`</code><script>alert(1)</script>`",
])("only harmless elements of the hostile Markdown %j get into a page", (hostile) => {
  const html = sanitizedHtml(hostile);
  expectHarmless(`<!doctype html><body>${html}`);
});

test("a page with 500 changes and very long texts is limited and says what it omits", async () => {
  const copies = <T>(each: (at: number) => T) => Array.from({ length: 500 }, (_, at) => each(at));
  const after = Array.from({ length: 60 }, () => "word ".repeat(100)).join("\n");
  const html = await page({
    ...sample,
    changes: copies((at) => someChange(`n${at}`, { fields: [{ is: "text", name: "content", after }] })),
    findings: copies((at) => someFinding("route-lost", `n${at}`)),
    routes: copies((at) => someRoute(`r${at}`, { moved: true, after: someEnd("model", `model-${at}`) })),
  });
  expect(html.length).toBeLessThan(7_000_000);
  expect(html).toContain("495 more findings");
  expect(html).toContain("480 more routes in the table");
  expect(html).toMatch(/Not shown: \d+ added lines\. See the program for the full text\./);
});

import fc from "fast-check";
import { expect, test } from "vitest";
import { asLine, fitRows } from "../../../../cli/review/document/block.ts";
import { documentOf } from "../../../../cli/review/document/document.ts";
import { markdown as markdownOf } from "../../../../cli/review/document/markdown.ts";
import type { FieldChange, ObjectChange, Review } from "../../../../cli/review/facts/review.ts";
import { defined } from "../../../../provider/text/json.ts";
import { withTexts } from "../html/sample.ts";
import { someChange, someEnd, someFinding, someReview, someRoute } from "../some-review.ts";
import { hostileText } from "./hostile-text.ts";
import { faultsOf, readMarkdown } from "./strict-reader.ts";

const longestComment = 65_536;
const quiet = someReview();
const markdown = (review: Review) => markdownOf(documentOf(review));

/** The sample with hostile texts in every place. */
const hostileReview = fc.array(hostileText, { minLength: 1, maxLength: 60 }).map((texts) => {
  let at = 0;
  const review = withTexts(() => texts[at++ % texts.length] ?? "");
  // The names of workspaces are told where there are several.
  return { ...review, workspaces: { ...review.workspaces, other: "Other" } };
});

test("a comment contains only our markup and fits the size limit, whatever objects contain", () => {
  fc.assert(
    fc.property(hostileReview, (review) => {
      const comment = markdown(review);
      expect(faultsOf(readMarkdown(comment.trimEnd()))).toEqual([]);
      expect(comment.length).toBeLessThanOrEqual(longestComment);
    }),
    { numRuns: 300 },
  );
});

test("a comment begins with the hidden marker of its stack", () => {
  const hostile = markdown(someReview({ stack: "--> @octocat\n<b>" }));
  expect(hostile.split("\n")[0]).toBe("<!-- workspace-gateway review: shop/--___octocat__b_ -->");
});

test("the omitted part of a line is counted, however often it is cut", () => {
  const caveats = Array.from({ length: 10 }, (_, at) => `Note ${at}.`);
  expect(markdown(someReview({ caveats }))).toContain("Note 7. 2 more notes.");
  const list = Array.from({ length: 5 }, (_, at) => `\`${at}${"x".repeat(200)}\``).join(", ");
  expect(asLine(`${list} and 3 more move to \`a\`.`).slice(1)).toEqual([
    ", … and 3 more move to ",
    { look: "code", text: "a" },
    ".",
  ]);
  const same = { sign: "~", parts: [], count: 50 } as const;
  expect(fitRows({ rows: [same] }, () => ["50 unchanged lines"], 0, "").rest).toContain("50 unchanged lines");
});

test("a review that the guard refuses says so, even if nothing changes", () => {
  const section = [{ title: "Refused by the guard", blocks: [] }];
  const comment = markdownOf(documentOf(quiet, { passes: false, has: () => false, section }));
  expect(comment).toContain("## ⛔ Refused by the guard");
  expect(comment).toContain("### Refused by the guard");
});

const commentOf = (fields: FieldChange[], ...others: ObjectChange[]) =>
  markdown(someReview({ changes: [someChange("tone", { fields }), ...others] }));

/** The change of a text: its lines, each with the sign of those that go, come or stay. */
function textOf(...lines: string[]): FieldChange[] {
  const side = (...signs: string[]) => lines.filter((line) => signs.some((sign) => line.startsWith(sign)));
  const [before, after] = [side("-", " "), side("+", " ")].map((some) =>
    some.length === 0 ? undefined : some.map((line) => line.slice(1)).join("\n"),
  );
  return [{ is: "text", name: "content", ...defined({ before, after }) }];
}

function updates(count: number, length: number): ObjectChange[] {
  const fields = textOf(`+${"word ".repeat(length / 5)}`);
  return Array.from({ length: count }, (_, index) => someChange(`model-${index}`, { fields }));
}

test.each([
  [1, 500_000],
  [5000, 10],
])("%i changes with texts of %i characters fit in one comment", (count, length) => {
  const changes = updates(count, length);
  const findings = changes.map(({ name }) =>
    someFinding("access-removed", name, { reason: `${name} ${"x".repeat(1000)}` }),
  );
  const caveats = changes.map(({ name }) => `${name} ${"y".repeat(length)}`);
  const needs = { ...quiet.needs, irreversible: caveats, scopes: caveats };
  const comment = markdown(someReview({ changes, drift: changes, findings, caveats, needs }));
  expect(comment.length).toBeLessThanOrEqual(longestComment);
  expect(comment).toContain("`model-0`");
});

test("omitted changes are counted by operation, and the count is complete", () => {
  const comment = markdown(someReview({ changes: updates(5000, 10) }));
  const shown = comment.match(/^- \*\*Updated\*\*/gm)?.length ?? 0;
  const [, left = ""] = /Omitted because of the size limit: (\d+) more updates\./.exec(comment) ?? [];
  expect(shown).toBeGreaterThan(300);
  expect(shown + Number(left)).toBe(5000);
});

test("the first twenty of many changes are open, and the others are folded by workspace", () => {
  const places = { w1: "Support desk", w2: "Sales" };
  const changes = updates(60, 400).map((change, at) => ({
    ...change,
    workspace: at % 2 === 0 ? "w1" : "w2",
  }));
  const comment = markdown(someReview({ changes, workspaces: places }));
  const [open = "", support = "", sales = "", ...more] = comment.split("<details><summary>");
  expect(more).toHaveLength(1);
  expect(open.match(/`model-\d+` in “(Sales|Support desk)”/g)).toHaveLength(20);
  expect(support).toMatch(/^Support desk: 20 updates<\/summary>/);
  expect(sales).toMatch(/^Sales: 20 updates<\/summary>/);
  expect(support).not.toContain("in “");
  const folded = [support, sales].map((text) =>
    [...text.matchAll(/`model-(\d+)`/g)].map(([, at]) => Number(at)),
  );
  expect(folded.map((all) => new Set(all.map((at) => at % 2)))).toEqual([new Set([0]), new Set([1])]);
  expect(folded.map(({ length }) => length)).toEqual([20, 20]);
});

test("a workspace with more than twenty changes is folded by kind", () => {
  const changes = updates(70, 10).map((change, at) => ({
    ...change,
    kind: at < 45 ? "Model" : "Prompt",
    workspace: "w1",
  }));
  const comment = markdown(someReview({ changes }));
  expect([...comment.matchAll(/<summary>(\w+: .*?)<\/summary>/g)].map(([, title]) => title)).toEqual([
    "models: 25 updates",
    "prompts: 25 updates",
  ]);
});

test("a fully rewritten prompt shows the start and end of both texts, and says where the rest is", () => {
  const text = (word: string, sign: "-" | "+") =>
    Array.from({ length: 900 }, (_, at) => `${sign}${word} ${at} ${"x".repeat(60)}`);
  const fields = textOf(...text("old", "-"), ...text("new", "+"));
  const comment = commentOf(fields, someChange("gpt"));
  const count = (pattern: RegExp) => comment.match(pattern)?.length ?? 0;
  const [old, now] = [count(/^ {2}- old /gm), count(/^ {2}\+ new /gm)];
  expect(comment.length).toBeGreaterThan(longestComment * 0.8);
  expect(Math.abs(old - now)).toBeLessThan(10);
  expect(comment).toContain(
    `**Not shown: ${900 - old} removed lines, ${900 - now} added lines. The page that &#96;--html&#96; writes shows everything.**`,
  );
  expect(comment).toMatch(/^ {2}- old 899 /m);
  expect(comment).toMatch(new RegExp(`\\n {2}@@ ${900 - now} lines omitted @@\\n {2}\\+ new \\d+ `));
  expect(comment).toMatch(/^ {2}\+ new 899 /m);
  expect(comment).toContain("**Updated** model `gpt`: `inputCost` 2 → 1");
});

test("a prompt of 180,000 characters in one line shows its end", () => {
  const fields = textOf(`+Be kind. ${"word ".repeat(36_000)}Obey eve.`);
  const comment = commentOf(fields);
  expect(comment).toContain("+ Be kind. word");
  expect(comment).toContain("Obey eve.");
  expect(comment).toContain("Not shown: 1 added line.");
});

test("a pattern of 2,000 characters shows its end and its target model", () => {
  const after = someEnd("model", "partner/large");
  const route = someRoute(`${"x".repeat(2_000)}gpt-4.`, { moved: true, isPattern: true, after });
  const comment = markdown(someReview({ changes: [someChange()], routes: [route] }));
  expect(comment).toMatch(/`x+…x+gpt-4\.`.*`partner\/large`/);
});

test.each([
  ["Be brief.\nBe kind.\n", "Be brief.\r\nBe kind.\r\n", "Only line endings differ.", "+ Be kind.␍"],
  ["Be brief.\nBe kind.", "Be brief.\nBe kind.\n", "Only line endings differ.", "+"],
  ["Be brief.\nBe kind.", "Be brief.  \nBe kind.", "Only whitespace differs.", "+ Be brief.··"],
  ["Be brief.\nBe kind.", "Be brief.\n\tBe kind.", "Only whitespace differs.", "+ ⇥Be kind."],
  ["Be brief.\nBe kind.", "Be\tbrief.\nBe kind.", "Only whitespace differs.", "+ Be⇥brief."],
])("a text in which only whitespace differs shows the difference: %j to %j", (before, after, words, row) => {
  const fields: FieldChange[] = [{ is: "text", name: "content", before, after }];
  const comment = commentOf(fields);
  expect(comment).toContain(words);
  expect(comment.split("\n").map((line) => line.trim())).toContain(row);
  expect(comment).not.toContain("Reworded");
});

test("a reworded long line shows the words around the change", () => {
  const long = "word ".repeat(100);
  const fields = textOf(`-${long}old${long}`, `+${long}new${long}`);
  const comment = commentOf(fields);
  expect(comment).toMatch(
    /\n {2}- … (?:word ){7}oldword (?:word )+…\n {2}\+ … (?:word ){7}newword (?:word )+…\n/,
  );
});

test("a finding in three workspaces is one line that names the resources and the workspaces", () => {
  const places = ["Support", "Sandbox", "Lab"];
  const reason = "`gpt-4` now resolves to `azure/gpt-4` (was `openai/gpt-4`).";
  const changes = places.map((place) => someChange(`front-${place}`, { kind: "Mapping", workspace: place }));
  const shown = (name: (change: ObjectChange) => string) =>
    markdown(
      someReview({
        changes,
        workspaces: Object.fromEntries(places.map((place) => [place, place])),
        findings: changes.map((change) =>
          someFinding("route-moved", name(change), { urn: change.urn, reason }),
        ),
      }),
    )
      .split("\n")
      .filter((line) => line.includes("now resolves to"));
  const where = "In “Support”, “Sandbox”, “Lab”.";
  expect(shown(({ name }) => name)).toEqual([
    `- 🔴 \`front-Support\`, \`front-Sandbox\`, \`front-Lab\`: ${reason} ${where} <sub>route-moved</sub>`,
  ]);
  expect(shown(() => "front")).toEqual([`- 🔴 \`front\`: ${reason} ${where} <sub>route-moved</sub>`]);
});

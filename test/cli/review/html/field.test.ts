import { createHash } from "node:crypto";
import fc from "fast-check";
import { expect, test } from "vitest";
import { documentOf } from "../../../../cli/review/blocks/document.ts";
import { momentsOf } from "../../../../cli/review/facts/setups.ts";
import { packed, unpacked } from "../../../../cli/review/html/field/packed.ts";
import { page } from "../../../../cli/review/html/page.ts";
import { answerFor, answerWords, type Moments } from "../../../../cli/routing/explain.ts";
import { kinds } from "../../../../provider/every-kind.ts";
import { names, setups } from "../../routing/arbitrary.ts";
import { mapping, model, setup } from "../../routing/support.ts";
import { planOf } from "../facts/support/preview.ts";
import { gpt, openai, resource, team } from "../facts/support/stack.ts";
import { empty } from "./support/sample.ts";

const document = documentOf(empty);

/** Exact names and patterns of texts with anything between them. */
const simple: Moments = {
  after: setup(
    [model("openai/gpt")],
    [mapping("exact", "a", "openai/gpt"), mapping("dots", "gpt-.*", "openai/gpt", { isPattern: true })],
  ),
};

const needing: Moments = {
  after: setup([model("openai/gpt")], [mapping("wild", "gpt-*", "openai/gpt", { isPattern: true })]),
};

test("what stands in a page answers as the account does, for any name", () => {
  fc.assert(
    fc.property(setups, setups, names, fc.boolean(), (before, after, name, isOne) => {
      const moments = isOne ? { after } : { before, after };
      const inPage = unpacked(JSON.parse(JSON.stringify(packed(moments))));
      for (const workspace of ["one", "two"]) {
        expect(answerWords(answerFor(inPage, workspace, name))).toEqual(
          answerWords(answerFor(moments, workspace, name)),
        );
      }
    }),
    { numRuns: 500 },
  );
});

test("what a change leaves as it is stands in a page once", () => {
  const { models, mappings } = packed({ before: simple.after, after: simple.after });
  expect([models.length, mappings.length]).toEqual([1, 2]);
});

test("the policy lets in the one script of the page, and nothing else runs", () => {
  const text = page(document, { moments: simple });
  const [, script = ""] =
    /<script id="ask-script" type="text\/javascript">(.*)<\/script>\n<\/body>/s.exec(text) ?? [];
  const digest = createHash("sha256").update(script).digest("base64");
  const [, policy] = /Content-Security-Policy" content="([^"]*)"/.exec(text) ?? [];
  expect(script.length).toBeGreaterThan(5_000);
  expect(policy).toMatch(/^default-src &#39;none&#39;; style-src &#39;sha256-[^;]+&#39;;/);
  expect(policy).toContain(
    `script-src &#39;sha256-${digest}&#39;; base-uri &#39;none&#39;; form-action &#39;none&#39;`,
  );
  expect(text.match(/<script/g)).toHaveLength(2);
});

test("the engine for patterns is in a page only if one of them needs it", () => {
  const [light, heavy] = [simple, needing].map((moments) => page(document, { moments }).length);
  const plain = page(document).length;
  expect((light ?? 0) - plain).toBeLessThan(20_000);
  expect((heavy ?? 0) - plain).toBeGreaterThan(100_000);
  expect((heavy ?? 0) - plain).toBeLessThan(175_000);
});

test("without models and mappings there is no field, and without scripts nothing of it is seen", () => {
  const none = page(document, { moments: { after: setup([], []) } });
  expect(none).toBe(page(document));
  const text = page(document, { moments: simple });
  const shown = text
    .replace(/<section class="live".*?<\/section>\n/s, "")
    .replaceAll(/<script.*?<\/script>/gs, "")
    .replace(/ script-src .*?; (?=base-uri)/, " ");
  expect(shown.replaceAll(/\s+/g, " ")).toBe(none.replaceAll(/\s+/g, " "));
});

test("an account that is too large for a page has a line that says who answers", () => {
  const many = Array.from({ length: 12_000 }, (_, at) =>
    mapping(`mapping-${at}`, `name-${at}`, `openai/model-${at}`, { priority: at }),
  );
  const text = page(document, { moments: { after: setup([], many) } });
  expect(text).toContain("workspace-gateway route");
  expect(text).not.toContain("<script");
});

test("no secret stands in a page, and no more of an account than routes need", () => {
  const plan = planOf(
    team.same(),
    openai.with({ apiKey: "[secret]", baseUrl: "https://ada:hunter2@api.example/v1?key=abc" }).same(),
    gpt.same({ gatewayName: "openai/gpt" }),
    resource("Mapping", "covered", { sourceName: "[secret]" }).same(),
  );
  const text = page(document, { moments: momentsOf(plan, kinds) });
  const [, data = ""] = /<script id="ask-data"[^>]*>(.*?)<\/script>/s.exec(text) ?? [];
  expect(JSON.parse(data)).toMatchObject({
    models: [{ host: "api.example" }],
    mappings: [{ name: "covered" }],
  });
  expect(data).not.toMatch(/secret|apiKey|hunter2|abc|urn:/);
});

test("no text of an object ends the data of a page", () => {
  const hostile = fc.oneof(
    fc.constantFrom("</script><script>alert(1)</script>", "<!--", "<script", "\u2028", "__proto__", "]]>"),
    fc.string({ unit: "binary" }),
  );
  fc.assert(
    fc.property(hostile, (text) => {
      const after = setup([model(text)], [mapping(text, text, text)]);
      const shown = page(document, { moments: { after } });
      expect(shown.match(/<\/?script/g)).toHaveLength(4);
      const [, data = ""] = /<script id="ask-data"[^>]*>(.*?)<\/script>/s.exec(shown) ?? [];
      expect(JSON.parse(data).mappings[0].sourceName).toBe(text);
    }),
    { numRuns: 30 },
  );
});

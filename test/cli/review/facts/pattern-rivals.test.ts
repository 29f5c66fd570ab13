import { describe, expect, test } from "vitest";
import { checkExpectations } from "../../../../cli/expectations/check.js";
import { readExpectations } from "../../../../cli/expectations/format.js";
import { documentOf } from "../../../../cli/review/document/document.js";
import { markdown } from "../../../../cli/review/document/markdown.js";
import { momentsOf, resourcesOf } from "../../../../cli/review/facts/resources.js";
import { explain } from "../../../../cli/routing/explain.js";
import { findRoute } from "../../../../cli/routing/route.js";
import { openOrder, openSigns } from "../../../../cli/routing/semantics.js";
import { kinds } from "../../../../provider/every-kind.js";
import type { Values } from "../../../../provider/spec/values.js";
import { type PreviewStep, planOf, review, unknown } from "./support/preview.ts";
import { gpt, openai, resource, team } from "./support/stack.ts";

const settled = { enabled: true, priority: 10, isPattern: true };
const four = resource("Mapping", "four", { ...settled, sourceName: "gpt-4.*" });
const others = ["claude-3.*", "o1", "o3"].map((sourceName) =>
  resource("Mapping", sourceName, {
    ...settled,
    sourceName,
    isPattern: sourceName.includes("*"),
  }).same(),
);

/** A stack with a pattern, other mappings, and a provider elsewhere. */
const stack = [
  team.same(),
  openai.same(),
  gpt.same({ gatewayName: "openai/gpt" }),
  resource("ModelProvider", "other", { name: "other", baseUrl: "https://elsewhere.example" }).same(),
  resource("Model", "mini", { providerId: "other-id", name: "mini" }).same({ gatewayName: "other/mini" }),
  ...others,
];

const fresh = (values: Values) =>
  resource("Mapping", "fresh", { ...settled, priority: 1, targetModel: "other/mini", ...values }).created();

const movesIn = (...steps: readonly PreviewStep[]) => {
  const { routes, risk, findings } = review(...stack, ...steps);
  return {
    risk,
    moved: routes.filter(({ moved }) => moved),
    rules: findings.filter((finding) => finding.risk === risk).map(({ rule }) => rule),
  };
};

test.each([
  "gpt-[4].*",
  "(?i)gpt-4.*",
  "(a+)+$|gpt-4.*",
  "[g]pt-4.*",
  "g.t-4.*",
  "gpt-(4|5).*",
  "[[:alpha:]]pt-\\d.*",
  "\\Qgpt-4\\E.*",
  "\\Agpt-4\\pL\\z",
  "(?P<family>gpt)-4.+",
  "\\bgpt\\b.*",
  "g{1}pt-4o?",
  "gpt-4?",
  "*4o",
])("the new pattern %s in front of gpt-4.* moves its route, with an example", (sourceName) => {
  const { moved, risk, rules } = movesIn(four.same(), fresh({ sourceName }));
  const route = moved.find(({ incoming }) => incoming === "gpt-4.*");
  expect(route).toMatchObject({ before: { by: "four" }, after: { by: "fresh", model: "other/mini" } });
  expect(route?.example).toBeTypeOf("string");
  expect([risk, rules]).toEqual(["high", ["route-to-new-host"]]);
  const { before, after } = momentsOf(
    resourcesOf(planOf(...stack, four.same(), fresh({ sourceName })), kinds),
  );
  expect([before, after].map((at) => explain(at, "team-id", route?.example ?? "").end.by)).toEqual([
    "four",
    "fresh",
  ]);
});

test("a new pattern of the very same names moves the whole route", () => {
  const { moved, rules } = movesIn(four.same(), fresh({ sourceName: "gpt\\-4.*" }));
  expect(moved.find(({ incoming }) => incoming === "gpt-4.*")?.after).toMatchObject({ by: "fresh" });
  expect(rules).toEqual(["route-to-new-host"]);
});

test("a comment has an example of what moves, and only what does not move stays", () => {
  const long = `(?:${"x".repeat(1_900)}|gpt-4o)`;
  const comment = markdown(documentOf(review(...stack, four.same(), fresh({ sourceName: long }))));
  expect(comment).toContain(
    "| `gpt-4.*` (pattern, such as `gpt-4o`) | `openai/gpt` by `four` | `other/mini` by `fresh` |",
  );
  expect(comment).toContain("| `gpt-4.*` (pattern, other names) | `openai/gpt` | `openai/gpt` |");
  expect(comment).toMatch(/<code>\(\?:x+…x+&#124;gpt-4o\)<\/code> \(pattern, such as `gpt-4o`\)/);
  expect(comment).toContain("5 other routes stay as they are.");
});

test.each<[string, Values]>([
  ["that matches other names", { sourceName: "gpt-[5].*" }],
  ["that comes later", { sourceName: "gpt-[4].*", priority: 50 }],
  ["with the same target", { sourceName: "gpt-[4].*", targetModel: "openai/gpt" }],
  ["that matches nothing but names with mappings of their own", { sourceName: "o[13]", priority: 50 }],
  ["that matches nothing", { sourceName: "gpt-4$.+" }],
])("a new pattern %s moves no route", (_what, values) => {
  expect(movesIn(four.same(), fresh(values)).moved).toEqual([]);
});

test.each<[string, Values]>([
  ["cannot be read", { sourceName: "(?!o1).*" }],
  ["cannot be read and has the same priority", { sourceName: "(?!o1).*", priority: 10 }],
  ["refers to a group", { sourceName: "(gpt)-4\\1" }],
  ["is too long", { sourceName: `${"a".repeat(2000)}|gpt-4.*` }],
  ["has too many states to compare", { sourceName: ".*4.{40}.*[a-f].{50}" }],
])("a new pattern that %s may move every route that it comes before", (_what, values) => {
  const { moved, risk, rules } = movesIn(four.same(), fresh(values));
  expect(moved.map(({ incoming }) => incoming)).toContain("gpt-4.*");
  expect(moved.find(({ incoming }) => incoming === "gpt-4.*")).toMatchObject({
    after: { is: "unknown", byUrn: expect.stringContaining("fresh") },
  });
  expect([risk, rules]).toEqual(["high", expect.arrayContaining(["target-unknown"])]);
});

const every = ["claude-3.*", "gpt-4.*", "o1", "o3", "openai/gpt"];

test.each<[string, Values, readonly string[]]>([
  ["name", { sourceName: unknown, isPattern: true, priority: -5 }, every],
  ["name, which is no pattern,", { sourceName: unknown, isPattern: false, priority: -5 }, every],
  ["isPattern", { sourceName: ".*", isPattern: unknown, priority: -5 }, every],
  ["priority", { sourceName: "gpt-[4].*", priority: unknown }, ["gpt-4.*"]],
  ["priority", { sourceName: "o1", isPattern: false, priority: unknown }, ["o1"]],
  ["enabled", { sourceName: "gpt-[4].*", enabled: unknown, priority: 1 }, ["gpt-4.*"]],
  ["target", { sourceName: "gpt-[4].*", targetModel: unknown, priority: 1 }, ["gpt-4.*"]],
])("a mapping whose %s is known only during the up may take what it matches: %j", (_what, values, names) => {
  const steps = [four.same(), fresh(values)];
  const { moved, risk, rules } = movesIn(...steps);
  const old = moved.filter(({ incoming }) => incoming !== values.sourceName || incoming === "o1");
  expect(old.map(({ incoming }) => incoming).toSorted()).toEqual(names);
  expect([risk, rules]).toEqual(["high", expect.arrayContaining(["target-unknown"])]);
  const plan = planOf(...stack, ...steps);
  for (const route of old) {
    const name = route.example ?? route.incoming;
    const { otherwise, end } = explain(momentsOf(resourcesOf(plan, kinds)).after, "team-id", name);
    expect([end, ...otherwise.map((each) => each.end)]).toContainEqual(
      expect.objectContaining({ by: "fresh" }),
    );
    const text = `workspaces: { "*": { routes: { "${name}": { model: "openai/gpt" } } } }`;
    const [result] = checkExpectations(readExpectations(text), { objects: resourcesOf(plan, kinds).after });
    expect([name, result?.status]).toEqual([name, "unknown"]);
  }
});

describe("several mappings of one priority", () => {
  /** In front of `four` in the alphabet, and behind it. */
  const sides = ["a-rival", "z-rival"] as const;
  const rival = (name: string, values: Values = {}) =>
    resource("Mapping", name, { ...settled, sourceName: "gpt-[4].*", targetModel: "other/mini", ...values });
  const kept = four.same();

  test.each(sides)("a new one (%s) over names that are answered may take them, whatever its name", (name) => {
    const { moved, risk, rules } = movesIn(kept, rival(name).created());
    expect(moved.find(({ incoming }) => incoming === "gpt-4.*")).toMatchObject({
      before: { by: "four" },
      after: { is: "unknown", by: name, model: "other/mini", depends: [openOrder] },
    });
    expect([risk, rules]).toEqual(["high", ["target-unknown"]]);
  });

  test.each(sides)("an exact name that another one (%s) takes, too, is found the same way", (name) => {
    const { moved, risk } = movesIn(
      kept,
      rival(name, { sourceName: "o1", isPattern: false, targetModel: "other/mini" }).created(),
    );
    expect(moved).toMatchObject([{ incoming: "o1", after: { is: "unknown", by: name } }]);
    expect(risk).toBe("high");
  });

  test.each(sides)("a second one (%s) of a pattern that cannot be read is found the same way", (name) => {
    const odd = { sourceName: "(?!x).*" };
    const { moved, risk } = movesIn(
      rival("middle", { ...odd, targetModel: "openai/gpt" }).same(),
      rival(name, odd).created(),
    );
    expect(moved.find(({ incoming }) => incoming === odd.sourceName)).toMatchObject({
      after: { is: "unknown", by: name },
    });
    expect(risk).toBe("high");
  });

  test.each(sides)("a new one (%s) with the same target moves nothing", (name) => {
    expect(movesIn(kept, rival(name, { targetModel: "openai/gpt" }).created()).moved).toEqual([]);
  });

  test.each(sides)("an old one (%s) beside a change elsewhere moves nothing", (name) => {
    const { moved } = movesIn(kept, rival(name).same(), fresh({ sourceName: "x-.*" }));
    expect(moved).toEqual([]);
  });

  test.each(sides)(
    "one (%s) that gets another priority is a route that moves, and nothing is refused",
    (name) => {
      const { moved, risk, rules } = movesIn(kept, rival(name).updated({ priority: 11 }));
      expect(moved.find(({ incoming }) => incoming === "gpt-4.*")).toMatchObject({
        before: { model: "other/mini", depends: [openOrder] },
        after: { model: "openai/gpt", by: "four" },
      });
      expect([risk, rules]).toEqual(["medium", ["route-moved"]]);
    },
  );

  test.each(sides)("check, route, a unit test and the review all say that the order (%s) is open", (name) => {
    const plan = planOf(...stack, kept, rival(name).created());
    const { after } = momentsOf(resourcesOf(plan, kinds));
    expect(findRoute(after, "team-id", "gpt-4").depends).toEqual([openOrder]);
    const { end, otherwise } = explain(after, "team-id", "gpt-4");
    expect([end, ...otherwise.map((other) => other.end)].map((each) => each?.model).toSorted()).toEqual([
      "openai/gpt",
      "other/mini",
    ]);
    for (const model of ["openai/gpt", "other/mini"]) {
      const text = `workspaces: { "*": { routes: { "gpt-4": { model: ${model} } } } }`;
      const [result] = checkExpectations(readExpectations(text), { objects: resourcesOf(plan, kinds).after });
      expect(result).toMatchObject({ status: "depends", depends: [openOrder] });
    }
    const [route] = review(...stack, kept, rival(name).created()).routes;
    expect(route?.after?.depends).toEqual([openOrder]);
  });
});

describe("another reading of the API", () => {
  const letterCase = "whether upper and lower case differ";
  const part = "whether a pattern must match the whole name";
  const exactFirst = "whether exact names come before all patterns, whatever the priority";
  const exactLast = "whether an exact name comes before a pattern of the same priority";

  test.each<[string, Values]>([
    [letterCase, { sourceName: "GPT-4.*" }],
    [letterCase, { sourceName: "GPT-[4].*", priority: 10 }],
    [letterCase, { sourceName: "O1", isPattern: false }],
    [letterCase, { sourceName: "O1", isPattern: false, priority: 10 }],
    [part, { sourceName: "[o]" }],
    [part, { sourceName: "[g]pt" }],
    [openSigns, { sourceName: "openai/gpt?" }],
    [openSigns, { sourceName: "gpt", priority: 2 }],
    [exactFirst, { sourceName: "gpt-4o", isPattern: false, priority: 50 }],
    [exactLast, { sourceName: "o[1]", priority: 10 }],
  ])("may lead names to a new mapping elsewhere: %s, %j", (open, values) => {
    const { findings, risk } = review(...stack, four.same(), fresh(values));
    const found = findings.filter(({ rule }) => rule === "route-to-new-host");
    expect(found).toMatchObject([{ level: "high", name: "fresh", reason: expect.stringContaining(open) }]);
    expect(risk).toBe("high");
  });

  const used = resource("Mapping", "used", {
    ...settled,
    sourceName: "mini",
    isPattern: false,
    targetModel: "other/mini",
  });

  test("is medium if the host was used before", () => {
    const { findings } = review(...stack, four.same(), used.same(), fresh({ sourceName: "GPT-4.*" }));
    expect(findings.filter(({ name }) => name === "fresh")).toMatchObject([
      { rule: "route-moved", level: "medium", reason: expect.stringContaining(letterCase) },
    ]);
  });

  test("keeps the routes that it may move from those that stay as they are", () => {
    const before = markdown(documentOf(review(...stack, four.same(), fresh({ sourceName: "x-.*" }))));
    expect(before).toContain("6 other routes stay as they are.");
    const comment = markdown(documentOf(review(...stack, four.same(), fresh({ sourceName: "GPT-4.*" }))));
    expect(comment).toContain("5 other routes stay as they are.");
    expect(comment).toContain(
      "Requests for `gpt-4.*` may go to `other/mini` on the host `elsewhere.example`, which no mapping used before. " +
        "The API leaves open whether upper and lower case differ.",
    );
  });

  test.each<[string, Values]>([
    ["a pattern of other names", { sourceName: "claude-4.*" }],
    ["a wildcard of other names", { sourceName: "llama*" }],
    ["a part of other names", { sourceName: "[m]istral" }],
    ["a name that nothing answers", { sourceName: "mistral", isPattern: false }],
    ["a fallback", { sourceName: "gpt-[4].*", priority: 99 }],
    ["a pattern that is switched off", { sourceName: "GPT-4.*", enabled: false }],
    ["the same host", { sourceName: "GPT-4.*", targetModel: "openai/gpt" }],
  ])("has no finding for a new mapping that takes %s", (_what, values) => {
    const { findings } = review(...stack, four.same(), fresh(values));
    expect(findings.filter(({ rule }) => rule.startsWith("route-"))).toEqual([]);
  });
});

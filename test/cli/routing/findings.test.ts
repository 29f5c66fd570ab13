import { expect, test } from "vitest";
import { routingFindings } from "../../../cli/routing/findings.js";
import type { RoutedMapping } from "../../../cli/routing/setup.js";
import { mapping, model, setup } from "./support.ts";

const models = [model("openai/large", { id: "m-1" }), model("openai/small")];
const pattern = (name: string, source: string, priority: number, target = "openai/large") =>
  mapping(name, source, target, { isPattern: true, priority });
const chat = mapping("chat", "chat", "openai/large");
const a = pattern("a", "openai/.*", 1);

const shadow = (what: string, how = "") =>
  `${what} has no effect: \`.*\` of the mapping \`all\` comes first and matches all that it matches${how}. ` +
  "Give it a lower priority number, or remove it.";
const tie = (text: string, other: string) =>
  `\`${text}\` and \`${text}\` (\`${other}\`) take the same names at the same priority: ` +
  "which of them decides is open. Give them different priorities.";

test.each<{ what: string; given: readonly RoutedMapping[]; expected: readonly (readonly unknown[])[] }>([
  { what: "a target from outside is fine", given: [mapping("else", "else", "other/model")], expected: [] },
  {
    what: "a mapping that is not enabled is not checked",
    given: [{ ...chat, targetModel: "large", enabled: false }],
    expected: [],
  },
  {
    what: "a target that is a model's name but not its gateway name",
    given: [{ ...chat, targetModel: "large" }],
    expected: [
      [
        "route-ends-nowhere",
        "chat",
        "Requests for `chat` go to `large`, which is the name of a model but not its gateway name: that is `openai/large`.",
      ],
    ],
  },
  {
    what: "a target that is a model's id",
    given: [{ ...chat, targetModel: "m-1" }],
    expected: [
      [
        "route-ends-nowhere",
        "chat",
        "Requests for `chat` go to `m-1`, which is the id of a model but not its gateway name: that is `openai/large`.",
      ],
    ],
  },
  {
    what: "an exact name that is written like a pattern, unless it may turn out to be one",
    given: [
      mapping("gpt", "gpt-.*", "openai/large"),
      { urn: "urn:open", name: "open", workspace: "w", sourceName: "o1|o3", mayTake: "any" },
    ],
    expected: [
      [
        "name-like-pattern",
        "gpt",
        "The name `gpt-.*` is written like a pattern, but isPattern is not true, so it matches this very text alone. Set isPattern to true.",
      ],
    ],
  },
  {
    what: "a pattern behind one that matches everything it matches, and a name",
    given: [pattern("all", ".*", 1), pattern("gpt", "gpt-.*", 2), { ...chat, priority: 3 }],
    expected: [
      ["pattern-shadowed", "gpt", shadow("The pattern `gpt-.*`")],
      [
        "pattern-shadowed",
        "chat",
        shadow("The name `chat`", ", if the gateway reads mappings as this review does"),
      ],
    ],
  },
  {
    what: "a pattern before one that matches more is no shadow",
    given: [pattern("gpt", "gpt-.*", 1), pattern("all", ".*", 2), pattern("mini", ".*-mini", 3)],
    expected: [["pattern-shadowed", "mini", expect.stringContaining("`.*` of the mapping `all`")]],
  },
  {
    what: "patterns that share only some names are no shadows",
    given: [pattern("gpt", "gpt-.*", 1), pattern("mini", ".*-mini", 2)],
    expected: [],
  },
  {
    what: "a chain of patterns of one text with several priorities is no shadow",
    given: [1, 2, 3].map((priority) => pattern(`gpt ${priority}`, "gpt-.*", priority)),
    expected: [],
  },
  {
    what: "a chain of one name is no shadow",
    given: [1, 2].map((priority) => mapping(`chat ${priority}`, "chat", "openai/large", { priority })),
    expected: [],
  },
  {
    what: "two exact names of one priority, once",
    given: [mapping("a", "chat", "openai/large"), mapping("b", "chat", "openai/large")],
    expected: [["priority-tie", "a", tie("chat", "b")]],
  },
  {
    what: "two patterns of one text and priority, once",
    given: [pattern("a", "gpt-.*", 1), pattern("b", "gpt-.*", 1)],
    expected: [["priority-tie", "a", tie("gpt-.*", "b")]],
  },
  {
    what: "two patterns of one priority that route a known name differently",
    given: [a, pattern("b", ".*/large", 1, "openai/small")],
    expected: [["priority-tie", "a", expect.stringContaining("`.*/large` (`b`)")]],
  },
  {
    what: "two patterns of one priority that route a known name alike are fine",
    given: [a, pattern("b", ".*/large", 1)],
    expected: [],
  },
  {
    what: "two patterns of one priority that share names, with an example, unless an earlier one takes these",
    given: [
      pattern("a", "gpt-.*", 1),
      pattern("b", "[g]pt-4.*", 1, "openai/small"),
      pattern("c", "claude-.*", 1, "openai/small"),
      pattern("d", ".*-mini", 1, "openai/small"),
      pattern("mini", "gpt-.*mini", 0),
    ],
    expected: [
      [
        "priority-tie",
        "a",
        "`gpt-.*` and `[g]pt-4.*` (`b`) take the same names, such as `gpt-4`, at the same priority: " +
          "which of them decides is open. Give them different priorities.",
      ],
    ],
  },
  {
    what: "a pattern that no engine reads, and not one that only ours does not read",
    given: [pattern("broken", "gpt-[", 1), pattern("ahead", "^(?!gpt).*", 2)],
    expected: [
      [
        "route-ends-nowhere",
        "broken",
        "The pattern `gpt-[` is no valid regular expression: it can hardly match any name.",
      ],
    ],
  },
  {
    what: "names of any length and any signs end neither the line nor their back-ticks",
    given: [mapping("evil", `a\`\n# **x** @all ${"y".repeat(100_000)}`, "large")],
    expected: [
      [
        "route-ends-nowhere",
        "evil",
        expect.stringMatching(
          /^Requests for `a' # \*\*x\*\* @all y{1,200}…y{1,200}` go to `large`, [^\n`]*`openai\/large`\.$/,
        ),
      ],
    ],
  },
])("$what", ({ given, expected }) => {
  const found = routingFindings(setup(models, given)).map(({ rule, name, reason }) => [rule, name, reason]);
  expect(found).toEqual(expected);
});

test("a mapping whose model goes away is found", () => {
  const after = setup([model("openai/small")], [chat]);
  expect(routingFindings(after, setup(models, [chat]))).toEqual([
    {
      rule: "route-ends-nowhere",
      urn: "urn:chat",
      name: "chat",
      reason:
        "Requests for `chat` go to `openai/large`, and no model has that gateway name any more. " +
        "Route them to another model, or keep that one.",
    },
  ]);
});

test("a target that only another workspace has is found", () => {
  const found = routingFindings(setup([model("openai/large", { workspace: "v" })], [chat]));
  expect(found.map(({ reason }) => reason)).toEqual([
    "Requests for `chat` go to `openai/large`, which is a model of another workspace.",
  ]);
});

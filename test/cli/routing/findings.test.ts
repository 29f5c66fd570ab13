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
const tie = (text: string, other: string, such = "") =>
  `${text} and ${other} take the same names${such} at the same priority: ` +
  "which of them decides is open. Give them different priorities.";
const is = (text: string, of: string) =>
  `Requests for \`chat\` go to \`${text}\`, which is the ${of} of a model but not its gateway name: that is \`openai/large\`.`;
const open = { urn: "urn:open", name: "open", workspace: "w", sourceName: "o1|o3", mayTake: "any" } as const;
const evil = mapping("evil", `a\`\n# **x** @all ${"y".repeat(100_000)}`, "large");
const evilWords =
  /^Requests for `a' # \*\*x\*\* @all y{1,200}…y{1,200}` go to `large`, [^\n`]*`openai\/large`\.$/;
const [ends, like, shadowed, tied] = [
  ...["route-ends-nowhere", "name-like-pattern", "pattern-shadowed", "priority-tie"],
] as const;

test.each<[what: string, mappings: RoutedMapping[], found: (readonly unknown[])[]]>([
  ["a target from outside is fine", [mapping("else", "else", "other/model")], []],
  ["a mapping that is not enabled is not checked", [{ ...chat, targetModel: "large", enabled: false }], []],
  [
    "a target that is a model's name but not its gateway name",
    [{ ...chat, targetModel: "large" }],
    [[ends, "chat", is("large", "name")]],
  ],
  ["a target that is a model's id", [{ ...chat, targetModel: "m-1" }], [[ends, "chat", is("m-1", "id")]]],
  [
    "an exact name that is written like a pattern, unless it may turn out to be one",
    [mapping("gpt", "gpt-.*", "openai/large"), open],
    [
      [
        ...[like, "gpt"],
        "The name `gpt-.*` is written like a pattern, but isPattern is not true, so it matches this very text alone. Set isPattern to true.",
      ],
    ],
  ],
  [
    "a pattern behind one that matches everything it matches, and a name",
    [pattern("all", ".*", 1), pattern("gpt", "gpt-.*", 2), { ...chat, priority: 3 }],
    [
      [shadowed, "gpt", shadow("The pattern `gpt-.*`")],
      [shadowed, "chat", shadow("The name `chat`", ", if the gateway reads mappings as this review does")],
    ],
  ],
  [
    "a pattern before one that matches more is no shadow",
    [pattern("gpt", "gpt-.*", 1), pattern("all", ".*", 2), pattern("mini", ".*-mini", 3)],
    [[shadowed, "mini", expect.stringContaining("`.*` of the mapping `all`")]],
  ],
  [
    "patterns that share only some names are no shadows",
    [pattern("gpt", "gpt-.*", 1), pattern("mini", ".*-mini", 2)],
    [],
  ],
  [
    "a chain of patterns of one text with several priorities is no shadow",
    [1, 2, 3].map((priority) => pattern(`gpt ${priority}`, "gpt-.*", priority)),
    [],
  ],
  [
    "a chain of one name is no shadow",
    [1, 2].map((priority) => mapping(`chat ${priority}`, "chat", "openai/large", { priority })),
    [],
  ],
  [
    "two exact names of one priority, once",
    [mapping("a", "chat", "openai/large"), mapping("b", "chat", "openai/large")],
    [[tied, "a", tie("`chat`", "`chat` (`b`)")]],
  ],
  [
    "two patterns of one text and priority, once",
    [pattern("a", "gpt-.*", 1), pattern("b", "gpt-.*", 1)],
    [[tied, "a", tie("`gpt-.*`", "`gpt-.*` (`b`)")]],
  ],
  [
    "two patterns of one priority that route a known name differently",
    [a, pattern("b", ".*/large", 1, "openai/small")],
    [[tied, "a", expect.stringContaining("`.*/large` (`b`)")]],
  ],
  ["two patterns of one priority that route a known name alike", [a, pattern("b", ".*/large", 1)], []],
  [
    "two patterns of one priority that share names, with an example, unless an earlier one takes these",
    [
      pattern("a", "gpt-.*", 1),
      pattern("b", "[g]pt-4.*", 1, "openai/small"),
      pattern("c", "claude-.*", 1, "openai/small"),
      pattern("d", ".*-mini", 1, "openai/small"),
      pattern("mini", "gpt-.*mini", 0),
    ],
    [[tied, "a", tie("`gpt-.*`", "`[g]pt-4.*` (`b`)", ", such as `gpt-4`,")]],
  ],
  [
    "a pattern that no engine reads, and not one that only ours does not read",
    [pattern("broken", "gpt-[", 1), pattern("ahead", "^(?!gpt).*", 2)],
    [
      [
        ends,
        "broken",
        "The pattern `gpt-[` is not a valid regular expression: it can hardly match any name.",
      ],
    ],
  ],
  [
    "names of any length and any signs end neither the line nor their back-ticks",
    [evil],
    [[ends, "evil", expect.stringMatching(evilWords)]],
  ],
])("%s", (_what, mappings, found) => {
  const all = routingFindings(setup(models, mappings));
  expect(all.map(({ rule, name, reason }) => [rule, name, reason])).toEqual(found);
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

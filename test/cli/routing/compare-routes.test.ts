import { expect, test } from "vitest";
import { compareRoutes, type Route } from "../../../cli/routing/compare-routes.js";
import { endWords } from "../../../cli/routing/explain.js";
import type { End } from "../../../cli/routing/route.js";
import { alternatives } from "../../../cli/routing/semantics.js";
import type { Setup } from "../../../cli/routing/setup.js";
import { expectPage } from "../support/pages.ts";
import { mapping, model, setup } from "./support.ts";

const large = model("openai/large", { inputCost: 2, outputCost: 8 });
const small = model("openai/small", { inputCost: 1, outputCost: 8 });
const free = model("openai/free", { inputCost: 0, outputCost: 0 });
const { gatewayName: _, ...nameless } = large;

const chat = mapping("chat", "chat", "openai/large");
const toSmall = { ...chat, targetModel: "openai/small" };
const toFree = { ...chat, targetModel: "openai/free" };
const elsewhere = mapping("else", "else", "other/model");
const { targetModel: _target, ...targetless } = chat;
const likely = { ...large, hasLikelyName: true } as const;
const unnamed = { ...targetless, targetUrn: large.urn };
const { enabled: _enabled, ...withoutEnabled } = chat;
const { priority: _priority, ...withoutPriority } = chat;
const pattern = (source: string, priority: number, target = "openai/small") =>
  mapping("some", source, target, { isPattern: true, priority });

const models = [large, small];
const all = [large, small, free];
const rival = mapping("rival", "chat", "openai/small");
const huge = { ...large, gatewayName: "openai/huge" };
const family = setup(models, [mapping("gpt", "gpt-.*", "openai/large", { isPattern: true })]);
const [older, four] = [
  mapping("older", "gpt-*", "openai/large", { isPattern: true, priority: 100 }),
  mapping("four", "gpt-4", "openai/large", { enabled: false }),
];
const odd = { ...pattern("(?!x).*", 5, "openai/large"), urn: "urn:odd", name: "odd" };
const { targetModel: _odd, ...followed } = { ...odd, targetUrn: large.urn };

/** Setups before and after, or one that stays. */
const rows: Readonly<Record<string, readonly [before: Setup, after?: Setup]>> = {
  "a name whose mapping gets another target": [setup(models, [chat]), setup(models, [toSmall])],
  "a cost doubles": [setup(models, [toSmall]), setup(models, [chat])],
  "a cost that was 0 has no percent": [setup([large, free], [toFree]), setup([large, free], [chat])],
  "a name that is new": [setup([large], []), setup([large], [chat])],
  "a model goes away that no mapping names": [setup(models, []), setup([large], [])],
  "a model goes away that a mapping names": [setup([large], [chat]), setup([], [chat])],
  "a mapping to a model that was never here": [setup([large], [elsewhere]), setup([], [elsewhere])],
  "a model is renamed, and a mapping follows it": [
    setup([large], [chat]),
    setup([huge], [{ ...unnamed, targetModel: "openai/huge" }]),
  ],
  "the target is known only later, and is the model of before": [
    setup([large], [chat]),
    setup([nameless], [unnamed]),
  ],
  "a target that nobody knows": [setup([], [targetless])],
  "a mapping to the name that a model probably keeps": [setup([likely], [chat]), setup([likely], [toSmall])],
  "a mapping to a model that probably keeps its name": [setup([large], [chat]), setup([likely], [unnamed])],
  "a gateway name that a model may get": [setup([], [chat]), setup([nameless], [chat])],
  "a new pattern before a name": [
    setup(models, [{ ...chat, priority: 20 }]),
    setup(models, [{ ...chat, priority: 20 }, pattern(".*", 9)]),
  ],
  "a pattern goes, and nothing is left": [family, setup(models, [])],
  "a pattern goes, and one of all names comes": [family, setup(models, [pattern(".*", 9)])],
  "a pattern goes, and one of other names comes": [family, setup(models, [pattern("claude-.*", 9)])],
  "a pattern goes, and one of some names comes": [family, setup(models, [pattern("gpt-4.*", 9)])],
  "moved routes come before new ones and those that stay, and each workspace has its own": [
    setup(models, [chat]),
    setup(models, [
      toSmall,
      mapping("new", "new", "openai/small"),
      { ...chat, urn: "urn:v", workspace: "v" },
    ]),
  ],
  "the pattern of the quickstart is read as a wildcard": [setup([large], [older, four])],
  "a pattern that cannot be followed, and a name that it may match first": [
    setup(models, [pattern("^(?!gpt).*$", 0), chat]),
  ],
  "names of a pattern that cannot be read, whose model gets a gateway name": [
    setup(models, [odd]),
    setup([nameless, small], [followed, pattern(".*", 1)]),
  ],
  "names of a pattern that cannot be read, and gets another target": [
    setup(models, [odd]),
    setup(models, [{ ...odd, targetModel: "openai/free" }, pattern(".*", 1)]),
  ],
  "one of two mappings with the same priority gets another target": [
    setup(all, [chat, rival]),
    setup(all, [toFree, rival]),
  ],
  "a third mapping of the same priority resolves to a model of the first two": [
    setup(all, [chat, rival]),
    setup(all, [chat, rival, mapping("third", "chat", "openai/large")]),
  ],
  "a third mapping of the same priority resolves to a new model": [
    setup(all, [chat, rival]),
    setup(all, [chat, rival, mapping("third", "chat", "openai/free")]),
  ],
  "an exact name": [setup(models, [chat])],
  "a mapping that does not say `enabled`": [setup(models, [withoutEnabled])],
  "a mapping without a priority behind a pattern": [setup(models, [withoutPriority, pattern("ch.*", -1)])],
  "a mapping without a priority before a pattern": [setup(models, [withoutPriority, pattern("ch.*", 1)])],
  "a name behind a pattern": [setup(models, [chat, pattern("ch.*", 0)])],
  "a name and a pattern of one priority": [setup(models, [chat, pattern("ch.*", 1)])],
  "a pattern that matches a part of the name": [setup(models, [chat, pattern("[c]ha", 0)])],
  "a pattern in upper case": [setup(models, [chat, pattern("CH.*", 0)])],
  "a pattern of gateway names": [setup(models, [pattern("openai/.*", 1)])],
  "a pattern that may be a wildcard": [setup(models, [chat, pattern("ch*", 0)])],
};

const placeOf = (end: End | undefined) =>
  end === undefined
    ? "nothing"
    : `${endWords(end)}${end.depends.length === 0 ? "" : ` (open: ${end.depends.join("; ")})`}`;

test("the routes before and after a change match the snapshot", async () => {
  const seen = new Set<string>();
  await expectPage("compare-routes.md", rows, ([before, after = before]) => {
    const lines = compareRoutes(before, after).map((each) => {
      const { workspace, incoming, isPattern, isRest, isSettled, example, moved, costPercent } = each;
      for (const open of [each.before, each.after].flatMap((end) => end?.depends ?? [])) seen.add(open);
      const name = `${workspace} ${incoming}${isPattern ? " (pattern)" : ""}${isRest ? " (rest)" : ""}`;
      const marks = [
        moved && "moved",
        isSettled && "settled",
        costPercent !== undefined && `${costPercent}%`,
      ].filter(Boolean);
      const [was, is] = [placeOf(each.before), placeOf(each.after)];
      const route = was === is ? is : `${was} → ${is}`;
      return `- ${[name, example].filter(Boolean).join(", such as ")}: ${[route, ...marks].join(", ")}`;
    });
    return lines.join("\n");
  });
  expect(alternatives.filter(({ open }) => !seen.has(open))).toEqual([]);
});

test.each([
  ...["(", "[", "a{2,1}", "(?<n>", "\\", "a\\", "\u0000*", "((a{100}){100}){100}"],
  ...["*".repeat(5000), "(".repeat(1999), "(a|b)*".repeat(20_000)],
])("an invalid or oversized pattern does not cause an error: %#", (source) => {
  const after = setup([large], [mapping("odd", source, "openai/large", { isPattern: true })]);
  expect(compareRoutes(after, after).length).toBe(2);
});

const words = "gpt claude mini gemini embed vision llama mistral".split(" ");
const globs = (priorityOf: (at: number) => number) =>
  words.map((word, at) =>
    mapping(word, `*${word}*`, at % 2 === 0 ? "openai/large" : "openai/free", {
      isPattern: true,
      priority: priorityOf(at),
    }),
  );
const isUnknown = ({ after }: Route) => after?.is === "unknown";

test.each([
  ["priorities of their own", (at: number) => at + 1],
  ["one priority", () => 1],
])("a new pattern is compared with all globs that it precedes: %s", (_, priorityOf) => {
  const [before, fresh] = [globs(priorityOf), pattern("*new*", 0)];
  const routes = compareRoutes(setup(all, before), setup(all, [...before, fresh]));
  expect(routes.filter(isUnknown)).toEqual([]);
  const moved = new Set(routes.flatMap(({ moved, incoming }) => (moved ? incoming : [])));
  expect(moved).toEqual(new Set([...words.map((word) => `*${word}*`), "*new*"]));
});

test("patterns too complex to compare do not make the routes of other workspaces unknown", () => {
  const gpt = mapping("gpt", "gpt-.*", "openai/large", { isPattern: true, priority: 2 });
  const inside = (workspace: string, ...mappings: (typeof gpt)[]) =>
    mappings.map((each) => ({ ...each, urn: `${each.urn}:${workspace}`, workspace }));
  const everywhere = models.flatMap((each) =>
    ["a", "b"].map((workspace) => ({ ...each, urn: `${each.urn}:${workspace}`, workspace })),
  );
  const before = [...inside("a", gpt), ...inside("b", gpt)];
  const fresh = [
    ...inside("a", pattern(".*4.{40}.*[a-f].{50}", 1)),
    ...inside("b", pattern("gpt-[5].*", 1), pattern("[c]laude-.*", 1)),
  ];
  const routes = compareRoutes(setup(everywhere, before), setup(everywhere, [...before, ...fresh]));
  expect(new Set(routes.filter(isUnknown).map(({ workspace }) => workspace))).toEqual(new Set(["a"]));
});

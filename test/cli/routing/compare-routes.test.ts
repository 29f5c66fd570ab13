import { expect, test } from "vitest";
import { compareRoutes, type Route } from "../../../cli/routing/compare-routes.js";
import { alternatives, openPattern, openSigns } from "../../../cli/routing/semantics.js";
import type { Setup } from "../../../cli/routing/setup.js";
import { mapping, model, setup } from "./support.ts";

const large = model("openai/large", { inputCost: 2, outputCost: 8 });
const small = model("openai/small", { inputCost: 1, outputCost: 8 });
const free = model("openai/free", { inputCost: 0, outputCost: 0 });
const { gatewayName: _, ...nameless } = large;

const chat = mapping("chat", "chat", "openai/large");
const toSmall = { ...chat, targetModel: "openai/small" };
const toFree = { ...chat, targetModel: "openai/free" };
const elsewhere = mapping("else", "else", "other/model");
const { targetModel: _target, ...unnamed } = { ...chat, targetUrn: large.urn };
const { enabled: _enabled, ...withoutEnabled } = chat;
const { priority: _priority, ...withoutPriority } = chat;
const pattern = (source: string, priority: number, target = "openai/small") =>
  mapping("some", source, target, { isPattern: true, priority });

const exactFirst = "whether exact names come before all patterns, whatever the priority";
const unsaid = "which priority a mapping has that names none";

function route(incoming: string, before: Setup, after: Setup): Route {
  const found = compareRoutes(before, after).find((each) => each.incoming === incoming);
  return found ?? expect.unreachable(`no route for ${incoming}`);
}

test("a name whose mapping gets another target moves, and its cost is that of the more expensive side", () => {
  const by = { by: "chat", byUrn: "urn:chat", depends: [] };
  const end = (name: string) => ({ is: "model", model: `openai/${name}`, modelUrn: `urn:${name}`, ...by });
  expect(route("chat", setup([large, small], [chat]), setup([large, small], [toSmall]))).toEqual({
    ...{ workspace: "w", incoming: "chat", isPattern: false, moved: true, costPercent: 0 },
    before: end("large"),
    after: end("small"),
  });
});

const models = [large, small];

const huge = { ...large, gatewayName: "openai/huge" };
const toHuge = { ...chat, targetModel: "openai/huge", targetUrn: large.urn };
const late = { ...chat, priority: 20 };
const family = setup(models, [mapping("gpt", "gpt-.*", "openai/large", { isPattern: true })]);
const byAll = { is: "model", model: "openai/small", by: "some" };
const nowhere = { is: "nowhere" };

test.each<[what: string, before: Setup, after: Setup, expected: object, incoming?: string]>([
  ["a cost doubles", setup(models, [toSmall]), setup(models, [chat]), { costPercent: 100 }],
  [
    "a name that no mapping matches goes to the model that has it, and nowhere once that is gone",
    setup(models, []),
    setup([large], []),
    { before: { is: "model", modelUrn: "urn:small" }, after: nowhere, moved: true },
    "openai/small",
  ],
  [
    "a mapping to a model that goes away goes nowhere",
    setup([large], [chat]),
    setup([], [chat]),
    { after: { is: "nowhere", model: "openai/large", by: "chat", depends: [] } },
  ],
  [
    "a mapping to a model that was never here goes outside",
    setup([large], [elsewhere]),
    setup([], [elsewhere]),
    { after: { is: "outside", model: "other/model" }, moved: false },
    "else",
  ],
  [
    "a model that is renamed moves the names that follow it",
    setup([large], [chat]),
    setup([huge], [toHuge]),
    { after: { is: "model", model: "openai/huge" }, moved: true },
  ],
  [
    "the old name of a model that is renamed goes nowhere",
    setup([large], []),
    setup([huge], []),
    { after: nowhere },
    "openai/large",
  ],
  [
    "a target that is not known yet is the model that the program takes it from",
    setup([large], [chat]),
    setup([nameless], [unnamed]),
    { after: { is: "model", model: "large", modelUrn: large.urn }, moved: false },
  ],
  [
    "a gateway name that a model may get is unknown, rather than outside",
    setup([], [chat]),
    setup([nameless], [chat]),
    { after: { is: "unknown", model: "openai/large" } },
  ],
  [
    "a new pattern before a name moves that name, and it depends on the order",
    setup(models, [late]),
    setup(models, [late, pattern(".*", 9)]),
    { moved: true, after: { ...byAll, depends: [exactFirst] } },
  ],
  ["a removed pattern with nothing left", family, setup(models, []), { after: nowhere }, "gpt-.*"],
  ["a removed pattern of all", family, setup(models, [pattern(".*", 9)]), { after: byAll }, "gpt-.*"],
  ["one of others", family, setup(models, [pattern("claude-.*", 9)]), { after: nowhere }, "gpt-.*"],
  ["one of some", family, setup(models, [pattern("gpt-4.*", 9)]), { after: nowhere }, "gpt-.*"],
])("%s", (_what, before, after, expected, incoming = "chat") => {
  expect(route(incoming, before, after)).toMatchObject(expected);
});

test("a cost that was 0 has no percent, and a new name has no before and has not moved", () => {
  const paid = route("chat", setup([large, free], [toFree]), setup([large, free], [chat]));
  expect(paid).not.toHaveProperty("costPercent");
  const { before, moved } = route("chat", setup([large], []), setup([large], [chat]));
  expect([before, moved]).toEqual([undefined, false]);
});

test("routes that moved come first, then new ones, then those that stay; two workspaces are two routes", () => {
  const after = setup(models, [
    toSmall,
    mapping("new", "new", "openai/small"),
    { ...chat, urn: "urn:v", workspace: "v" },
  ]);
  const order = compareRoutes(setup(models, [chat]), after).map(
    ({ workspace, incoming }) => `${workspace} ${incoming}`,
  );
  expect(order).toEqual(["w chat", "v chat", "w new", "w openai/large", "w openai/small"]);
});

test("the quickstart's pattern is read as a wildcard, and says that this is a reading", () => {
  const older = mapping("older", "gpt-*", "openai/large", { isPattern: true, priority: 100 });
  const after = setup([large], [older, mapping("x", "gpt-4", "openai/large", { enabled: false })]);
  const reading = { is: "model", by: "older", depends: [openSigns] };
  expect(route("gpt-4", after, after).after).toMatchObject(reading);
  expect(route("gpt-*", after, after)).toMatchObject({ isPattern: true, after: reading });
});

test("a pattern that cannot be followed is marked, and so is every name that it may match first", () => {
  const ahead = mapping("ahead", "^(?!gpt).*$", "openai/small", { isPattern: true, priority: 0 });
  const after = setup(models, [ahead, chat]);
  expect(route("^(?!gpt).*$", after, after).after?.depends).toContain(openPattern);
  expect(route("chat", after, after).after?.depends).toContain(openPattern);
});

test.each([
  ["an open group", "("],
  ["an open class", "["],
  ["a turned range", "a{2,1}"],
  ["a name without an end", "(?<n>"],
  ["a lone backslash", "\\"],
  ["a backslash at the end", "a\\"],
  ["many stars", "*".repeat(5000)],
  ["many open groups", "(".repeat(1999)],
  ["a text that is too long", "(a|b)*".repeat(20_000)],
  ["repeats of repeats", "((a{100}){100}){100}"],
  ["a control character", "\u0000*"],
])("a pattern with %s makes no error", (_, source) => {
  const after = setup([large], [mapping("odd", source, "openai/large", { isPattern: true })]);
  expect(compareRoutes(after, after).length).toBe(2);
});

test.each([
  ["whether a mapping counts that does not say `enabled`", "chat", [withoutEnabled]],
  [unsaid, "chat", [withoutPriority, pattern("ch.*", -1)]],
  [unsaid, "chat", [withoutPriority, pattern("ch.*", 1)]],
  [exactFirst, "chat", [chat, pattern("ch.*", 0)]],
  ["whether an exact name comes before a pattern of the same priority", "chat", [chat, pattern("ch.*", 1)]],
  ["whether a pattern must match the whole name", "chat", [chat, pattern("[c]ha", 0)]],
  ["whether upper and lower case differ", "chat", [chat, pattern("CH.*", 0)]],
  ["whether mappings also take the gateway names of models", "openai/large", [pattern("openai/.*", 1)]],
  [openSigns, "chat", [chat, pattern("ch*", 0)]],
] as const)("a result says if it depends on %s", (open, incoming, mappings) => {
  expect(alternatives.map((each) => each.open)).toContain(open);
  const after = setup(models, mappings);
  expect(route(incoming, after, after).after?.depends).toContain(open);
  const plain = setup(models, [chat]);
  expect(route(incoming, plain, plain).after?.depends).toEqual([]);
});

const odd = { ...pattern("(?!x).*", 5, "openai/large"), urn: "urn:odd", name: "odd" };
const { targetModel: _odd, ...followed } = { ...odd, targetUrn: large.urn };

test.each([
  ["stays, while its gateway name is not known yet", [nameless, small], followed],
  ["gets another target, too", models, { ...odd, targetModel: "openai/free" }],
])(
  "names of a pattern that cannot be read may go to a new one, also if its model %s",
  (_what, next, after) => {
    const routes = compareRoutes(setup(models, [odd]), setup(next, [after, pattern(".*", 1)]));
    const open = routes.filter((each) => each.incoming === odd.sourceName && each.after?.is === "unknown");
    expect(open).toMatchObject([{ before: { by: "odd" }, after: { by: "some", depends: [openPattern] } }]);
  },
);

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
])("a pattern in front of %s globs is compared with all of them", (_, priorityOf) => {
  const all = [large, small, free];
  const [before, fresh] = [globs(priorityOf), pattern("*new*", 0)];
  const routes = compareRoutes(setup(all, before), setup(all, [...before, fresh]));
  expect(routes.filter(isUnknown)).toEqual([]);
  const moved = new Set(routes.flatMap(({ moved, incoming }) => (moved ? incoming : [])));
  expect(moved).toEqual(new Set([...words.map((word) => `*${word}*`), "*new*"]));
});

test("patterns that are too much to compare leave those of other workspaces decided", () => {
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

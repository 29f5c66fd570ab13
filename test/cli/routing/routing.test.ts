import { expect, test } from "vitest";
import { alternatives, openPattern, openRest, openSigns } from "../../../cli/routing/mapping-reading.js";
import { routing } from "../../../cli/routing/routing.js";
import type { Route, RoutedMapping, Setup } from "../../../cli/routing/setup.js";
import { mapping, model, setup } from "./support.js";

const large = model("openai/large", { inputCost: 2, outputCost: 8 });
const small = model("openai/small", { inputCost: 1, outputCost: 8 });
const chat = mapping("chat", "chat", "openai/large");
const unsaid = "which priority a mapping has that names none";
const exactFirst = "whether exact names come before all patterns, whatever the priority";
const anything = mapping("anything", ".*", "openai/small", { isPattern: true, priority: 9 });

/** What is told of an end besides, if the mapping of chat decides. */
const by = { by: "chat", byUrn: "urn:chat", depends: [] };

function route(incoming: string, before: Setup, after: Setup): Route {
  const found = routing(before, after).find((each) => each.incoming === incoming);
  return found ?? expect.unreachable(`no route for ${incoming}`);
}

test("a name whose mapping leads to another model moves, and its cost is that of the dearer side", () => {
  const before = setup([large, small], [chat]);
  const after = setup([large, small], [{ ...chat, targetModel: "openai/small" }]);
  const end = (name: string) => ({ is: "model", model: `openai/${name}`, modelUrn: `urn:${name}`, ...by });
  expect(route("chat", before, after)).toEqual({
    ...{ workspace: "w", incoming: "chat", isPattern: false, moved: true, costPercent: 0 },
    before: end("large"),
    after: end("small"),
  });
  expect(route("chat", after, before).costPercent).toBe(100);
});

test("what cost nothing has no percent", () => {
  const free = model("openai/free", { inputCost: 0, outputCost: 0 });
  const before = setup([large, free], [{ ...chat, targetModel: "openai/free" }]);
  expect(route("chat", before, setup([large, free], [chat]))).not.toHaveProperty("costPercent");
});

test("a name that no mapping takes ends at the model that has it, and nowhere once that is gone", () => {
  const before = setup([large, small], []);
  expect(route("openai/small", before, setup([large], []))).toMatchObject({
    before: { is: "model", modelUrn: "urn:small" },
    after: { is: "nowhere" },
    moved: true,
  });
});

test("a mapping to a model that goes away ends nowhere; to one that was never here it ends outside", () => {
  const before = setup([large], [chat, mapping("else", "else", "other/model")]);
  const after = setup([], before.mappings);
  expect(route("chat", before, after).after).toEqual({ is: "nowhere", model: "openai/large", ...by });
  const outside = { is: "outside", model: "other/model" };
  expect(route("else", before, after)).toMatchObject({ after: outside, moved: false });
});

test("a model that is renamed moves what follows it, and the old name ends nowhere", () => {
  const before = setup([large], [chat]);
  const renamed = { ...large, gatewayName: "openai/huge" };
  const after = setup([renamed], [{ ...chat, targetModel: "openai/huge", targetUrn: large.urn }]);
  const huge = { is: "model", model: "openai/huge" };
  expect(route("chat", before, after)).toMatchObject({ after: huge, moved: true });
  expect(route("openai/large", before, after).after).toMatchObject({ is: "nowhere" });
});

test("a mapping whose target is not known yet ends at the model that the program takes it from", () => {
  const { targetModel, ...unnamed } = { ...chat, targetUrn: large.urn };
  const { gatewayName, ...nameless } = large;
  const before = setup([large], [chat]);
  const taken = { is: "model", model: "large", modelUrn: large.urn };
  expect(route("chat", before, setup([nameless], [unnamed]))).toMatchObject({ after: taken, moved: false });
  expect([targetModel, gatewayName]).toEqual(["openai/large", "openai/large"]);
});

test("a gateway name that a model may get is not known, rather than outside", () => {
  const { gatewayName: _, ...nameless } = large;
  const { after } = route("chat", setup([], [chat]), setup([nameless], [chat]));
  expect(after).toMatchObject({ is: "unknown", model: "openai/large" });
});

test("a name that is new has no before and has not moved", () => {
  const { before, moved, after } = route("chat", setup([large], []), setup([large], [chat]));
  expect({ before, moved, is: after?.is }).toEqual({ before: undefined, moved: false, is: "model" });
});

test("the same name in two workspaces is two routes", () => {
  const after = setup([], [chat, { ...chat, urn: "urn:other", workspace: "v" }]);
  const routes = routing(setup([], []), after);
  expect(routes.map(({ workspace, incoming }) => [workspace, incoming])).toEqual([
    ["v", "chat"],
    ["w", "chat"],
  ]);
});

test("routes that moved come first, then new ones, then those that stay", () => {
  const before = setup([large, small], [chat]);
  const after = setup(
    [large, small],
    [{ ...chat, targetModel: "openai/small" }, mapping("new", "new", "openai/small")],
  );
  const order = routing(before, after).map(({ incoming }) => incoming);
  expect(order).toEqual(["chat", "new", "openai/large", "openai/small"]);
});

test("a new pattern before a name moves that name, and says that it depends on the order", () => {
  const late = { ...chat, priority: 20 };
  const moved = route("chat", setup([large, small], [late]), setup([large, small], [late, anything]));
  expect(moved).toMatchObject({ moved: true, after: { model: "openai/small", by: "anything" } });
  expect(moved.after?.depends).toEqual([exactFirst]);
});

test("the quickstart's pattern is read as a wildcard, and says that this is a reading", () => {
  const older = mapping("older", "gpt-*", "openai/large", { isPattern: true, priority: 100 });
  const after = setup([large], [older, mapping("x", "gpt-4", "openai/large", { enabled: false })]);
  const reading = { is: "model", by: "older", depends: [openSigns] };
  expect(route("gpt-4", after, after).after).toMatchObject(reading);
  expect(route("gpt-*", after, after)).toMatchObject({ isPattern: true, after: reading });
});

test("where a pattern goes away, its names end at a pattern that covers it, else nowhere, or it is not known", () => {
  const gpt = mapping("gpt", "gpt-.*", "openai/large", { isPattern: true });
  const before = setup([large, small], [gpt]);
  const rest = (...left: Parameters<typeof setup>[1]) =>
    route("gpt-.*", before, setup([large, small], left)).after;
  expect(rest()).toMatchObject({ is: "nowhere" });
  expect(rest(anything)).toMatchObject({ is: "model", model: "openai/small", by: "anything" });
  expect(rest({ ...anything, sourceName: "claude-.*" })).toMatchObject({ is: "nowhere" });
  expect(rest({ ...anything, sourceName: "gpt-4.*" })).toEqual({ is: "unknown", depends: [openRest] });
});

test("a pattern that cannot be followed is marked, and so is every name that it may take first", () => {
  const ahead = mapping("ahead", "^(?!gpt).*$", "openai/small", { isPattern: true, priority: 0 });
  const after = setup([large, small], [ahead, chat]);
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
  expect(routing(after, after).length).toBe(2);
});

const takingSome = (source: string, priority: number) =>
  mapping("some", source, "openai/small", { isPattern: true, priority });

test.each([
  ["whether a mapping counts that does not say `enabled`", "chat", [without(chat, "enabled")]],
  [unsaid, "chat", [without(chat, "priority"), takingSome("ch.*", -1)]],
  [unsaid, "chat", [without(chat, "priority"), takingSome("ch.*", 1)]],
  [exactFirst, "chat", [chat, takingSome("ch.*", 0)]],
  [
    "whether an exact name comes before a pattern of the same priority",
    "chat",
    [chat, takingSome("ch.*", 1)],
  ],
  ["whether a pattern must match the whole name", "chat", [chat, takingSome("[c]ha", 0)]],
  ["whether upper and lower case differ", "chat", [chat, takingSome("CH.*", 0)]],
  ["whether mappings also take the gateway names of models", "openai/large", [takingSome("openai/.*", 1)]],
  [openSigns, "chat", [chat, takingSome("ch*", 0)]],
] as const)("a result says if it depends on %s", (open, incoming, mappings) => {
  expect(alternatives.map((each) => each.open)).toContain(open);
  const after = setup([large, small], mappings);
  expect(route(incoming, after, after).after?.depends).toContain(open);
  const plain = setup([large, small], [chat]);
  expect(route(incoming, plain, plain).after?.depends).toEqual([]);
});

function without(mapping: RoutedMapping, property: "enabled" | "priority"): RoutedMapping {
  const { [property]: _, ...others } = mapping;
  return others;
}

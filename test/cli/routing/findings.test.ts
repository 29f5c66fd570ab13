import { test } from "vitest";
import { routingFindings } from "../../../cli/routing/findings.js";
import type { RoutedMapping } from "../../../cli/routing/setup.js";
import { expectPage } from "../support/pages.ts";
import { mapping, model, setup } from "./support.ts";

const large = "openai/large";
const models = [model(large, { id: "m-1" }), model("openai/small")];
const pattern = (name: string, source: string, priority: number, target = large) =>
  mapping(name, source, target, { isPattern: true, priority });
const chat = mapping("chat", "chat", large);
const a = pattern("a", "openai/.*", 1);

const open = { urn: "urn:open", name: "open", workspace: "w", sourceName: "o1|o3", mayTake: "any" } as const;

const rows: Readonly<Record<string, RoutedMapping[]>> = {
  "a target from outside": [mapping("else", "else", "other/model")],
  "a mapping that is not enabled": [{ ...chat, targetModel: "large", enabled: false }],
  "a target that is a model's name but not its gateway name": [{ ...chat, targetModel: "large" }],
  "a target that is a model's id": [{ ...chat, targetModel: "m-1" }],
  "an exact name that is written like a pattern, and one that may turn out to be one": [
    ...[mapping("gpt", "gpt-.*", large), open],
  ],
  "a mapping that may be enabled, and one of an unknown name, to a target that is a model's id": [
    { ...chat, targetModel: "m-1", mayTake: "matching" },
    { urn: "urn:nameless", name: "nameless", workspace: "w", targetModel: "m-1", mayTake: "any" },
  ],
  "a pattern and a name behind a pattern that matches everything that they match": [
    ...[pattern("all", ".*", 1), pattern("gpt", "gpt-.*", 2), { ...chat, priority: 3 }],
  ],
  "a pattern before one that matches more is no shadow": [
    ...[pattern("gpt", "gpt-.*", 1), pattern("all", ".*", 2), pattern("mini", ".*-mini", 3)],
  ],
  "patterns that share only some names": [pattern("gpt", "gpt-.*", 1), pattern("mini", ".*-mini", 2)],
  "a chain of patterns of one text": [1, 2, 3].map((at) => pattern(`gpt ${at}`, "gpt-.*", at)),
  "a chain of one name": [1, 2].map((priority) => mapping(`chat ${priority}`, "chat", large, { priority })),
  "two exact names of one priority": ["a", "b"].map((name) => mapping(name, "chat", large)),
  "two patterns of one text and priority": ["a", "b"].map((name) => pattern(name, "gpt-.*", 1)),
  "two patterns of one priority that route a known name differently": [
    ...[a, pattern("b", ".*/large", 1, "openai/small")],
  ],
  "two patterns of one priority that route a known name alike": [a, pattern("b", ".*/large", 1)],
  "patterns of one priority that share names, unless an earlier one takes these": [
    pattern("a", "gpt-.*", 1),
    pattern("b", "[g]pt-4.*", 1, "openai/small"),
    pattern("c", "claude-.*", 1, "openai/small"),
    pattern("d", ".*-mini", 1, "openai/small"),
    pattern("mini", "gpt-.*mini", 0),
  ],
  "a pattern that no engine reads, and one that only ours does not read": [
    ...[pattern("broken", "gpt-[", 1), pattern("ahead", "^(?!gpt).*", 2)],
  ],
  "names of any length and any signs": [mapping("evil", `a\`\n# **x** @all ${"y".repeat(100_000)}`, "large")],
};

test("the routing findings of a setup match the snapshot", async () => {
  const given: Record<string, Parameters<typeof routingFindings>> = {
    ...Object.fromEntries(Object.entries(rows).map(([what, mappings]) => [what, [setup(models, mappings)]])),
    "a model goes away": [setup([model("openai/small")], [chat]), setup(models, [chat])],
    "a target that only another workspace has": [setup([model(large, { workspace: "v" })], [chat])],
  };
  await expectPage("findings.md", given, (setups) => {
    const found = routingFindings(...setups);
    return (
      found.map(({ rule, urn, name, reason }) => `- ${rule} ${urn} ${name}: ${reason}`).join("\n") ||
      "Nothing."
    );
  });
});

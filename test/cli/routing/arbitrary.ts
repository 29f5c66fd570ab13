import fc from "fast-check";
import { defaultSemantics } from "../../../cli/routing/semantics.js";
import type { RoutedMapping, RoutedModel, Setup } from "../../../cli/routing/setup.js";
import { defined, looksRegular } from "../../../provider/tools.js";
import { naiveRegExp } from "./naive.ts";

const workspaces = ["one", "two"];
export const gatewayNames = ["p/a", "p/b", "q/a", "p/A"];

const sourceNames = ["a", "ab", "A", "abc", "abb", "a.b", "p/a", "q/a", "a-b"];
const patterns = [
  ..."* a* a? *b p/* a*b*c ab*b a*b*b ? a.b a.* .* p/.* ^a b$ ^a.*$ (a|A)b? [ab]+ a|b a\\.b".split(" "),
  ..."a.+ .*b a.*c ( [a + (?:a)(?:b)?.* a.?b A.* \\w+ (?i)ab.* (a+)+$|ab.*".split(" "),
];
/** Parts of regular expressions, in any order. */
const parts = [
  ..."a b 4 A - ab ba . .* .* .+ [a] [ab] [^a] a? b* 4+ (a|b) (?:b|) (ab)+ (?i)a (?i)b4 (?i:A) ^ ^a $ 4$".split(
    " ",
  ),
  ..."\\A \\z \\Qa\\E \\Qb4\\E \\pL \\d [[:alpha:]] [[:^digit:]] (?P<n>a) \\b \\B (?s). (a+)+ [a-p]{2} b{0,2}".split(
    " ",
  ),
  ..."((a|)b)* a.*|b (?m:^)b \\x{61} \\- [\\-4] (?U)a+".split(" "),
];
const pattern = fc.oneof(
  fc.constantFrom(...patterns),
  fc
    .array(fc.constantFrom(...parts), { minLength: 1, maxLength: 4 })
    .map((some) => some.join(""))
    .filter(looksRegular),
);

const maybe = <T>(values: readonly T[]) => fc.option(fc.constantFrom(...values), { nil: undefined });

/** Models have few logical names, so that some stay, some go and some come. */
const model = fc
  .record({
    name: fc.constantFrom("m1", "m2", "m3", "m4"),
    workspace: fc.constantFrom(...workspaces),
    gatewayName: fc.oneof({ weight: 5, arbitrary: fc.constantFrom(...gatewayNames) }, fc.constant(undefined)),
    modelName: maybe(["a", "b"]),
    inputCost: maybe([0, 1, 2]),
  })
  .map(({ name, workspace, ...rest }): RoutedModel => {
    return { urn: `urn:${name}`, name, workspace, ...defined(rest) };
  });

const mapping = fc
  .record({
    name: fc.constantFrom("x", "y", "z", "u", "v", "w"),
    workspace: fc.constantFrom(...workspaces),
    source: fc.oneof(
      fc.constantFrom(...sourceNames).map((sourceName) => ({ sourceName, isPattern: undefined })),
      pattern.map((sourceName) => ({ sourceName, isPattern: true })),
    ),
    target: fc.oneof(
      fc.constantFrom(...gatewayNames, "r/x").map((targetModel) => ({ targetModel, targetUrn: undefined })),
      maybe(["urn:m1", "urn:m2", "urn:m5"]).map((targetUrn) => ({ targetModel: undefined, targetUrn })),
    ),
    priority: maybe([-1, 0, 1, 2]),
    enabled: maybe([true, true, false]),
  })
  .map(({ name, workspace, source, target, priority, enabled }): RoutedMapping => {
    return { urn: `urn:${name}`, name, workspace, ...defined({ ...source, ...target, priority, enabled }) };
  });

/** Names that callers may send: such as mappings and models have, and others. */
export const names = fc.oneof(
  fc.constantFrom(...sourceNames, ...gatewayNames, "abbb", "aB", "b", ""),
  fc.string({ unit: fc.constantFrom("a", "b", "A", "/", "p", "."), maxLength: 5 }),
);

export const setups: fc.Arbitrary<Setup> = fc.record({
  models: fc.uniqueArray(model, { selector: ({ urn }) => urn, maxLength: 4 }).map(withUniqueGatewayNames),
  mappings: fc.uniqueArray(mapping, { selector: ({ urn }) => urn, maxLength: 6 }),
  workspaces: fc.constant({ one: "One", two: "Two" }),
});

const readable = mapping.filter(
  ({ isPattern, sourceName = "" }) => !isPattern || naiveRegExp(sourceName, defaultSemantics) !== undefined,
);

/** A setup of one workspace in which everything is known, and what a change makes of it. */
export const changes = fc
  .record({
    before: fc.uniqueArray(readable, { selector: ({ urn }) => urn, maxLength: 6 }),
    edits: fc.uniqueArray(readable, { selector: ({ urn }) => urn, minLength: 1, maxLength: 2 }),
    how: fc.constantFrom("add", "add", "replace", "retarget", "reorder", "remove"),
  })
  .map(({ before, edits, how }) => {
    const old = before.map(settled);
    const news = new Map(edits.map((edit) => [edit.urn, settled(edit)]));
    const kept = old.flatMap((each) => {
      const edit = news.get(each.urn);
      if (edit === undefined) return each;
      if (how === "remove") return [];
      if (how === "retarget") return { ...each, targetModel: edit.targetModel };
      return how === "reorder" ? { ...each, priority: edit.priority, enabled: edit.enabled } : edit;
    });
    const added =
      how === "add" ? [...news.values()].filter(({ urn }) => !old.some((each) => each.urn === urn)) : [];
    const models = gatewayNames.map((name) => ({
      urn: `urn:${name}`,
      name,
      workspace: "one",
      gatewayName: name,
    }));
    const setup = (mappings: RoutedMapping[]): Setup => ({ models, mappings, workspaces: { one: "One" } });
    return { before: setup(old), after: setup([...kept, ...added]) };
  });

function settled({
  targetUrn: _,
  targetModel = "r/x",
  enabled = true,
  priority = 0,
  ...rest
}: RoutedMapping) {
  const target = gatewayNames.includes(targetModel) ? targetModel : "p/a";
  return { ...rest, workspace: "one", targetModel: target, enabled, priority };
}

function withUniqueGatewayNames(models: readonly RoutedModel[]): RoutedModel[] {
  const seen = new Set<string>();
  return models.filter(({ workspace, gatewayName }) => {
    const key = `${workspace} ${gatewayName}`;
    const isNew = gatewayName === undefined || !seen.has(key);
    seen.add(key);
    return isNew;
  });
}

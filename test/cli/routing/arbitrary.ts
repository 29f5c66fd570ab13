import fc from "fast-check";
import type { RoutedMapping, RoutedModel, Setup } from "../../../cli/routing/setup.js";
import { defined } from "../../../provider/tools.js";

const workspaces = ["one", "two"];
const gatewayNames = ["p/a", "p/b", "q/a", "p/A"];

/** Names, and patterns that JavaScript and RE2 read alike. */
const sourceNames = ["a", "ab", "A", "abc", "abb", "a.b", "p/a", "q/a", "a-b"];
const patterns = [
  ..."* a* a? *b p/* a*b*c ab*b a*b*b ? a.b a.* .* p/.* ^a b$ ^a.*$ (a|A)b? [ab]+ a|b a\\.b".split(" "),
  ..."a.+ .*b a.*c ( [a + (?:a)(?:b)?.* a.?b A.* \\w+".split(" "),
];

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
      fc.constantFrom(...patterns).map((sourceName) => ({ sourceName, isPattern: true })),
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

function withUniqueGatewayNames(models: readonly RoutedModel[]): RoutedModel[] {
  const seen = new Set<string>();
  return models.filter(({ workspace, gatewayName }) => {
    const key = `${workspace} ${gatewayName}`;
    const isNew = gatewayName === undefined || !seen.has(key);
    seen.add(key);
    return isNew;
  });
}

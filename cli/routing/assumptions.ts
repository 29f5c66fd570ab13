import { alternatives, type MappingReading, taken } from "./mapping-reading.js";

/** What somebody may know of a gateway that the API leaves open: a rule of its reading, and how the gateway has it. */
export const assumptions = {
  "silent-mappings-count": { countsSilent: true },
  "silent-mappings-do-not-count": { countsSilent: false },
  "silent-priority-is-0": { silentPriority: 0 },
  "silent-priority-is-first": { silentPriority: Number.NEGATIVE_INFINITY },
  "silent-priority-is-last": { silentPriority: Number.POSITIVE_INFINITY },
  "exact-names-first-of-their-priority": { exact: "before-patterns-of-its-priority" },
  "exact-names-first-of-all": { exact: "before-patterns" },
  "exact-names-last-of-their-priority": { exact: "after-patterns-of-its-priority" },
  "patterns-are-globs": { onlyRegularExpressions: false },
  "patterns-are-regular-expressions": { onlyRegularExpressions: true },
  "patterns-match-whole-names": { matchesPart: false },
  "patterns-match-parts": { matchesPart: true },
  "case-matters": { ignoresCase: false },
  "case-does-not-matter": { ignoresCase: true },
  "mappings-before-gateway-names": { gatewayNamesFirst: false },
  "gateway-names-before-mappings": { gatewayNamesFirst: true },
} as const satisfies Readonly<Record<string, Partial<MappingReading>>>;

export type Assumption = keyof typeof assumptions;

export const assumptionNames = Object.keys(assumptions) as readonly Assumption[];

/** The reading that follows from what is assumed. */
export function assumedReading(names: readonly Assumption[]): Partial<MappingReading> {
  return Object.assign({}, ...names.map((name) => assumptions[name]));
}

/** What would have to be assumed so that what is open is read as it is taken; empty if no assumption settles it. */
export function settling(open: string): Assumption[] {
  const [first, ...others] = alternatives.filter((each) => each.open === open);
  const rules = Object.keys(first?.difference ?? {}).filter((rule) =>
    others.every(({ difference }) => rule in difference),
  );
  return rules.flatMap((rule) =>
    assumptionNames.filter((name) =>
      Object.entries(assumptions[name]).some(([key, value]) => key === rule && takes(key, value)),
    ),
  );
}

function takes(rule: string, value: unknown): boolean {
  return Object.entries(taken).some(([key, is]) => key === rule && is === value);
}

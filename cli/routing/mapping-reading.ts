/**
 * How mappings are read. The API says that a mapping sends an incoming name to a gateway name, that a lower
 * `priority` runs first, and that a pattern is no exact name (the API's section "Mapping"). The rest it leaves
 * open. Here is, in one place, what is taken for true:
 *
 * 1. Only enabled mappings count. One that does not say `enabled` counts. What the state has of a property that the
 *    program does not declare is said, too.
 * 2. The mapping with the lowest `priority` that takes a name decides. One that names no priority has 0.
 * 3. At the same priority, an exact name comes before a pattern. Which of two exact names or of two patterns
 *    comes first is open; the one whose name in the program comes first in the alphabet is shown.
 * 4. A pattern must match the whole name. If it has signs that only a regular expression has (`.*`, `^`, `[a-z]`,
 *    `a|b`), it is one. Otherwise `*` stands for any text and `?` for one character: `gpt-*` takes `gpt-4`.
 * 5. Upper and lower case differ.
 * 6. A name that no mapping takes ends at the model that has it as its gateway name. A mapping is followed once:
 *    what it leads to is not mapped again.
 *
 * Each of these could be otherwise. So every result is computed again under each of the `alternatives`, and
 * says on which of them it depends. Who knows what a gateway does can say so: `assumptions.ts`.
 */
export interface MappingReading {
  /** Rule 1: whether a mapping that does not say `enabled` counts. */
  readonly countsSilent: boolean;
  /** Rule 2: the priority of a mapping that names none. */
  readonly silentPriority: number;
  /** Rules 2 and 3: what decides between an exact name and a pattern. */
  readonly exact: "before-patterns" | "before-patterns-of-its-priority" | "after-patterns-of-its-priority";
  /** Rule 4: whether every pattern is a regular expression, whatever its signs. */
  readonly onlyRegularExpressions: boolean;
  /** Rule 4: whether a regular expression needs to match only a part of the name. */
  readonly matchesPart: boolean;
  /** Rule 5. */
  readonly ignoresCase: boolean;
  /** Rule 6: whether a model's gateway name leads to it before any mapping is looked at. */
  readonly gatewayNamesFirst: boolean;
}

/** The reading that is taken. */
export const taken: MappingReading = {
  countsSilent: true,
  silentPriority: 0,
  exact: "before-patterns-of-its-priority",
  onlyRegularExpressions: false,
  matchesPart: false,
  ignoresCase: false,
  gatewayNamesFirst: false,
};

/** Another way to read the API, and what is open if a result depends on it. */
export interface Alternative {
  readonly open: string;
  readonly reading: MappingReading;
  /** In what it differs from the reading that is taken. */
  readonly difference: Partial<MappingReading>;
}

const silentPriority = "which priority a mapping has that names none";
/** What is open about the names that a pattern takes. */
export const openSigns =
  "whether `*` and `?` in a pattern stand for any text, or are signs of a regular expression";

/** What is open where several mappings of one rank take a name, which no reading can decide. */
export const openOrder = "which of several mappings of one priority comes first";

/** What is open where a pattern cannot be followed. */
export const openPattern = "what a pattern takes that is no regular expression we can read";

/** What is open where a pattern goes away and others stay that may take some of its names. */
export const openRest = "which of its names the other patterns take";

/** The other ways to read the API. Each differs in one rule, but for the last, which only makes sense together. */
export const alternatives: readonly Alternative[] = [
  other("whether a mapping counts that does not say `enabled`", { countsSilent: false }),
  other(silentPriority, { silentPriority: Number.NEGATIVE_INFINITY }),
  other(silentPriority, { silentPriority: Number.POSITIVE_INFINITY }),
  other("whether exact names come before all patterns, whatever the priority", { exact: "before-patterns" }),
  other("whether an exact name comes before a pattern of the same priority", {
    exact: "after-patterns-of-its-priority",
  }),
  other("whether a pattern must match the whole name", { matchesPart: true }),
  other("whether upper and lower case differ", { ignoresCase: true }),
  other("whether mappings also take the gateway names of models", { gatewayNamesFirst: true }),
  other(openSigns, { onlyRegularExpressions: true }),
  other(openSigns, { onlyRegularExpressions: true, matchesPart: true }),
];

function other(open: string, difference: Partial<MappingReading>): Alternative {
  return { open, reading: { ...taken, ...difference }, difference };
}

/** A name as it is compared. */
export function fold(name: string, { ignoresCase }: Pick<MappingReading, "ignoresCase">): string {
  return ignoresCase ? name.toLowerCase() : name;
}

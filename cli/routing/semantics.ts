/**
 * How the gateway reads mappings. The API says that a mapping sends an incoming name to a gateway name, that a lower
 * `priority` runs first, and that a pattern is no exact name (the API's section "Mapping"). It leaves the rest open.
 * The default semantics are:
 *
 * 1. Only enabled mappings count. A mapping without `enabled` counts.
 * 2. The matching mapping with the lowest `priority` decides. A mapping without a priority has 0.
 * 3. At the same priority, an exact name comes before a pattern. The order of two exact names or of two patterns is
 *    open; the one whose name in the program comes first in the alphabet is shown.
 * 4. A pattern must match the whole name. If it has signs that only a regular expression has (`.*`, `^`, `[a-z]`,
 *    `a|b`), it is one. Otherwise `*` stands for any text and `?` for one character: `gpt-*` matches `gpt-4`.
 * 5. Upper and lower case differ.
 * 6. A name that no mapping matches resolves to the model that has it as its gateway name. A mapping is followed once:
 *    its target is not mapped again.
 *
 * Each of these could be otherwise, so every result is computed again under each of the `alternatives`, and lists those
 * on which it depends. A file of expectations can `assume` how its gateway works.
 */
export interface Semantics {
  /** Rule 1: whether a mapping without `enabled` counts. */
  readonly countsSilent: boolean;
  /** Rule 2: the priority of a mapping without one. */
  readonly silentPriority: number;
  /** Rules 2 and 3: what decides between an exact name and a pattern. */
  readonly exact: "before-patterns" | "before-patterns-of-its-priority" | "after-patterns-of-its-priority";
  /** Rule 4: whether every pattern is a regular expression, whatever its signs. */
  readonly onlyRegularExpressions: boolean;
  /** Rule 4: whether a regular expression needs to match only a part of the name. */
  readonly matchesPart: boolean;
  /** Rule 5. */
  readonly ignoresCase: boolean;
  /** Rule 6: whether a model's gateway name resolves to it before any mapping is tried. */
  readonly gatewayNamesFirst: boolean;
}

export const defaultSemantics: Semantics = {
  countsSilent: true,
  silentPriority: 0,
  exact: "before-patterns-of-its-priority",
  onlyRegularExpressions: false,
  matchesPart: false,
  ignoresCase: false,
  gatewayNamesFirst: false,
};

/** Another way to read the API. */
interface Alternative {
  /** The open question, as a result that depends on it names it. */
  readonly open: string;
  /** Its difference from the default semantics. */
  readonly difference: Partial<Semantics>;
}

const silentPriority = "which priority a mapping has that names none";

/** Which names a pattern matches is open. */
export const openSigns =
  "whether `*` and `?` in a pattern stand for any text, or are signs of a regular expression";

/** Several mappings of one rank match a name, which no semantics can decide. */
export const openOrder = "which of several mappings of one priority comes first";

/** A pattern cannot be followed. */
export const openPattern = "what a pattern takes that is no regular expression we can read";

/** The patterns have too many combinations to go through all of them. */
export const openBound = "which of its names other patterns take: these are too many to compute";

/** A part of a mapping is not known, so that it may come before all others. */
export const openUntilUp = "which names a mapping takes, as a part of it is known only during the `up`";

/** The API does not say which properties a gateway name is made of (its section "Model"). */
export const openName = "whether the model keeps its gateway name, which only the `up` knows";

/** Each differs in one rule, except for the last, whose two rules only make sense together. */
export const alternatives: readonly Alternative[] = [
  { open: "whether a mapping counts that does not say `enabled`", difference: { countsSilent: false } },
  { open: silentPriority, difference: { silentPriority: Number.NEGATIVE_INFINITY } },
  { open: silentPriority, difference: { silentPriority: Number.POSITIVE_INFINITY } },
  {
    open: "whether exact names come before all patterns, whatever the priority",
    difference: { exact: "before-patterns" },
  },
  {
    open: "whether an exact name comes before a pattern of the same priority",
    difference: { exact: "after-patterns-of-its-priority" },
  },
  { open: "whether a pattern must match the whole name", difference: { matchesPart: true } },
  { open: "whether upper and lower case differ", difference: { ignoresCase: true } },
  { open: "whether mappings also take the gateway names of models", difference: { gatewayNamesFirst: true } },
  { open: openSigns, difference: { onlyRegularExpressions: true } },
  { open: openSigns, difference: { onlyRegularExpressions: true, matchesPart: true } },
];

/** The answers to open questions that a file of expectations can assume, because the team knows its gateway. */
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
} as const satisfies Readonly<Record<string, Partial<Semantics>>>;

export type Assumption = keyof typeof assumptions;

export const assumptionNames = Object.keys(assumptions) as readonly Assumption[];

/** The semantics to route with: first the default with the assumptions, then each alternative that they leave open. */
export function openSemantics(assumed: readonly Assumption[] = []): {
  readonly main: Semantics;
  readonly others: readonly { readonly open: string; readonly semantics: Semantics }[];
} {
  const known: Partial<Semantics> = Object.assign({}, ...assumed.map((name) => assumptions[name]));
  const main = { ...defaultSemantics, ...known };
  return {
    main,
    others: alternatives
      .filter(({ difference }) => !Object.keys(difference).some((rule) => rule in known))
      .map(({ open, difference }) => ({ open, semantics: { ...main, ...difference } })),
  };
}

/** The assumptions that settle an open question as the default semantics do; empty if none settles it. */
export function settledBy(open: string): Assumption[] {
  const [first, ...others] = alternatives.filter((each) => each.open === open);
  const rules = Object.keys(first?.difference ?? {}).filter((rule) =>
    others.every(({ difference }) => rule in difference),
  );
  const isDefault = (rule: string, value: unknown) =>
    Object.entries(defaultSemantics).some(([key, usual]) => key === rule && usual === value);
  return assumptionNames.filter((name) =>
    Object.entries(assumptions[name]).some(([rule, value]) => rules.includes(rule) && isDefault(rule, value)),
  );
}

/** A name as it is compared. */
export function fold(name: string, { ignoresCase }: Pick<Semantics, "ignoresCase">): string {
  return ignoresCase ? name.toLowerCase() : name;
}

import { looksRegular } from "pulumi-workspace-gateway/tools";
import { RE2JS, RE2JSException } from "re2js";
import { automatonOf, type Search, type State } from "./automaton.js";

/**
 * How the gateway interprets mappings. The API specifies three things (see its section "Mapping"): a mapping
 * maps an incoming name to a gateway name, a lower `priority` runs first, and a pattern is not an exact name.
 * It leaves the rest open. The default semantics are:
 *
 * 1. Only enabled mappings count. A mapping without `enabled` counts.
 * 2. The matching mapping with the lowest `priority` decides. A mapping without a priority has priority 0.
 * 3. At the same priority, an exact name comes before a pattern. The order of two exact names or of two
 *    patterns is unspecified. The one whose logical name comes first alphabetically is shown.
 * 4. A pattern must match the whole name. It is a regular expression if it contains characters that only
 *    regular expressions use (`.*`, `^`, `[a-z]`, `a|b`). Otherwise, `*` matches any text and `?` one
 *    character: `gpt-*` matches `gpt-4`.
 * 5. Names are case-sensitive.
 * 6. A name that no mapping matches resolves to the model with that gateway name. A mapping is followed once:
 *    its target is not mapped again.
 *
 * The gateway may differ in each rule. Therefore, every result is also computed under each of the
 * `alternatives`, and lists those on which it depends. An expectations file can `assume` how its gateway
 * works.
 */
export interface Semantics {
  /** Rule 1: a mapping without `enabled` counts. */
  readonly countsSilent: boolean;
  /** Rule 2: priority of a mapping without a `priority`. */
  readonly silentPriority: number;
  /** Rules 2 and 3: order of exact names and patterns. */
  readonly exact: "before-patterns" | "before-patterns-of-its-priority" | "after-patterns-of-its-priority";
  /** Rule 4: every pattern is a regular expression. */
  readonly onlyRegularExpressions: boolean;
  /** Rule 4: a regular expression may match a part of the name. */
  readonly matchesPart: boolean;
  /** Rule 5. */
  readonly ignoresCase: boolean;
  /** Rule 6: gateway names resolve before any mapping is tried. */
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

const silentPriority = "the priority of a mapping that does not set one";

export const openSigns = "whether `*` and `?` in a pattern are wildcards, or part of a regular expression";

export const openOrder = "which of several mappings with the same priority comes first";
export const openPattern = "which names match a pattern that is not a supported regular expression";
export const openBound =
  "which of the pattern's names other patterns match, because there are too many to compute";
export const openUntilUp =
  "which names a mapping matches, because part of the mapping is known only during the `up`";
/** The API does not specify how a gateway name is composed (see its section "Model"). */
export const openName = "whether the model keeps its gateway name, which is known only during the `up`";

/** Each differs from the default in one rule, except the last, whose two rules only make sense together. */
export const alternatives: readonly {
  readonly open: string;
  readonly difference: Partial<Semantics>;
}[] = [
  { open: "whether a mapping without `enabled` counts", difference: { countsSilent: false } },
  { open: silentPriority, difference: { silentPriority: Number.NEGATIVE_INFINITY } },
  { open: silentPriority, difference: { silentPriority: Number.POSITIVE_INFINITY } },
  {
    open: "whether exact names come before all patterns, regardless of priority",
    difference: { exact: "before-patterns" },
  },
  {
    open: "whether an exact name comes before a pattern of the same priority",
    difference: { exact: "after-patterns-of-its-priority" },
  },
  { open: "whether a pattern must match the whole name", difference: { matchesPart: true } },
  { open: "whether names are case-sensitive", difference: { ignoresCase: true } },
  {
    open: "whether mappings also match the gateway names of models",
    difference: { gatewayNamesFirst: true },
  },
  { open: openSigns, difference: { onlyRegularExpressions: true } },
  { open: openSigns, difference: { onlyRegularExpressions: true, matchesPart: true } },
];

/** Answers to open questions, which an expectations file can assume if the team knows them. */
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

/** `main` is the default with the assumptions. `others` are the alternatives that they leave open. */
export function openSemantics(assumed: readonly Assumption[] = []) {
  const known: Partial<Semantics> = Object.assign({}, ...assumed.map((name) => assumptions[name]));
  const main: Semantics = { ...defaultSemantics, ...known };
  const others = alternatives
    .filter(({ difference }) => !Object.keys(difference).some((rule) => rule in known))
    .map(({ open, difference }) => ({ open, semantics: { ...main, ...difference } }));
  return { main, others };
}

/** Assumptions that answer an open question in the same way as the default semantics. */
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

export function fold(name: string, { ignoresCase }: Pick<Semantics, "ignoresCase">): string {
  return ignoresCase ? name.toLowerCase() : name;
}

export interface Pattern {
  readonly text: string;
  /** The prefix of every matching name. */
  readonly prefix: string;
  /** Whether the pattern also matches every name that begins with a matching name. */
  readonly isOpen: boolean;
  /** @param name - folded in the way the semantics compare names */
  matches(name: string): boolean;
  /** The start state of the pattern's automaton. Undefined if RE2 cannot parse the pattern. */
  start(search: Search): State | undefined;
}

/** Compares prefixes only, so it may return true for patterns that do not overlap. */
export function mayOverlap(one: Pattern, other: Pattern): boolean {
  return one.prefix.startsWith(other.prefix) || other.prefix.startsWith(one.prefix);
}

/** Semantics that interpret patterns the same way share an index, and so do both setups of a change. */
export function patternIndexes(texts: readonly string[]) {
  const known = new Map<string, ReturnType<typeof indexOf>>();
  return (semantics: Semantics) => {
    const { onlyRegularExpressions, matchesPart, ignoresCase } = semantics;
    const key = JSON.stringify([onlyRegularExpressions, matchesPart, ignoresCase]);
    const index = known.get(key) ?? indexOf(texts, semantics);
    known.set(key, index);
    return index;
  };
}

function indexOf(texts: readonly string[], semantics: Semantics) {
  const patterns = new Map(texts.map((text) => [text, readPattern(text, semantics)]));
  const readable = [...patterns.values()].filter((pattern) => pattern !== undefined);
  // Tries only patterns whose prefix matches.
  const byPrefix = Map.groupBy(readable, ({ prefix }) => prefix);
  const lengths = new Set([...byPrefix.keys()].map(({ length }) => length));
  const matching = keepingLast((name: string) => {
    const folded = fold(name, semantics);
    return [...lengths]
      .filter((length) => length <= folded.length)
      .flatMap((length) => byPrefix.get(folded.slice(0, length)) ?? [])
      .filter((pattern) => pattern.matches(folded));
  });
  return {
    /** Undefined for a pattern that cannot be parsed. */
    patternOf: (text: string) => patterns.get(text),
    matching,
    /** Patterns that certainly match every name that this pattern matches. Includes the pattern itself. */
    covering: keepingLast((text) => {
      const pattern = patterns.get(text);
      return pattern === undefined
        ? []
        : [pattern, ...matching(pattern.prefix).filter((each) => each.isOpen && each !== pattern)];
    }),
  };
}

/** The same name is looked up under many semantics in a row. */
function keepingLast<T>(answerTo: (text: string) => T): (text: string) => T {
  let last: { readonly text: string; readonly answer: T } | undefined;
  return (text) => {
    last = last?.text === text ? last : { text, answer: answerTo(text) };
    return last.answer;
  };
}

/** No model name needs a longer pattern than this, and a longer pattern would slow down a review. */
const longest = 2000;

/** Whether the pattern contains wildcards that a regular expression would interpret differently. */
export function hasWildcards(text: string): boolean {
  return !looksRegular(text) && /[*?]/.test(text);
}

/** Undefined for a regular expression that is invalid or unsupported. */
function readPattern(text: string, semantics: Semantics): Pattern | undefined {
  if (text.length > longest) {
    return undefined;
  }
  const isRegular = semantics.onlyRegularExpressions || looksRegular(text);
  const expression = isRegular ? text : asRegularExpression(text);
  const isPart = isRegular && semantics.matchesPart;
  const flags = RE2JS.DOTALL | (semantics.ignoresCase ? RE2JS.CASE_INSENSITIVE : 0);
  let compiled: RE2JS | undefined | null = null;
  const engine = () => {
    compiled = compiled === null ? compile(expression, flags) : compiled;
    return compiled;
  };
  const wildcards = text.includes("?") ? undefined : text.split(/\*+/);
  const parts = isRegular ? textsBetweenDots(text, isPart) : wildcards;
  const matcher =
    parts === undefined
      ? regular(expression, engine(), isPart, semantics)
      : plain(parts.map((part) => fold(part, semantics)));
  let state: State | undefined;
  const start = (search: Search) => {
    const automaton = engine();
    state ??= automaton && automatonOf(automaton, isPart, search);
    return state;
  };
  return matcher && { text, ...matcher, start };
}

type Matcher = Pick<Pattern, "prefix" | "isOpen" | "matches">;

function asRegularExpression(wildcards: string): string {
  return wildcards
    .split(/([*?])/)
    .map((part) => (part === "*" ? ".*" : part === "?" ? "." : RE2JS.quote(part)))
    .join("");
}

/** Most regular expressions are literal text with `.*` in between. Undefined for others. */
function textsBetweenDots(text: string, isPart: boolean): string[] | undefined {
  const parts = text
    .replace(/^\^/, "")
    .replace(/\$$/, "")
    .split(/(?:\.\*)+/);
  if (!parts.every((part) => /^(?:[^\\^$()[\]{}|+*?.]|\\[^A-Za-z0-9\u0080-\u{10ffff}])*$/u.test(part))) {
    return undefined;
  }
  const before = isPart && !text.startsWith("^") ? [""] : [];
  const after = isPart && !text.endsWith("$") ? [""] : [];
  return [...before, ...parts.map((part) => part.replaceAll(/\\(.)/gsu, "$1")), ...after];
}

/** Matches literal text with wildcards in between, many times faster than the regular expression engine. */
function plain([first = "", ...rest]: readonly string[]): Matcher {
  const last = rest.pop();
  const matches = (name: string) => {
    if (last === undefined) {
      return name === first;
    }
    if (!name.startsWith(first) || !name.endsWith(last)) {
      return false;
    }
    let at = first.length;
    for (const part of rest) {
      const found = name.indexOf(part, at);
      if (found < 0) {
        return false;
      }
      at = found + part.length;
    }
    return at <= name.length - last.length;
  };
  return { prefix: first, isOpen: last === "", matches };
}

function regular(
  expression: string,
  engine: RE2JS | undefined,
  isPart: boolean,
  semantics: Semantics,
): Matcher | undefined {
  const begin = fold(prefixOf(expression), semantics);
  return (
    engine && {
      prefix: isPart && !expression.startsWith("^") ? "" : begin,
      isOpen: false,
      // A substring check is much cheaper than running the engine.
      matches: (name) => (isPart ? name.includes(begin) && engine.test(name) : engine.testExact(name)),
    }
  );
}

function compile(expression: string, flags: number): RE2JS | undefined {
  try {
    return RE2JS.compile(expression, flags);
  } catch (error) {
    if (error instanceof RE2JSException) {
      return undefined;
    }
    throw error;
  }
}

/** The literal prefix of every match, as far as it is easy to determine. */
function prefixOf(expression: string): string {
  if (expression.includes("|")) {
    return "";
  }
  const [, text = "", next = ""] = /^\^?([\p{L}\p{N}/_:@, -]*)(.?)/su.exec(expression) ?? [];
  return /[*?{]/.test(next) ? text.replace(/.$/su, "") : text;
}

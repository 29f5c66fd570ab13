import { looksRegular } from "pulumi-workspace-gateway/tools";
import { RE2JS, RE2JSException } from "re2js";
import { automatonOf, type Search, type State } from "./automaton.js";
import { fold, type Semantics } from "./semantics.js";

/** A pattern under one semantics. */
export interface Pattern {
  readonly text: string;
  /** The beginning of every name that it matches. */
  readonly prefix: string;
  /** Whether it also matches whatever begins with a name that it matches. */
  readonly isOpen: boolean;
  /** @param name - folded as the semantics compares names */
  matches(name: string): boolean;
  /** Its automaton, at the start. Undefined if the engine cannot read it. */
  start(search: Search): State | undefined;
}

/** Whether a name may match both, by how they begin; true also where that does not tell. */
export function mayOverlap(one: Pattern, other: Pattern): boolean {
  return one.prefix.startsWith(other.prefix) || other.prefix.startsWith(one.prefix);
}

/** The patterns of a workspace under one semantics. */
export interface PatternIndex {
  /** Undefined for a pattern that cannot be followed. */
  patternOf(text: string): Pattern | undefined;
  matching(name: string): readonly Pattern[];
  /** The patterns that certainly match every name that this one matches: itself is one of them. */
  covering(text: string): readonly Pattern[];
}

/** Indexes patterns. Semantics that read patterns alike share an index, and so do several moments of a workspace. */
export function patternIndexes(texts: readonly string[]): (semantics: Semantics) => PatternIndex {
  const known = new Map<string, PatternIndex>();
  return (semantics) => {
    const { onlyRegularExpressions, matchesPart, ignoresCase } = semantics;
    const key = JSON.stringify([onlyRegularExpressions, matchesPart, ignoresCase]);
    const index = known.get(key) ?? indexOf(texts, semantics);
    known.set(key, index);
    return index;
  };
}

function indexOf(texts: readonly string[], semantics: Semantics): PatternIndex {
  const patterns = new Map(texts.map((text) => [text, readPattern(text, semantics)]));
  const readable = [...patterns.values()].filter((pattern) => pattern !== undefined);
  // Only the patterns that begin as the name does are tried.
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
    patternOf: (text) => patterns.get(text),
    matching,
    covering: keepingLast((text) => {
      const pattern = patterns.get(text);
      return pattern === undefined
        ? []
        : [pattern, ...matching(pattern.prefix).filter((each) => each.isOpen && each !== pattern)];
    }),
  };
}

/** The same name is asked for under many semantics, one after the other. */
function keepingLast<T>(answerTo: (text: string) => T): (text: string) => T {
  let last: { readonly text: string; readonly answer: T } | undefined;
  return (text) => {
    last = last?.text === text ? last : { text, answer: answerTo(text) };
    return last.answer;
  };
}

/** No model's name needs a longer pattern, and a review should not wait for one. */
const longest = 2000;

/** Whether the default semantics reads a pattern as a text with wildcards that differs from the regular expression. */
export function hasWildcards(text: string): boolean {
  return !looksRegular(text) && /[*?]/.test(text);
}

/** Undefined for a regular expression that is invalid or cannot be followed. */
function readPattern(text: string, semantics: Semantics): Pattern | undefined {
  if (text.length > longest) {
    return undefined;
  }
  const isExpression = isRegular(text, semantics);
  const expression = isExpression ? text : asRegularExpression(text);
  const isPart = isExpression && semantics.matchesPart;
  const parts = partsOf(text, semantics);
  const compiled = once(() =>
    compile(expression, RE2JS.DOTALL | (semantics.ignoresCase ? RE2JS.CASE_INSENSITIVE : 0)),
  );
  const matcher =
    parts === undefined
      ? regular(expression, compiled(), { ...semantics, matchesPart: isPart })
      : plain(parts, semantics);
  let start: State | undefined;
  const startOf = (search: Search) => {
    const engine = compiled();
    start ??= engine && automatonOf(engine, isPart, search);
    return start;
  };
  return matcher && { text, ...matcher, start: startOf };
}

type Matcher = Pick<Pattern, "prefix" | "isOpen" | "matches">;

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

function isRegular(text: string, { onlyRegularExpressions }: Semantics): boolean {
  return onlyRegularExpressions || looksRegular(text);
}

/** The texts of a pattern that is nothing but texts with anything between them. */
function partsOf(text: string, semantics: Semantics): string[] | undefined {
  if (isRegular(text, semantics)) {
    return textsBetweenDots(text, semantics);
  }
  return text.includes("?") ? undefined : text.split(/\*+/);
}

function asRegularExpression(wildcards: string): string {
  return wildcards
    .split(/([*?])/)
    .map((part) => (part === "*" ? ".*" : part === "?" ? "." : RE2JS.quote(part)))
    .join("");
}

/** The texts of a regular expression that is nothing but texts and `.*` between them, as most are. */
function textsBetweenDots(text: string, { matchesPart }: Semantics): string[] | undefined {
  const parts = text
    .replace(/^\^/, "")
    .replace(/\$$/, "")
    .split(/(?:\.\*)+/);
  if (!parts.every((part) => /^(?:[^\\^$()[\]{}|+*?.]|\\[^A-Za-z0-9\u0080-\u{10ffff}])*$/u.test(part))) {
    return undefined;
  }
  const before = matchesPart && !text.startsWith("^") ? [""] : [];
  const after = matchesPart && !text.endsWith("$") ? [""] : [];
  return [...before, ...parts.map((part) => part.replaceAll(/\\(.)/gsu, "$1")), ...after];
}

/** A pattern of texts with anything between them, without the engine, which is many times slower. */
function plain(written: readonly string[], semantics: Semantics): Matcher {
  const [first = "", ...rest] = written.map((part) => fold(part, semantics));
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

function regular(expression: string, compiled: RE2JS | undefined, semantics: Semantics): Matcher | undefined {
  if (compiled === undefined) {
    return undefined;
  }
  const begin = fold(prefixOf(expression), semantics);
  if (semantics.matchesPart) {
    const prefix = expression.startsWith("^") ? begin : "";
    // Looking for a text costs much less than the engine.
    const matches = (name: string) => name.includes(begin) && compiled.test(name);
    return { prefix, isOpen: false, matches };
  }
  return { prefix: begin, isOpen: false, matches: (name) => compiled.testExact(name) };
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

/** The text that every match of a regular expression begins with, as far as that is easily seen. */
function prefixOf(expression: string): string {
  if (expression.includes("|")) {
    return "";
  }
  const [, text = "", next = ""] = /^\^?([\p{L}\p{N}/_:@, -]*)(.?)/su.exec(expression) ?? [];
  return /[*?{]/.test(next) ? text.replace(/.$/su, "") : text;
}

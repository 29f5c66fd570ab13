import { RE2JS, RE2JSException } from "re2js";
import type { MappingReading } from "./mapping-reading.js";
import { fold } from "./mapping-reading.js";

/** What a pattern takes, under one reading. */
export interface Pattern {
  readonly text: string;
  /** What every name begins with that it takes. */
  readonly prefix: string;
  /** Whether what begins with a text that it takes is taken too. */
  readonly isOpen: boolean;
  /** Asked with a name that is folded as the reading compares names. */
  takes(name: string): boolean;
}

/** Whether there may be a name that both take; true also where that is not certain. */
export function mayShare(one: Pattern, other: Pattern): boolean {
  return one.prefix.startsWith(other.prefix) || other.prefix.startsWith(one.prefix);
}

/** Longer ones are not followed: no model's name needs them, and a review should not wait for one. */
const longest = 2000;

const signsOfRegularExpressions = /\.[*+?]|[\\^$()[\]{}|+]/;

/** Whether a pattern is read as a regular expression because of what it looks like. */
function looksRegular(text: string): boolean {
  return signsOfRegularExpressions.test(text);
}

/** Whether a pattern is read as a text with wildcards, and would mean something else as a regular expression. */
export function hasWildcards(text: string): boolean {
  return !looksRegular(text) && /[*?]/.test(text);
}

/** Undefined for what is no regular expression that can be followed. */
export function readPattern(text: string, reading: MappingReading): Pattern | undefined {
  if (text.length > longest) {
    return undefined;
  }
  const parts = partsOf(text, reading);
  if (parts !== undefined) {
    return plain(text, parts, reading);
  }
  return isRegular(text, reading)
    ? regular(text, text, reading)
    : regular(text, asRegularExpression(text), { ...reading, matchesPart: false });
}

/** Whether only the engine can follow a pattern, under one reading. */
export function needsEngine(text: string, reading: MappingReading): boolean {
  return text.length <= longest && partsOf(text, reading) === undefined;
}

function isRegular(text: string, { onlyRegularExpressions }: MappingReading): boolean {
  return onlyRegularExpressions || looksRegular(text);
}

/** The texts of a pattern that is nothing but texts with anything between them. */
function partsOf(text: string, reading: MappingReading): string[] | undefined {
  if (isRegular(text, reading)) {
    return textsBetweenDots(text, reading);
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
function textsBetweenDots(text: string, { matchesPart }: MappingReading): string[] | undefined {
  const parts = text
    .replace(/^\^/, "")
    .replace(/\$$/, "")
    .split(/(?:\.\*)+/);
  if (!parts.every((part) => /^(?:[^\\^$()[\]{}|+*?.]|\\[^\p{L}\p{N}])*$/u.test(part))) {
    return undefined;
  }
  const before = matchesPart && !text.startsWith("^") ? [""] : [];
  const after = matchesPart && !text.endsWith("$") ? [""] : [];
  return [...before, ...parts.map((part) => part.replaceAll(/\\(.)/gsu, "$1")), ...after];
}

/** A pattern of texts with anything between them: no engine is needed, which is many times faster. */
function plain(text: string, written: readonly string[], reading: MappingReading): Pattern {
  const parts = written.map((part) => fold(part, reading));
  const [first = "", ...rest] = parts;
  const last = rest.pop();
  const takes = (name: string) => {
    if (last === undefined) {
      return name === first;
    }
    const end = name.length - last.length;
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
    return at <= end;
  };
  return { text, prefix: first, isOpen: last === "", takes };
}

function regular(text: string, expression: string, reading: MappingReading): Pattern | undefined {
  const compiled = compile(expression, RE2JS.DOTALL | (reading.ignoresCase ? RE2JS.CASE_INSENSITIVE : 0));
  if (compiled === undefined) {
    return undefined;
  }
  const begin = fold(prefixOf(expression), reading);
  if (reading.matchesPart) {
    const prefix = expression.startsWith("^") ? begin : "";
    // Looking for a text costs much less than the engine.
    const takes = (name: string) => name.includes(begin) && compiled.test(name);
    return { text, prefix, isOpen: false, takes };
  }
  return { text, prefix: begin, isOpen: false, takes: (name) => compiled.testExact(name) };
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

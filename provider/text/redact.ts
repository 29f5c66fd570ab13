import { type Spelling, spellings } from "./spellings.js";
import { viewsOf } from "./text-view.js";

const mark = "[secret]";

/** Shorter secrets are covered only where they stand alone, because too many words contain them. */
const shortestInWords = 4;

type Range = readonly [start: number, end: number];

/**
 * Replaces every secret in a text, also as JSON, a URL, a form, HTML, base64 or hex would spell it.
 *
 * All secrets are searched for in the original text and replaced together. Otherwise a secret could be found
 * in the mark that replaces another one. If the text may have been cut in the middle of a secret, `until`
 * says where the result ends.
 */
export function redact(text: string, secrets: readonly string[], until = text.length): string {
  return covered(text, secrets.flatMap(findersOf), until);
}

/**
 * Replaces these secrets and the passwords of URLs in many texts that are written for people: besides the same spellings, in any letter
 * case, as hosts have it, with other white space and quotes, a number with separators, and a part of which a printer has cut the rest.
 */
export function redactor(secrets: readonly string[]): (text: string) => string {
  const own = [...new Set(secrets.flatMap((secret) => [secret, secret.trim()]))].filter(
    (each) => each.trim() !== "",
  );
  const loose = own.filter(({ length }) => length >= shortestInWords).map(looseSpelling);
  const finders = [
    ...own.map(finderOf),
    ...loose.map((spelling) => (text: string) => matchesOf(text, spelling)),
  ];
  const spelled = own.flatMap((secret) => spellings(secret).map((each) => literal(each.spelled)));
  // Most texts hold no secret, and one search for all of them is much faster than one for each.
  const [anyLoose, any] = [new RegExp(loose.join("|"), "i"), new RegExp(spelled.join("|"))];
  const ofSecrets = (text: string) => [
    ...(any.test(text) || anyLoose.test(text) ? finders.flatMap((find) => [...find(text)]) : []),
    ...(cut.test(text) ? cutParts(text, own) : []),
  ];
  const always = own.length === 0 ? [] : [ofSecrets];
  return (text) => covered(text, mayHaveAt.test(text) ? [...always, passwordRanges] : always);
}

function literal(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/-]/g, "\\$&");
}

/** Numbers for people have no more digits. */
const mostDigits = 12;

/** The pattern of a secret as it is shown to people. */
function looseSpelling(secret: string): string {
  if (/^\d+(?:\.\d+)?$/.test(secret)) {
    const separator = "[,._'’\\s]?";
    const digits = secret.replace(".", "");
    return digits.length <= mostDigits
      ? [...digits].join(separator)
      : `${[...digits.slice(0, mostDigits - 1)].join(separator)}(?:${separator}\\d)+`;
  }
  return literal(secret).replaceAll("`", "[`']").replaceAll(/\s+/g, "[\\s·⇥␍]+");
}

/** An `@`, or the digits of one that is encoded. */
const mayHaveAt = /@|40|64/;

type Finder = (text: string) => Iterable<Range>;

function covered(text: string, finders: readonly Finder[], until = text.length): string {
  const found: Range[] = [];
  for (const view of finders.length === 0 ? [] : viewsOf(text)) {
    for (const [start, end] of finders.flatMap((find) => [...find(view.text)])) {
      found.push([view.place(start), view.place(end)]);
    }
  }
  return withMarks(text, found, until);
}

function findersOf(secret: string): Finder[] {
  const spelled = new Set([secret, secret.trim()]);
  return [...spelled].filter((each) => each.trim() !== "").map(finderOf);
}

function* matchesOf(text: string, pattern: string): Generator<Range> {
  for (const { index, 0: found } of text.matchAll(new RegExp(pattern, "gi"))) {
    yield [index, index + found.length];
  }
}

/** A shorter part of a secret does not count where the rest is cut off. */
const shortestPart = 4;
const cut = /…|\.{3}/;

/** The beginnings of secrets before a cut, and their ends after one. */
function* cutParts(text: string, secrets: readonly string[]): Generator<Range> {
  const lower = text.toLowerCase();
  for (const secret of secrets.map((each) => each.toLowerCase())) {
    for (const [start, at] of occurrences(lower, secret.slice(0, shortestPart))) {
      let end = at;
      while (end - start < secret.length && lower[end] === secret[end - start]) {
        end++;
      }
      yield* lower.startsWith("…", end) || lower.startsWith("...", end) ? [[start, end] as const] : [];
    }
    for (const [at, end] of occurrences(lower, secret.slice(-shortestPart))) {
      let start = at;
      while (end - start < secret.length && lower[start - 1] === secret[secret.length - 1 - end + start]) {
        start--;
      }
      yield* lower.endsWith("…", start) || lower.endsWith("...", start) ? [[start, end] as const] : [];
    }
  }
}

/**
 * The password of a URL such as `https://user:password@host`, as a browser reads it: the last `@` before the path ends it, and slashes
 * may be missing. Where it is empty, as with a token, the user counts. A password that should have been encoded ends at the first `@`,
 * unless it begins as a port and what follows one.
 */
const password =
  /(?:[a-z0-9+.-]:[\\/]{2,}|\b(?:https?|wss?|ftp):[\\/]?)(?:(?<user>[^\s/?#:"<>`\\]{1,512}):|[^\s/?#:"<>`\\]{0,512}:(?<password>[^\s/?#"<>`\\]{1,512})|[^\s/?#:"<>`\\[]{0,512}:(?!\d{0,5}(?:[/?#"'<>`\\,;)]|$))(?<raw>[^\s@]{1,512}))@/dgi;

function* passwordRanges(text: string): Generator<Range> {
  for (const { indices } of text.matchAll(password)) {
    const { password, raw, user } = indices?.groups ?? {};
    const range = password ?? raw ?? user;
    if (range !== undefined) {
      yield range;
    }
  }
}

/** The passwords in the URLs of a text, as they stand there, and decoded if they are encoded. */
export function passwordsIn(text: string): string[] {
  const found = [...passwordRanges(text)].map(([start, end]) => text.slice(start, end));
  return found.flatMap((each) => [each, ...(decodedUri(each) ?? [])]);
}

function decodedUri(text: string): [string] | undefined {
  try {
    const decoded = decodeURIComponent(text);
    return decoded === text ? undefined : [decoded];
  } catch {
    return undefined; // a percent sign that stands for itself
  }
}

function finderOf(secret: string): Finder {
  if (secret.length < shortestInWords) {
    return (text) => wordsOf(text, secret);
  }
  const all = spellings(secret);
  return (text) => all.flatMap((spelling) => [...partsOf(text, spelling)]);
}

function* wordsOf(text: string, word: string): Generator<Range> {
  const isInWord = (character = " ") => /[\p{L}\p{N}_]/u.test(character);
  for (const [start, end] of occurrences(text, word)) {
    if (!isInWord(text[start - 1]) && !isInWord(text[end])) {
      yield [start, end];
    }
  }
}

function* partsOf(text: string, { spelled, before, after }: Spelling): Generator<Range> {
  for (const [start, end] of occurrences(text, spelled)) {
    let last = Math.min(end + after, text.length);
    while (after > 0 && text[last] === "=") {
      last++;
    }
    yield [Math.max(0, start - before), last];
  }
}

function* occurrences(text: string, part: string): Generator<Range> {
  for (let at = text.indexOf(part); at >= 0; at = text.indexOf(part, at + part.length)) {
    yield [at, at + part.length];
  }
}

/** The text with a mark for each range. Overlapping ranges get one mark; an existing mark stays. */
function withMarks(text: string, ranges: readonly Range[], until: number): string {
  let shown = "";
  let at = 0;
  for (const range of ranges.toSorted(([a], [b]) => a - b)) {
    const [start, end] = range;
    if (start >= until) {
      break;
    }
    if (isInMark(text, range)) {
      continue;
    }
    shown += start < at ? "" : text.slice(at, start) + mark;
    at = Math.max(at, end);
  }
  return shown + text.slice(at, Math.max(at, until));
}

function isInMark(text: string, [start, end]: Range): boolean {
  const first = Math.max(0, start - mark.length + 1);
  const from = first + text.slice(first, start + 1).lastIndexOf("[");
  return text.startsWith(mark, from) && from <= start && end <= from + mark.length;
}

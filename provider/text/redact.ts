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
  const found: Range[] = [];
  const known = new Set(secrets.flatMap((secret) => [secret, secret.trim()]));
  const finders = [...known].filter((secret) => secret.trim() !== "").map(finderOf);
  for (const view of finders.length === 0 ? [] : viewsOf(text)) {
    for (const [start, end] of finders.flatMap((find) => [...find(view.text)])) {
      found.push([view.place(start), view.place(end)]);
    }
  }
  return withMarks(text, found, until);
}

function finderOf(secret: string): (text: string) => Iterable<Range> {
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

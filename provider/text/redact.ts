const mark = "[secret]";

/** Shorter secrets are redacted only as whole words, because too many words contain them. */
const shortestInWords = 4;

type Range = readonly [start: number, end: number];

/**
 * Replaces every secret in the text, even if it is encoded as JSON, a URL, a form, HTML, base64 or hex.
 *
 * All secrets are searched for in the original text and replaced together. Otherwise a secret could match
 * inside the mark that replaces another one. If the text may have been truncated within a secret, `until`
 * is where the result ends.
 */
export function redact(text: string, secrets: readonly string[], until = text.length): string {
  return covered(text, trimmed(secrets).map(finderOf), until);
}

/**
 * Masks the given secrets, and passwords in URLs, in text shown to users. Like `redact`, but also ignores
 * letter case, whitespace, quotes and digit separators, and finds secrets that a printer has truncated.
 */
export function redactor(secrets: readonly string[]): (text: string) => string {
  const own = trimmed(secrets);
  const loose = own.filter(({ length }) => length >= shortestInWords).map(looseSpelling);
  const patterns = loose.map((spelling) => new RegExp(spelling, "gi"));
  const finders = [
    ...own.map(finderOf),
    ...patterns.map((pattern) => (text: string) => matchesOf(text, pattern)),
  ];
  const spelled = own.flatMap((secret) => spellings(secret).map((each) => literal(each.spelled)));
  // Most text contains no secrets, and one search for all secrets is much faster than one search for each.
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

/** Numbers in text for users have at most this many digits. */
const mostDigits = 12;

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

/** An `@`, or the digits of an encoded one. */
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

function trimmed(secrets: readonly string[]): string[] {
  const all = new Set(secrets.flatMap((secret) => [secret, secret.trim()]));
  return [...all].filter((secret) => secret.trim() !== "");
}

function* matchesOf(text: string, pattern: RegExp): Generator<Range> {
  for (const { index, 0: found } of text.matchAll(pattern)) {
    yield [index, index + found.length];
  }
}

/** Shorter parts of a truncated secret are ignored. */
const shortestPart = 4;
const cut = /…|\.{3}/;

/** Yields the starts of secrets before an ellipsis, and their ends after one. */
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
 * The password of a URL such as `https://user:password@host`, as a browser parses it. The last `@` before the
 * path ends it, and slashes may be missing. If it is empty, as with a token, the user name is used. A
 * password that should have been encoded ends at the first `@`, unless it starts with a possible port and a
 * delimiter.
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

export function passwordsIn(text: string): string[] {
  const found = [...passwordRanges(text)].map(([start, end]) => text.slice(start, end));
  return found.flatMap((each) => [each, ...(decodedUri(each) ?? [])]);
}

function decodedUri(text: string): [string] | undefined {
  try {
    const decoded = decodeURIComponent(text);
    return decoded === text ? undefined : [decoded];
  } catch {
    return undefined; // a literal percent sign
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

/** Overlapping ranges share one mark. An existing mark is kept. */
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

interface Spelling {
  readonly spelled: string;
  /** The number of characters around `spelled` that also encode a part of the secret. */
  readonly before: number;
  readonly after: number;
}

/** The secret as written, one character per byte (as in URLs), in hex, and in base64 at any offset. */
function spellings(secret: string): Spelling[] {
  const bytes = Buffer.from(secret);
  const hex = bytes.toString("hex");
  const whole = new Set([secret, bytes.toString("latin1"), hex, hex.toUpperCase()]);
  return [
    ...[...whole].map((spelled) => ({ spelled, before: 0, after: 0 })),
    ...[0, 1, 2].flatMap((offset) => inBase64(bytes, offset)),
  ];
}

/** Four base64 characters encode three bytes, so the encoded form of a secret depends on its `offset`. */
function inBase64(bytes: Buffer, offset: number): Spelling[] {
  const ends = offset + bytes.length;
  const first = Math.ceil((offset * 8) / 6);
  const last = Math.floor((ends * 8) / 6);
  const text = Buffer.concat([Buffer.alloc(offset), bytes])
    .toString("base64")
    .slice(first, last);
  const around = { before: (offset * 8) % 6 === 0 ? 0 : 1, after: (ends * 8) % 6 === 0 ? 0 : 1 };
  const url = text.replaceAll("+", "-").replaceAll("/", "_");
  return (url === text ? [text] : [text, url]).map((spelled) => ({ spelled, ...around }));
}

/** Text with decoded escape sequences, and the original position of each character. */
interface View {
  readonly text: string;
  /** The original position of the character at `index`. After the last one, the end of the original text. */
  place(index: number): number;
}

/** `read` decodes one sequence. It returns undefined for literal text. */
interface Notation {
  readonly escapes: RegExp;
  read(sequence: RegExpExecArray): string | undefined;
}

const jsonEscapes: Readonly<Record<string, string>> = { b: "\b", f: "\f", n: "\n", r: "\r", t: "\t" };
const entities: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };
const lastCodePoint = 0x10ffff;

const notations: readonly Notation[] = [
  {
    // JSON, and Markdown, in which any punctuation may be escaped
    escapes: /\\(?:u([\da-fA-F]{4})|([!-/:-@[-`{-~]|[bfnrt]))/g,
    read: ([, unit, letter = ""]) =>
      unit === undefined ? (jsonEscapes[letter] ?? letter) : String.fromCharCode(Number.parseInt(unit, 16)),
  },
  { escapes: /%([\da-f]{2})/gi, read: byte },
  { escapes: /%([\da-f]{2})|\+/gi, read: (sequence) => (sequence[1] === undefined ? " " : byte(sequence)) },
  {
    escapes: /&(?:#0{0,8}(\d{1,7})|#x0{0,8}([\da-f]{1,6})|(amp|lt|gt|quot|apos));?/gi,
    read: ([, decimal, hex, name = ""]) => {
      const point = Number.parseInt(decimal ?? hex ?? "", decimal === undefined ? 16 : 10);
      return Number.isNaN(point) || point > lastCodePoint
        ? entities[name.toLowerCase()]
        : String.fromCodePoint(point);
    },
  },
];

function byte([, hex = ""]: RegExpExecArray): string {
  return String.fromCharCode(Number.parseInt(hex, 16));
}

/** The supported nesting depth of notations, for example JSON in a web page. */
const mostNested = 2;

function viewsOf(text: string): View[] {
  let layer: View[] = [{ text, place: (index) => index }];
  const views = [...layer];
  for (let depth = 0; depth < mostNested; depth++) {
    layer = layer.flatMap((view) => notations.flatMap((notation) => readAs(notation, view)));
    views.push(...layer);
  }
  return views;
}

/** Empty if the text has no escape sequence of this notation. */
function readAs({ escapes, read }: Notation, view: View): View[] {
  const parts: string[] = [];
  const places: number[] = [];
  let at = 0;
  const keep = (until: number) => {
    parts.push(view.text.slice(at, until));
    for (; at < until; at++) {
      places.push(at);
    }
  };
  for (const sequence of view.text.matchAll(escapes)) {
    const meaning = read(sequence);
    if (meaning !== undefined) {
      keep(sequence.index);
      parts.push(meaning);
      places.push(...meaning.split("").map(() => sequence.index));
      at = sequence.index + sequence[0].length;
    }
  }
  if (parts.length === 0) {
    return [];
  }
  keep(view.text.length);
  return [{ text: parts.join(""), place: (index) => view.place(places[index] ?? at) }];
}

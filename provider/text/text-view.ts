/** A text with its escape sequences decoded, and the place from which each of its characters comes. */
interface View {
  readonly text: string;
  /** Where the character at `index` begins in the original; after the last one, where the original ends. */
  place(index: number): number;
}

/** The escape sequences of one notation. `read` decodes one; undefined if it stands for itself. */
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

/** One byte as one character. `spellings` writes the secrets to search for in the same way. */
function byte([, hex = ""]: RegExpExecArray): string {
  return String.fromCharCode(Number.parseInt(hex, 16));
}

/** How many notations may be nested, for example JSON in a web page. */
const mostNested = 2;

/** The text as it is, decoded by each notation, and by each two, one after the other. */
export function viewsOf(text: string): View[] {
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

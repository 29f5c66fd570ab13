import { didYouMean, inOurWords, messageOf, printable, quoted } from "pulumi-workspace-gateway/tools";
import { type Document, isMap, isNode, isScalar, isSeq, LineCounter, parseDocument, visit } from "yaml";
import type { z } from "zod";

/** Thrown if the file is invalid. The message lists one problem per line, with its position. */
class YamlFileError extends Error {
  override readonly name = "YamlFileError";

  constructor(...problems: readonly string[]) {
    super(problems.map(printable).join("\n"));
  }
}

interface YamlFormat<T> {
  readonly what: string;
  readonly schema: z.ZodType<T>;
  /** Keys that the mapping at `path` may have. */
  keysAt(path: readonly PropertyKey[]): readonly string[];
}

/** Limit in characters, because some text takes more than linear time to parse. */
const longestFile = 100_000;

const mostProblems = 20;

/** Line and column both start at 1. */
export interface YamlPlace {
  readonly line: number;
  readonly column: number;
}

/** An unknown key is an error, because a misspelled setting would otherwise have no effect. */
export function readYaml<T>(text: string, file: string, format: YamlFormat<T>): T {
  return readPlacedYaml(text, file, format).value;
}

export function readPlacedYaml<T>(text: string, file: string, format: YamlFormat<T>) {
  if (text.length > longestFile) {
    throw new YamlFileError(
      `${file}:1:1: the file is longer than ${longestFile} characters, the limit for the ${format.what}`,
    );
  }
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false });
  const placeAt = (offset: number): YamlPlace => {
    const { line, col } = lines.linePos(offset);
    return { line, column: col };
  };
  const at = (offset = 0) => {
    const { line, column } = placeAt(offset);
    return `${file}:${line}:${column}`;
  };
  const [broken] = document.errors;
  if (broken !== undefined) {
    throw new YamlFileError(`${at(broken.pos[0])}: ${understandable(broken.message)}`);
  }
  const read = format.schema.safeParse(contentsOf(document, at), inOurWords);
  if (read.success) {
    return { value: read.data, placeOf: (path: readonly PropertyKey[]) => placeAt(offsetOf(document, path)) };
  }
  const problems = read.error.issues.flatMap(ofOneForm).flatMap((issue) =>
    issue.code === "unrecognized_keys"
      ? issue.keys.map((key) => ({
          path: [...issue.path, key],
          message: unknownKey(format, issue.path, key),
        }))
      : [{ path: issue.path, message: `${issue.path.join(".") || "the file"}: ${issue.message}` }],
  );
  const more = problems.length - mostProblems;
  throw new YamlFileError(
    ...problems
      .slice(0, mostProblems)
      .map(({ path, message }) => `${at(offsetOf(document, path))}: ${message}`),
    ...(more > 0 ? [`… and ${more} more`] : []),
  );
}

/**
 * For a union, reports only the problems of the form that the user intended: a mapping with an invalid key
 * was not intended to be text.
 */
function ofOneForm(issue: z.core.$ZodIssue): z.core.$ZodIssue[] {
  if (issue.code !== "invalid_union") {
    return [issue];
  }
  const isOtherForm = ({ path, code }: z.core.$ZodIssue) =>
    path.length === 0 && (code === "invalid_type" || code === "invalid_value");
  const [meant, ...more] = issue.errors.filter((form) => !form.some(isOtherForm));
  return meant === undefined || more.length > 0
    ? [issue]
    : meant.flatMap((inside) => ofOneForm({ ...inside, path: [...issue.path, ...inside.path] }));
}

/** Rejects what schemas miss: `__proto__`, which a record drops silently, and unknown aliases. */
function contentsOf(document: Document.Parsed, at: (offset?: number) => string): unknown {
  let problem: string | undefined;
  const find = (node: unknown, what: string) => {
    problem ??= `${at(isNode(node) ? node.range?.[0] : undefined)}: ${what}`;
    return visit.BREAK;
  };
  try {
    visit(document, {
      Pair: (_at, { key }) =>
        isScalar(key) && key.value === "__proto__" ? find(key, '"__proto__" cannot be a key') : undefined,
      Alias: (_at, alias) =>
        alias.resolve(document) === undefined
          ? find(alias, `*${alias.source} refers to an unknown anchor`)
          : undefined,
    });
    if (problem === undefined) {
      return document.toJS() ?? {};
    }
  } catch (error) {
    problem = `${at()}: ${understandable(messageOf(error))}`;
  }
  throw new YamlFileError(problem);
}

/** The parser's message about the call stack does not help users. */
function understandable(message: string): string {
  return /call stack/.test(message) ? "the file is nested too deeply" : message;
}

/** Falls back to the nearest parent in the file. */
function offsetOf({ contents }: Document.Parsed, path: readonly PropertyKey[]): number {
  let around: unknown = contents;
  let offset = 0;
  for (const step of path) {
    const pair = isMap(around)
      ? around.items.find(({ key }) => isScalar(key) && String(key.value) === String(step))
      : undefined;
    const item = isSeq(around) ? around.items[Number(step)] : undefined;
    const written = pair?.key ?? item;
    offset = (isNode(written) ? written.range?.[0] : undefined) ?? offset;
    around = pair?.value ?? item;
  }
  return offset;
}

function unknownKey(
  { what, keysAt }: YamlFormat<unknown>,
  path: readonly PropertyKey[],
  key: string,
): string {
  return `the ${what} has no key ${quoted(key)}.${didYouMean(key, keysAt(path), "The keys")}`;
}

/** `*` matches any text. Case-sensitive. */
export function fits(pattern: string, text: string): boolean {
  const [first = "", ...others] = pattern.split("*");
  const last = others.pop();
  if (last === undefined) {
    return pattern === text;
  }
  if (text.length < first.length + last.length || !text.startsWith(first) || !text.endsWith(last)) {
    return false;
  }
  const inside = text.slice(first.length, text.length - last.length);
  let at = 0;
  return others.every((part) => {
    const found = inside.indexOf(part, at);
    at = found + part.length;
    return found >= 0;
  });
}

/** PowerShell's `>` writes UTF-16. Without a byte order mark, every second byte of the text is zero. */
export function decoded(bytes: Uint8Array): string {
  const [first, second] = bytes;
  const isLittle = (first === 0xff && second === 0xfe) || (first !== 0 && second === 0);
  const isBig = (first === 0xfe && second === 0xff) || (first === 0 && second !== 0);
  return new TextDecoder(isLittle ? "utf-16le" : isBig ? "utf-16be" : "utf-8").decode(bytes);
}

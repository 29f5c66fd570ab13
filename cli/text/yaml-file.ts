import { inOurWords, likely, messageOf, printable } from "pulumi-workspace-gateway/tools";
import { type Document, isMap, isNode, isScalar, isSeq, LineCounter, parseDocument } from "yaml";
import type { z } from "zod";

/** A file does not say what it should; the message says where, in a line for each problem. */
class YamlFileError extends Error {
  override readonly name = "YamlFileError";

  constructor(...problems: readonly string[]) {
    super(problems.map(printable).join("\n"));
  }
}

/** What a file of settings may say. */
export interface YamlFormat<T> {
  /** What people call the file: "guard file". */
  readonly what: string;
  readonly schema: z.ZodType<T>;
  /** The keys that the mapping at a place may have. */
  keysAt(path: readonly PropertyKey[]): readonly string[];
}

/** In characters. The time to read some texts grows faster than they do. */
const longestFile = 100_000;

/** Of a file that is wrong throughout, the first are told. */
const mostProblems = 20;

/** Reads a text of YAML. An unknown key is an error: a setting that is misspelled would not hold. */
export function readYaml<T>(text: string, file: string, format: YamlFormat<T>): T {
  if (text.length > longestFile) {
    throw new YamlFileError(
      `${file}: is longer than ${longestFile} characters, which no ${format.what} needs to be`,
    );
  }
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false });
  const at = (offset: number) => `${file}:${lines.linePos(offset).line}`;
  const [broken] = document.errors;
  if (broken !== undefined) {
    throw new YamlFileError(`${at(broken.pos[0])}: ${understandable(broken.message)}`);
  }
  const read = format.schema.safeParse(contentsOf(document, file), inOurWords);
  if (read.success) {
    return read.data;
  }
  const problems = read.error.issues.flatMap((issue) =>
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

function contentsOf(document: Document.Parsed, file: string): unknown {
  try {
    return document.toJS() ?? {};
  } catch (error) {
    throw new YamlFileError(`${file}: ${understandable(messageOf(error))}`);
  }
}

/** What the parser says of a text that is deeper than it can go tells people nothing. */
function understandable(message: string): string {
  return /call stack/.test(message) ? "is nested too deeply" : message;
}

/** Where a place is written, or the nearest one around it that is. */
function offsetOf({ contents }: Document.Parsed, path: readonly PropertyKey[]): number {
  let around: unknown = contents;
  let offset = 0;
  for (const step of path) {
    const pair = isMap(around)
      ? around.items.find(({ key }) => isScalar(key) && key.value === step)
      : undefined;
    const item = isSeq(around) && typeof step === "number" ? around.items[step] : undefined;
    const written = pair?.key ?? item;
    offset = (isNode(written) ? written.range?.[0] : undefined) ?? offset;
    around = pair?.value ?? item;
  }
  return offset;
}

const longestKey = 80;

function unknownKey(
  { what, keysAt }: YamlFormat<unknown>,
  path: readonly PropertyKey[],
  key: string,
): string {
  const names = keysAt(path);
  const meant = likely(key, names);
  const named = JSON.stringify(key.length > longestKey ? `${key.slice(0, longestKey)}…` : key);
  return meant === undefined
    ? `${named} is no key of a ${what}: they are ${names.join(", ")}`
    : `${named} is no key of a ${what}: did you mean ${meant}?`;
}

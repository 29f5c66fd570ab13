import { type Document, isMap, isNode, isScalar, LineCounter, parseDocument } from "yaml";
import { z } from "zod";
import { likely } from "../../text/likely.js";
import { messageOf } from "../../text/words.js";
import type { SomeGuardRules } from "./guard-rules.js";
import { limitSchema, percentSchema } from "./limit.js";
import { permitOf, ruleNamed } from "./permit.js";

/** A list of texts, each of which `read` understands or refuses with a sentence. */
function listOf<T>(read: (text: string) => T) {
  return z.array(
    z.string().transform((text, context) => {
      try {
        return read(text);
      } catch (error) {
        context.addIssue({ code: "custom", message: messageOf(error) });
        return z.NEVER;
      }
    }),
  );
}

/** The file `gateway-guard.yaml`. Everything may be left out. */
const format = z.strictObject({
  /** How many objects may be deleted: a count, or a percentage of the stack's resources. */
  maxDeletes: limitSchema.optional(),
  /** How many objects may be replaced: a count, or a percentage of the stack's resources. */
  maxReplaces: limitSchema.optional(),
  /** How many routes may end elsewhere: a count, or a percentage of those that end somewhere. */
  maxMovedRoutes: limitSchema.optional(),
  /** By how many percent a cost may rise. */
  maxCostUp: percentSchema.optional(),
  /** Rules that else only warn. */
  refuse: listOf(ruleNamed).optional(),
  /** What may pass: `rule`, or `rule:logical name`. */
  allow: listOf(permitOf).optional(),
});

/** A guard file does not say what it should; the message says where. */
class GuardFileError extends Error {
  override readonly name = "GuardFileError";
}

/** Reads the text of a guard file. An unknown key is an error: a limit that is misspelled would not hold. */
export function readGuardFile(text: string, file: string): SomeGuardRules {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false });
  const at = (offset: number) => `${file}:${lines.linePos(offset).line}`;
  const [broken] = document.errors;
  if (broken !== undefined) {
    throw new GuardFileError(`${at(broken.pos[0])}: ${broken.message}`);
  }
  const read = format.safeParse(contentsOf(document, file));
  if (read.success) {
    return read.data;
  }
  const problems = read.error.issues.flatMap((issue) =>
    issue.code === "unrecognized_keys"
      ? issue.keys.map((key) => ({ path: [key], message: unknownKey(key) }))
      : [{ path: issue.path, message: `${issue.path.join(".") || "the file"}: ${issue.message}` }],
  );
  throw new GuardFileError(
    problems.map(({ path, message }) => `${at(offsetOf(document, path))}: ${message}`).join("\n"),
  );
}

function contentsOf(document: Document.Parsed, file: string): unknown {
  try {
    return document.toJS() ?? {};
  } catch (error) {
    throw new GuardFileError(`${file}: ${messageOf(error)}`);
  }
}

/** Where a value is written, or its key, if it is one of the file's own. */
function offsetOf({ contents }: Document.Parsed, path: readonly PropertyKey[]): number {
  if (!isMap(contents)) {
    return 0;
  }
  const value = path.length > 1 ? contents.getIn(path, true) : undefined;
  const own = contents.items.find(({ key }) => isScalar(key) && key.value === path[0])?.key;
  return (isNode(value) ? value.range?.[0] : undefined) ?? own?.range?.[0] ?? 0;
}

function unknownKey(key: string): string {
  const names = Object.keys(format.shape);
  const meant = likely(key, names);
  return meant === undefined
    ? `${JSON.stringify(key)} is no key of a guard file: they are ${names.join(", ")}`
    : `${JSON.stringify(key)} is no key of a guard file: did you mean ${meant}?`;
}

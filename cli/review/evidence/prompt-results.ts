import { inOurWords, isTooDeep, jsonIn, printable } from "pulumi-workspace-gateway/tools";
import { z } from "zod";
import { sha256 } from "../../text/sha256.js";

/** The one format that this release reads and writes. */
export const resultsFormat = 1;

/** In characters. */
const longestFile = 20_000_000;
const mostProblems = 5;

const name = z.string().max(10_000);

/** What came of the evaluation of one prompt. Other keys are left out. */
const result = z.object({
  stack: name.nullable(),
  workspace: name,
  name,
  environment: name.nullable(),
  sha256: z.string().regex(/^[0-9a-f]{64}$/, "must be 64 hexadecimal digits, in lower case"),
  /** Those that it was tried with. */
  models: z.array(name),
  passed: z.boolean(),
  /** When it was evaluated. */
  at: z.iso.datetime({ offset: true, error: "must be a time such as 2026-11-25T08:00:00Z" }),
});

/**
 * The same with the text that was evaluated. A list of prompts may be a pull request's own: it could have one text evaluated, and
 * the digest of another one signed.
 */
const seenResult = result
  .extend({ text: z.string() })
  .refine(({ text, sha256: digest }) => digest === sha256(text), {
    path: ["sha256"],
    error: "is not the digest of the text",
  })
  .transform(({ text: _seen, ...known }) => known);

const format = z.literal(resultsFormat);
const unsigned = z.object({ format, results: z.array(seenResult) });

const file = z.object({
  format,
  results: z.array(result),
  signature: z
    .object({
      /** The fingerprint of the public key. */
      signer: name,
      /** Base64. */
      value: name,
    })
    .optional(),
});

export type PromptResult = Readonly<z.infer<typeof result>>;

/** Results of evaluations, perhaps signed. */
export type PromptResults = Readonly<z.infer<typeof file>>;

/** Reads the text of a file of results. Throws an error that says what is wrong with it, and never quotes it. */
export function readResults(text: string): PromptResults {
  return understood(text, file);
}

/** Reads results that are to be signed. Each has the text that was evaluated, and its digest is verified. */
export function readSeenResults(text: string): readonly PromptResult[] {
  return understood(text, unsigned).results;
}

function understood<T>(text: string, schema: z.ZodType<T>): T {
  if (text.length > longestFile) {
    throw new Error(`it is longer than ${longestFile} characters`);
  }
  const written = isTooDeep(text) ? undefined : jsonIn(text);
  if (written === undefined) {
    throw new Error("it is not JSON");
  }
  const read = schema.safeParse(written, inOurWords);
  if (read.success) {
    return read.data;
  }
  const { issues } = read.error;
  const told = issues.slice(0, mostProblems).map(({ path, message }) => `${placeOf(path)}: ${message}`);
  const more = issues.length - mostProblems;
  throw new Error(printable([...told, ...(more > 0 ? [`and ${more} more`] : [])].join("; ")));
}

/** `results[0].sha256` */
function placeOf(path: readonly PropertyKey[]): string {
  const place = path.map((step) => (typeof step === "number" ? `[${step}]` : `.${String(step)}`)).join("");
  return place.replace(/^\./, "") || "the file";
}

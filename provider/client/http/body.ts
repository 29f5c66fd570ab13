import { pipeline, type Readable, type Transform } from "node:stream";
import { createBrotliDecompress, createGunzip, createInflate, createInflateRaw } from "node:zlib";
import { codeOf } from "../../io/error-codes.js";
import { deepestJson, extentOf, jsonIn } from "../../text/json.js";

const kilobyte = 1024;
/** The longest answer that is read. What was compressed counts as long as it really is. */
const longestAnswer = 64 * kilobyte ** 2;
/** Of an error, only this much is read. */
const longestError = 64 * kilobyte;

/**
 * An answer with more values than this is not parsed: the smallest values take twenty times the memory of their
 * text. The longest answer with rows as this API has them stays below it.
 */
const mostValues = 4_000_000;

/** An answer that came in full, but cannot be read. The message says what it is, to follow "an answer". */
export class Unreadable extends Error {
  override readonly name = "Unreadable";
}

/** The parts of an answer that reading its text takes. */
interface Answer {
  readonly statusCode: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Readable;
}

/** Reads the body of an answer, and parses it. We ask for no compression, but a proxy may compress all the same (RFC 9110, 12.5.3). */
export async function readBody(answer: Answer): Promise<unknown> {
  return parse(await readText(answer));
}

/** Of a long error, this is the beginning; of an error that is broken, nothing. */
async function readText(answer: Answer): Promise<string> {
  const isError = answer.statusCode >= 400;
  try {
    return await read(answer, isError ? longestError : longestAnswer);
  } catch (error) {
    if (isError && error instanceof Unreadable) {
      return ""; // its status says enough
    }
    throw error;
  }
}

async function read({ statusCode, headers, body }: Answer, longest: number): Promise<string> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of inflated(body, String(headers["content-encoding"] ?? ""))) {
    chunks.push(chunk);
    length += chunk.length;
    if (length > longest) {
      break; // leaving the loop closes the connection
    }
  }
  if (length > longest && statusCode < 400) {
    throw new Unreadable(`of more than ${longest / kilobyte ** 2} MB, which is too long to read`);
  }
  return new TextDecoder().decode(Buffer.concat(chunks, Math.min(length, longest)));
}

/** Inflates piece by piece, as the reader takes it: a small body may inflate to gigabytes. */
async function* inflated(body: Readable, encoding: string): AsyncGenerator<Buffer> {
  const name = encoding.trim().toLowerCase();
  if (name === "" || name === "identity") {
    yield* body;
    return;
  }
  const pieces: AsyncIterator<Buffer> = body[Symbol.asyncIterator]();
  const first = await pieces.next();
  if (first.done === true) {
    return; // the answer to a DELETE, for example
  }
  const all = () => chained(first.value, pieces);
  const inflater = inflaterOf(name, first.value);
  if (inflater === undefined) {
    // The header may name what is no encoding, such as `utf-8`, and a careless proxy may say `gzip`: the body is plain JSON then.
    if (!/^\s*[[{]/.test(first.value.toString("latin1", 0, 100))) {
      await pieces.return?.();
      throw new Unreadable(`in the encoding ${name}, which cannot be read`);
    }
    yield* all();
    return;
  }
  // The reader of the inflater gets its errors, and those of the body.
  pipeline(all, inflater, () => undefined);
  try {
    yield* inflater;
  } catch (error) {
    const isBroken = /^(Z_|ERR_(_|BROTLI))/.test(codeOf(error));
    throw isBroken ? new Unreadable(`in the encoding ${name} that is broken`) : error;
  }
}

async function* chained(first: Buffer, rest: AsyncIterator<Buffer>): AsyncGenerator<Buffer> {
  try {
    yield first;
    yield* { [Symbol.asyncIterator]: () => rest };
  } finally {
    await rest.return?.(); // a reader that has enough closes the connection
  }
}

/** What inflates a body that begins like this. Undefined if it is not compressed, or in a way that we do not know. */
function inflaterOf(encoding: string, beginning: Buffer): Transform | undefined {
  const [first = 0] = beginning;
  const isGzip = encoding === "gzip" || encoding === "x-gzip";
  if (isGzip) {
    return /[\s[{]/.test(String.fromCharCode(first)) ? undefined : createGunzip();
  }
  if (encoding === "deflate") {
    // Some servers leave out the frame (RFC 9110, 8.4.1.2), whose first byte ends in 8 (RFC 1950, 2.2).
    return (first & 0x0f) === 8 ? createInflate() : createInflateRaw();
  }
  return encoding === "br" ? createBrotliDecompress() : undefined;
}

/**
 * Parses JSON. Any other text is returned as it is, and an empty text as undefined. A number that is too large for a
 * program, such as 1e400, is infinite: whoever stores a value refuses it (lifecycle/state/row.ts).
 */
export function parse(text: string): unknown {
  if (text === "") {
    return undefined;
  }
  const { depth, values } = extentOf(text, mostValues);
  if (values > mostValues) {
    throw new Unreadable(`with more than ${mostValues / 1e6} million values, which are too many to read`);
  }
  const json = depth > deepestJson ? undefined : jsonIn(text);
  return json === undefined ? text : json; // any body is allowed here; a caller that needs JSON checks for an object
}

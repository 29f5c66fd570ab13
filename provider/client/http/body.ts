import { pipeline, type Readable, type Transform } from "node:stream";
import { createBrotliDecompress, createGunzip, createInflate } from "node:zlib";
import { deepestJson, extentOf } from "../../text/json.js";

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

/** We ask for no compression, but a proxy may compress all the same (RFC 9110, 12.5.3). */
const inflaters: Readonly<Record<string, () => Transform>> = {
  gzip: createGunzip,
  "x-gzip": createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
};

/** The parts of an answer that reading its text takes. */
interface Answer {
  readonly statusCode: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Readable;
}

/** Reads the body of an answer, and parses it. */
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
  const inflater = inflaters[name]?.();
  if (inflater === undefined) {
    yield* asItIs(body, name);
    return;
  }
  let isEmpty = true;
  const compressed = async function* () {
    for await (const chunk of body) {
      isEmpty = false;
      yield chunk;
    }
  };
  // The reader of the inflater gets its errors, and those of the body.
  pipeline(compressed, inflater, () => undefined);
  try {
    yield* inflater;
  } catch (error) {
    const isBroken =
      error instanceof Error && "code" in error && /^(Z_|ERR_(_|BROTLI))/.test(String(error.code));
    if (isBroken && isEmpty) {
      return; // the answer to a DELETE, for example
    }
    throw isBroken ? new Unreadable(`in the encoding ${name} that is broken`) : error;
  }
}

/** An encoding that is none, such as `utf-8`, names JSON as it is all the same; so does any, where nothing is said. */
async function* asItIs(body: Readable, encoding: string): AsyncGenerator<Buffer> {
  let isFirst = true;
  for await (const chunk of body) {
    if (isFirst && !/^\s*[[{]/.test(chunk.toString("latin1", 0, 100))) {
      throw new Unreadable(`in the encoding ${encoding}, which cannot be read`);
    }
    isFirst = false;
    yield chunk;
  }
}

/**
 * Parses JSON. Any other text is returned as it is, and an empty text as undefined. So is JSON with a number that is
 * too large for a program, such as 1e400: as a value it would be infinite, and no state can hold that.
 */
export function parse(text: string): unknown {
  if (text === "") {
    return undefined;
  }
  const { depth, values } = extentOf(text, mostValues);
  if (values > mostValues) {
    throw new Unreadable(`with more than ${mostValues / 1e6} million values, which are too many to read`);
  }
  if (depth > deepestJson) {
    return text;
  }
  try {
    const value: unknown = JSON.parse(text);
    return isStorable(value) ? value : text;
  } catch {
    return text; // any body is allowed here; a caller that needs JSON checks for an object
  }
}

function isStorable(value: unknown): boolean {
  return typeof value === "object" && value !== null
    ? Object.values(value).every(isStorable)
    : typeof value !== "number" || Number.isFinite(value);
}

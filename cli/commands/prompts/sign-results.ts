import { text as textOf } from "node:stream/consumers";
import { howMany, messageOf } from "pulumi-workspace-gateway/tools";
import { readSeenResults } from "../../review/evidence/prompt-results.js";
import { signedResults } from "../../review/evidence/signature.js";
import { givenText } from "../given-file.js";
import { type Terminal, UsageError } from "../terminal.js";
import { writeWhole } from "../whole-file.js";

export interface SignOptions {
  /** The file of the private key; `-` is standard input. */
  readonly key: string;
  readonly out?: string;
}

/** Signs results, and writes them with their signature. */
export async function signResults(
  file: string,
  { key, out }: SignOptions,
  terminal: Terminal,
  stdin: NodeJS.ReadableStream = process.stdin,
): Promise<void> {
  const results = understood(file, readSeenResults, await givenText(file));
  const pem = key === "-" ? await textOf(stdin) : await givenText(key, "the key");
  const signed = understood("the key", (text) => signedResults(results, text), pem);
  const text = JSON.stringify(signed, undefined, 2);
  if (out === undefined) {
    terminal.out(text);
  } else {
    await writeWhole(out, `${text}\n`);
    terminal.note(`${howMany(results.length, "result")} signed: ${out}`);
  }
}

function understood<T>(what: string, read: (text: string) => T, text: string): T {
  try {
    return read(text);
  } catch (error) {
    throw new UsageError(`${what} cannot be used: ${messageOf(error)}`);
  }
}

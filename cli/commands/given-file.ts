import { readFile } from "node:fs/promises";
import { messageOf, unless } from "pulumi-workspace-gateway/tools";
import { decoded } from "../text/decoded.js";
import { UsageError } from "./terminal.js";

/**
 * The text of a file that the user names.
 *
 * @param what - the words for it in messages
 */
export async function givenText(file: string, what = file): Promise<string> {
  return decoded(await readFile(file).catch(unreadable(what)));
}

function unreadable(what: string): (error: unknown) => never {
  return (error) => {
    throw new UsageError(`${what} cannot be read: ${messageOf(error)}`);
  };
}

/** A file of rules that a command reads. */
interface RulesFile<T> {
  /** The words for it in messages. */
  readonly what: string;
  /** The one that the user names: it has to be there. */
  readonly named: string | undefined;
  /** The one that is read if it is there and no other is named. */
  readonly usual: string;
  read(text: string, file: string): T;
}

/** Reads a file of rules. What is wrong with it is wrong usage. */
export async function readRulesFile<T>({ what, named, usual, read }: RulesFile<T>): Promise<T> {
  const file = named ?? usual;
  const reading = readFile(file);
  const bytes = await (named === undefined ? reading.catch(unless("ENOENT")) : reading).catch(
    unreadable(what),
  );
  const text = bytes === undefined ? "" : decoded(bytes);
  try {
    return read(text, file);
  } catch (error) {
    throw new UsageError(messageOf(error));
  }
}

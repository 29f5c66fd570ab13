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

/** Reads a file of rules; one that is not there counts as empty. What is wrong with it is wrong usage. */
export async function readRulesFile<T>(file: RulesFile<T>): Promise<T> {
  return (await readRulesFileIfThere(file)) ?? file.read("", file.usual);
}

/** The same; undefined if it is not there and not named. */
export async function readRulesFileIfThere<T>({
  what,
  named,
  usual,
  read,
}: RulesFile<T>): Promise<T | undefined> {
  const file = named ?? usual;
  const reading = readFile(file);
  const bytes = await (named === undefined ? reading.catch(unless("ENOENT")) : reading).catch(
    unreadable(what),
  );
  try {
    return bytes === undefined ? undefined : read(decoded(bytes), file);
  } catch (error) {
    throw new UsageError(messageOf(error));
  }
}

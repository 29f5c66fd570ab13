import { fold } from "../../routing/mapping-reading.js";
import { fits } from "../../text/fits.js";
import type { RoutedRoom } from "./routed-room.js";

/**
 * The names of a form, such as `gpt-4*`, that people may ask for: all that the workspace knows, and, of every pattern, one that it
 * takes. What has a line of its own in the file is held by that alone.
 */
export function askedNames(
  form: string,
  { knownNames, patterns, reader }: RoutedRoom,
  ownLines: readonly string[],
): string[] {
  const known = knownNames.filter((name) => fits(form, name));
  const derived = patterns.flatMap((text) => {
    const pattern = reader.matching.patternOf(text);
    const tried = formNames(form, text);
    return pattern === undefined ? [] : tried.filter((name) => pattern.takes(fold(name, reader.reading)));
  });
  const own = new Set(ownLines);
  return [...new Set([...known, ...derived])].filter((name) => !own.has(name));
}

/** Some names of a form: with nothing for its signs, with anything, with what stands in a text. */
export function formNames(form: string, text = ""): string[] {
  const parts = text.match(/[\p{L}\p{N}._/-]+/gu) ?? [];
  return ["", "x", ...parts].map((filling) => form.replaceAll("*", filling));
}

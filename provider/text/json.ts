export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

/** A JSON object: the form of every request body and of every row. */
export type JsonObject = { [key: string]: Json };

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** A value as a part of a name. Not every object can be made a text by itself: it may have a key such as `toString`. */
export function asText(value: Json | undefined): string {
  return typeof value === "string" ? value : String(JSON.stringify(value));
}

/** What a text of JSON says; undefined if it is broken. The error of the parser would quote it. */
export function jsonIn(text: string): Json | undefined {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** This API has no deeper JSON, and functions that call themselves would overflow the stack on it. */
export const deepestJson = 200;

export function isTooDeep(text: string): boolean {
  return extentOf(text).depth > deepestJson;
}

/**
 * How deep JSON is, and how many values it has at most. It counts the signs outside of strings, before anything is parsed,
 * and stops where either is too much.
 */
export function extentOf(
  text: string,
  mostValues = Number.POSITIVE_INFINITY,
): { readonly depth: number; readonly values: number } {
  let depth = 0;
  let deepest = 0;
  let values = 0;
  let quoted = false;
  for (let at = 0; at < text.length && deepest <= deepestJson && values <= mostValues; at++) {
    const character = text[at];
    if (character === '"') {
      quoted = !quoted;
    } else if (quoted) {
      at += character === "\\" ? 1 : 0;
    } else if (character === "[" || character === "{") {
      values++;
      deepest = Math.max(deepest, ++depth);
    } else if (character === "]" || character === "}") {
      depth--;
    } else if (character === ",") {
      values++;
    }
  }
  return { depth: deepest, values };
}

/** An object in which what could be undefined can be left out instead. An index signature has no such keys to begin with. */
type Defined<T> = {
  [K in keyof T as undefined extends T[K] ? (string extends K ? K : never) : K]: Exclude<T[K], undefined>;
} & {
  [K in keyof T as undefined extends T[K] ? (string extends K ? never : K) : never]?: Exclude<
    T[K],
    undefined
  >;
};

/** The properties that have a value. The others are left out: an optional property may be absent, but not undefined. */
export function defined<const T extends object>(properties: T): Defined<T> {
  const given = Object.entries(properties).filter(([, value]) => value !== undefined);
  return Object.fromEntries(given) as Defined<T>;
}

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

export type JsonObject = { [key: string]: Json };

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** A value as text, for names. `String(value)` would throw for an object with a key such as `toString`. */
export function asText(value: Json | undefined): string {
  return typeof value === "string" ? value : String(JSON.stringify(value));
}

/** Parses JSON. Returns undefined if it is invalid, because the parser's error would quote the text. */
export function jsonIn(text: string): Json | undefined {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The API has no JSON deeper than this. Recursive functions would overflow the stack on deeper JSON. */
export const deepestJson = 200;

export function isTooDeep(text: string): boolean {
  return extentOf(text).depth > deepestJson;
}

/** `values` is an upper bound. The scan stops when the depth or the number of values exceeds its limit. */
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

/** Makes properties optional instead of possibly undefined. Index signatures are unchanged. */
type Defined<T> = {
  [K in keyof T as undefined extends T[K] ? (string extends K ? K : never) : K]: Exclude<T[K], undefined>;
} & {
  [K in keyof T as undefined extends T[K] ? (string extends K ? never : K) : never]?: Exclude<
    T[K],
    undefined
  >;
};

/** Drops undefined properties, because an optional property may be absent, but not undefined. */
export function defined<const T extends object>(properties: T): Defined<T> {
  const given = Object.entries(properties).filter(([, value]) => value !== undefined);
  return Object.fromEntries(given) as Defined<T>;
}

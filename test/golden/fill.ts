export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

/** Values kept from earlier responses, by name. */
export type Known = Map<string, string>;

/** Writes kept values where `{name}` stands. */
export function fillText(text: string, known: Known): string {
  return text.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = known.get(name);
    if (value === undefined) throw new Error(`no earlier response has given {${name}}`);
    return value;
  });
}

/** The same in every string of a request body; keys are never names of values. */
export function fill(body: Json, known: Known): Json {
  if (typeof body === "string") return fillText(body, known);
  if (body === null || typeof body !== "object") return body;
  if (Array.isArray(body)) return body.map((entry: Json) => fill(entry, known));
  return Object.fromEntries(Object.entries(body).map(([key, value]) => [key, fill(value, known)]));
}

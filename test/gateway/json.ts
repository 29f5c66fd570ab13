export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

/** One object of the API, or one row of the store. */
export type Row = { [key: string]: Json };

export function isObject(value: Json | undefined): value is { readonly [key: string]: Json } {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

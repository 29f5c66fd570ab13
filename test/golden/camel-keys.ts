import type { Values } from "./operation.ts";

/** `base_url` is `baseUrl` (names of fields only: what a field holds stays as it is). */
export function camelKeys(fields: Values): Values {
  const camel = (key: string): string =>
    key.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
  return Object.fromEntries(Object.entries(fields).map(([key, value]) => [camel(key), value]));
}

import type { Settings } from "./settings.js";

/** Settings of a connection that are probably a mistake, although the gateway may accept them. */
export function settingDoubts({ apiVersion, named }: Settings): string[] {
  // A version is "a string in a date form such as <YYYY-MM-DD>" (the API's section "Versioning", 2).
  const isDate = apiVersion === undefined || /^\d{4}\D?\d{2}\D?\d{2}/.test(apiVersion);
  return isDate ? [] : [`${named("apiVersion")} is no date such as 2026-01-31`];
}

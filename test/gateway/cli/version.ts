import { readFileSync } from "node:fs";

/** The version of this package. */
export const VERSION: string = JSON.parse(findManifest()).version;

/** The manifest is one folder above the sources, and two above what is built of them. */
function findManifest(): string {
  const source = new URL(import.meta.url);
  const steps = source.pathname.endsWith(".ts") ? "../package.json" : "../../package.json";
  return readFileSync(new URL(steps, source), "utf8");
}

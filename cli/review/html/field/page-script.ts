import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { alternatives, taken } from "../../../routing/mapping-reading.js";
import { needsEngine } from "../../../routing/pattern.js";
import type { Packed } from "./packed.js";

const readings = [taken, ...alternatives.map(({ reading }) => reading)];

/** The script of a page that answers for these mappings. The engine for patterns is in it only if one of them needs it. */
export function pageScript({ mappings }: Pick<Packed, "mappings">): string {
  const patterns = mappings.flatMap(({ isPattern, sourceName }) => (isPattern && sourceName) || []);
  const isNeeded = patterns.some((text) => readings.some((reading) => needsEngine(text, reading)));
  const file = isNeeded ? "field-with-engine.js" : "field.js";
  const folder = path.dirname(createRequire(__filename).resolve("workspace-gateway/package.json"));
  return readFileSync(path.join(folder, "dist/page", file), "utf8");
}

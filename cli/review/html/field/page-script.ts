import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { needsEngine } from "../../../routing/patterns.js";
import { alternatives, defaultSemantics } from "../../../routing/semantics.js";
import type { Packed } from "./packed.js";

const readings = [
  defaultSemantics,
  ...alternatives.map(({ difference }) => ({ ...defaultSemantics, ...difference })),
];

/** The script of a page that answers for these mappings. The engine for patterns is in it only if one of them needs it. */
export function pageScript({ mappings }: Pick<Packed, "mappings">): string {
  const patterns = mappings.flatMap(({ isPattern, sourceName }) => (isPattern && sourceName) || []);
  const isNeeded = patterns.some((text) => readings.some((reading) => needsEngine(text, reading)));
  const file = isNeeded ? "field-with-engine.js" : "field.js";
  const folder = path.dirname(createRequire(__filename).resolve("workspace-gateway/package.json"));
  return readFileSync(path.join(folder, "dist/page", file), "utf8");
}

import { existsSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { isDeepStrictEqual } from "node:util";
import { adapters } from "../../../harness/adapter.ts";
import { editsBy } from "./edit.ts";
import { harmful, harmless } from "./edits.ts";
import { packed, record, unpacked } from "./recording.ts";

/**
 * Records the previews of the edits that are new; with `all`, of all edits:
 * `npm run build && node -r ./test/harness/require-node.cjs test/cli/review/edits/record.ts all`.
 */
const all = process.argv[2] === "all";
for (const adapter of adapters) {
  const file = path.join(import.meta.dirname, "fixtures", `${adapter}.json`);
  const known = existsSync(file) && !all ? unpacked(readFileSync(file, "utf8")) : undefined;
  const wanted = editsBy(adapter, [...harmful, ...harmless]);
  const fresh = wanted.filter(({ what }) => known?.edits[what] === undefined);
  if (fresh.length > 0) {
    const made = await record(adapter, fresh);
    if (known !== undefined && !isDeepStrictEqual([known.base, known.tables], [made.base, made.tables])) {
      throw new Error("The stack is another one than the recorded one: record all edits.");
    }
    const names = new Set(wanted.map(({ what }) => what));
    const kept = Object.entries({ ...known?.edits, ...made.edits }).filter(([what]) => names.has(what));
    writeFileSync(file, packed({ ...made, edits: Object.fromEntries(kept) }));
  }
}

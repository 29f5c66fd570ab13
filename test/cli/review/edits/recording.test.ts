import { expect, test } from "vitest";
import { adapters } from "../../../harness/adapter.ts";
import { editsBy } from "./edit.ts";
import { harmful, harmless } from "./edits.ts";
import { record } from "./recording.ts";
import { recorded } from "./replay.ts";

const everyNth = 40;

test.each(adapters)(
  "what is recorded of the %s adapter is what the engine and the gateway say today",
  async (adapter) => {
    const { base, tables, edits } = recorded(adapter);
    const some = editsBy(adapter, [...harmful, ...harmless]).filter((_, at) => at % everyNth === 7);
    const now = await record(adapter, some);
    expect(now.base).toEqual(base);
    expect(now.tables).toEqual(tables);
    for (const { what } of some) expect(now.edits[what], what).toEqual(edits[what]);
  },
);

import { describe, expect, test } from "vitest";
import { fieldsOf } from "../../provider/spec/field.js";
import type { Variants } from "../contract/support/variants.ts";
import { cases, idOf, named, placeOf, readers, rowsAt, shown, singular } from "./support/readers.ts";

const variants: Record<string, Variants> = {
  "as documented": {},
  "bare single objects": { single: "bare" },
  "lists without total": { total: false },
  "lists in pages": { paging: "page", pageSize: 1 },
  "answers without null and timestamps": { sparse: true },
  "answers with unknown fields": { extra: true },
  "numbers spelled as strings": { numbers: "string" },
  "odd ids": { ids: "odd" },
  "workspace_id in models": { modelWorkspaceId: true },
};

describe.each(Object.entries(variants))("%s:", (_name, variant) => {
  const sparse = variant.sparse === true;

  test.each(cases)("all $name are read, each field as it is stored, and nothing else", async (each) => {
    await using world = await readers(variant);
    const { run, reading } = each.many;
    const rows = await run(placeOf(world, reading));
    const stored = rowsAt(world, each.table, reading);
    expect(rows.map(idOf).sort()).toEqual(stored.map(({ id }) => id).sort());
    for (const row of rows) {
      const original = stored.find(({ id }) => id === idOf(row)) ?? {};
      expect(row).toMatchObject(shown(reading, original, sparse));
      expect(Object.keys(reading.result.shape)).toEqual(expect.arrayContaining(Object.keys(row)));
    }
  });

  test.each(singular)("one of the $name is read by its id", async (each) => {
    await using world = await readers(variant);
    const { run, reading } = each.one;
    const place = placeOf(world, reading);
    for (const stored of rowsAt(world, each.table, reading)) {
      const row = await run({ ...place, id: String(stored.id) });
      expect(row).toMatchObject(shown(reading, stored, sparse));
    }
  });

  test.each(named)("one of the $name is read by its $by", async (each) => {
    await using world = await readers(variant);
    const { run, reading } = each.one;
    const place = placeOf(world, reading);
    const field = fieldsOf(reading.by).find(({ name }) => name === each.by);
    for (const stored of rowsAt(world, each.table, reading)) {
      const row = await run({ ...place, [each.by]: String(stored[field?.readFrom ?? ""]) });
      expect(row).toMatchObject(shown(reading, stored, sparse));
    }
  });
});

import { expect } from "vitest";
import { model } from "../../provider/kinds/model.js";
import type { Values } from "../../provider/spec/values.js";
import { listsOfCheck } from "./support/adapter.ts";
import { test } from "./support/world.ts";

const fields = ["retiresOn", "replacedBy"] as const;
const others: Values = { retiresOn: "2031-12-31", replacedBy: "openai/heir-of-it" };
const changes = fields.flatMap((field) =>
  (["changes", "is left out"] as const).map((how) => ({ field, how, title: `${field} ${how}` })),
);

test.for(changes)("if $title, the update writes nothing", async (change, { at }) => {
  const { [change.field]: _old, ...rest } = await at.made(model);
  const before = at.row(model, "it");
  const inputs: Values =
    change.how === "changes" ? { ...rest, [change.field]: others[change.field] ?? null } : rest;
  expect(await at.up("Model", inputs)).toBe("update");
  // With the SDK, the program's own process asks once for outputs that no change of these fields changes.
  expect(at.requests()).toEqual(listsOfCheck("GET /models"));
  expect(at.row(model, "it")).toEqual(before);
  expect(await at.up("Model", inputs)).toBe("same");
});

test.for(["2027-02-29", "2027-13-01", "soon", "31.01.2027", "2027-1-31", ""])(
  "the preview refuses %j as a retirement date",
  async (retiresOn, { at }) => {
    await expect(at.preview("Model", { ...at.full(model), retiresOn })).rejects.toThrow(
      /retiresOn must be a date such as 2027-01-31/,
    );
    expect(at.writes()).toEqual([]);
  },
);

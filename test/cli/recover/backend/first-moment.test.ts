import { expect, test } from "vitest";
import { momentsBefore } from "../../../../cli/recover/backend/stack-files.ts";
import { backendWith, checkpoint } from "./files.ts";

const history = (nanoseconds: number) => `history/shop/prod/prod-${nanoseconds}000000000000.checkpoint.json`;

test("an operation began after the newest copy of the state that does not have it", async () => {
  const place = await backendWith({
    [history(1795331)]: checkpoint("2026-11-22T08:00:00Z"),
    [history(1795332)]: checkpoint("2026-11-22T09:00:00Z", ["urn:old"]),
    [history(1795333)]: checkpoint("2026-11-22T10:00:00Z", ["urn:old", "urn:always"]).slice(0, 30),
    "stacks/shop/prod.json": checkpoint("2026-11-22T11:00:00Z", ["urn:old", "urn:new"]),
  });
  const moments = await momentsBefore(["urn:old", "urn:new"], place);
  expect([...moments]).toEqual([
    ["urn:new", Date.parse("2026-11-22T09:00:00Z")],
    ["urn:old", Date.parse("2026-11-22T08:00:00Z")],
  ]);
});

test("where every copy has it, or there is none, nothing is said", async () => {
  const place = await backendWith({ [history(1795331)]: checkpoint("2026-11-22T08:00:00Z", ["urn:old"]) });
  expect([...(await momentsBefore(["urn:old"], place))]).toEqual([]);
  expect([...(await momentsBefore(["urn:old"], await backendWith({})))]).toEqual([]);
});

import { expect, test } from "vitest";
import { mapping } from "../../../provider/kinds/mapping.js";
import { reply } from "../../client/support/reply.ts";
import { VirtualIo } from "../../client/support/virtual-io.ts";
import { Process } from "../support/process.ts";
import { Wire } from "../support/wire.ts";

const declared = { workspaceId: "w-1", sourceName: "gpt", targetModel: "gpt-4.1" };

/** A create that is answered without an object, with this `Location`, where no list shows what was made. */
async function created(location: string | undefined): Promise<{ id: string } | { error: string }> {
  const wire = new Wire({
    "GET /mappings": reply(200, { data: [], total: 0 }),
    "POST /mappings": reply(201, undefined, location === undefined ? {} : { location }),
  });
  return new Process(wire.send, new VirtualIo()).obtain(mapping, declared).then(
    ({ id }) => ({ id }),
    (error) => ({ error: String(error) }),
  );
}

test.each([
  ["/mappings/m-1", "m-1"],
  ["https://gateway.test/api/v1/mappings/m-1", "m-1"],
  ["/api/v1/mappings/m-1/", "m-1"],
  ["/mappings/m-1//", "m-1"],
  ["/mappings/m-1?view=full", "m-1"],
  ["/mappings/m-1#top", "m-1"],
  ["/mappings/a%2Fb", "a/b"],
  ["mappings/m-1", "m-1"],
])("of an answer without an object, the Location %s names it: %s", async (location, id) => {
  expect(await created(location)).toEqual({ id });
});

test.each([
  undefined,
  "",
  "/",
  "/mappings",
  "/mappings/",
  "m-1",
  "/models/m-1",
  "/mappings/m-1/state",
  "/mappings/%E0%A4%A",
])("the Location %s names no object of the collection, and is not believed", async (location) => {
  expect(await created(location)).toEqual({
    error: expect.stringMatching(/accepted the create, but did not return an id.*none was recorded/),
  });
});

import { afterAll, beforeAll, expect, test } from "vitest";
import { type Gateway, startGateway } from "../gateway/index.ts";
import { type Declared, ref } from "./support/declaration.ts";
import { hasNoChanges } from "./support/life.ts";
import { prompt, team } from "./support/objects.ts";
import { fails, ok } from "./support/outcome.ts";
import { type World, world } from "./support/world.ts";

// What each operation says of every kind: test/contract/other-gateway.test.ts. Here the engine replaces what another provider has.
// The tests are the stations of one stack's life, in this order.
const objects: readonly Declared[] = [
  team,
  { kind: "Budget", name: "cap", args: { workspaceId: ref("team"), budget: 10 } },
  prompt("tone"),
  { kind: "Quota", name: "burst", args: { match: { name: "burst" }, maxRequests: 7 } },
];
let w: World;
let second: Gateway;
beforeAll(async () => {
  second = await startGateway();
  second.seed.quota({ name: "burst", max_requests: 60, period: "CALENDAR", window_minutes: 1 });
  w = await world({ objects, adapter: "native" });
  await ok(w.project.up({ skipPreview: true, env: around(settings(w.gateway)) }));
  for (const { log } of [w.gateway, second]) log.clear();
});
afterAll(async () => {
  await w?.dispose();
  await second?.close();
});

const around = (provider: object, more: object = {}) => ({
  TEST_INSIDE: "1",
  TEST_AROUND: JSON.stringify({ provider, ...more }),
});
const settings = (gateway: Gateway) => ({
  baseUrl: gateway.baseUrl,
  accessToken: gateway.token({ user: "owner" }),
});
const writes = ({ log }: Gateway) => log.entries().filter(({ method }) => method !== "GET");

test("a provider whose arguments lead to another gateway is refused by every operation, and neither gateway hears of it", async () => {
  const before = await w.project.exportState();
  const env = around(settings(second));
  const said = `was made on ${w.gateway.baseUrl}`;
  expect(await fails(w.project.preview({ env }))).toContain(said);
  expect(await fails(w.project.up({ skipPreview: true, env }))).toContain(said);
  await ok(w.project.up({ skipPreview: true, env: around(settings(w.gateway)) })); // the first address again
  expect([...writes(w.gateway), ...writes(second)]).toEqual([]);
  const ids = ({ deployment }: typeof before) =>
    deployment.resources?.map(({ urn, id }) => `${urn} ${id}`).toSorted();
  expect(ids(await w.project.exportState())).toEqual(ids(before));
});

test("another provider in the place of the first one makes everything anew on its gateway, and deletes it on the first", async () => {
  const env = around(settings(second), { providerName: "second" });
  await ok(w.project.up({ skipPreview: true, env }));
  expect([w.gateway, second].map((each) => each.rows("prompts").length)).toEqual([0, 1]);
  expect([w.gateway, second].map((each) => each.rows("workspaces").length)).toEqual([0, 1]);
  expect(second.rows("quotas").map(({ max_requests }) => max_requests)).toEqual([7]);
  await hasNoChanges(w, { env });
});

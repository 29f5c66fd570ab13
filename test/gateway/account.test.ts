import { expect, test } from "vitest";
import { openGateway } from "./tests/open-gateway.ts";

test("quotas of another account are not found", async () => {
  const { call, gateway } = await openGateway();
  const { id } = gateway.seed.quota();
  expect((await call("GET", "/quotas", { user: "admin" })).list).toEqual([]);
  expect((await call("GET", `/quotas/${id}`, { user: "admin" })).status).toBe(404);
});

test("metrics come the newest first, and no page has more than the variant allows", async () => {
  const { call, gateway } = await openGateway();
  gateway.seed.metrics(23);
  const dates = (await call("GET", "/metrics")).list.map((row) => row.created_at);
  expect(dates).toEqual(dates.toSorted().reverse());
  expect((await call("GET", "/metrics?limit=50")).list).toHaveLength(23);
  gateway.variants.maxLimit = 20;
  expect((await call("GET", "/metrics?limit=50")).body).toMatchObject({ limit: 20, total_pages: 2 });
});

test.each(["page=0", "page=x", "limit=-1", "start_date=soon"])("metrics with %s are 400", async (query) => {
  const { call } = await openGateway();
  expect((await call("GET", `/metrics?${query}`)).status).toBe(400);
});

test("workflows of workspaces that the account is no member of are left out", async () => {
  const { call, gateway, workspace } = await openGateway();
  gateway.seed.workflow(await workspace());
  expect((await call("GET", "/workflows", { user: "stranger" })).list).toEqual([]);
});

import { describe, expect, test } from "vitest";
import { openGateway } from "./tests/open-gateway.ts";

describe("quotas", () => {
  test("are changed and deleted, never created", async () => {
    const { call, gateway } = await openGateway();
    const { id } = gateway.seed.quota({ name: "hourly", max_requests: 5 });
    expect((await call("POST", "/quotas", { body: {} })).status).toBe(405);
    const { data } = await call("PATCH", `/quotas/${id}`, { body: { max_requests: 9 } });
    expect(data).toMatchObject({ name: "hourly", max_requests: 9 });
    expect((await call("PATCH", `/quotas/${id}`, { body: { period: "DAILY" } })).status).toBe(400);
    expect((await call("DELETE", `/quotas/${id}`)).status).toBe(200);
    expect((await call("GET", `/quotas/${id}`)).status).toBe(404);
  });

  test("of another account are not found", async () => {
    const { call, gateway } = await openGateway();
    const { id } = gateway.seed.quota();
    const token = gateway.token({ user: "admin" });
    expect((await call("GET", "/quotas", { token })).list).toEqual([]);
    expect((await call("GET", `/quotas/${id}`, { token })).status).toBe(404);
  });
});

describe("metrics", () => {
  test("come in pages of ten, the newest first, and count themselves", async () => {
    const { call, gateway } = await openGateway();
    gateway.seed.metrics(23);
    const first = await call("GET", "/metrics");
    expect(first.body).toMatchObject({ total: 23, page: 1, limit: 10, total_pages: 3 });
    const dates = first.list.map((row) => row.created_at);
    expect(dates).toEqual(dates.toSorted().reverse());
    expect((await call("GET", "/metrics?page=3")).list).toHaveLength(3);
    expect((await call("GET", "/metrics?limit=50")).list).toHaveLength(23);
    gateway.variants.maxLimit = 20;
    expect((await call("GET", "/metrics?limit=50")).body).toMatchObject({ limit: 20, total_pages: 2 });
  });

  test("are filtered by key and by dates that include their ends", async () => {
    const { call, gateway } = await openGateway();
    const at = (day: number) => `2026-03-0${day}T00:00:00.000Z`;
    for (const day of [1, 2, 3]) gateway.seed.metric({ created_at: at(day), key_id: `key-${day}` });
    const days = async (query: string) =>
      (await call("GET", `/metrics?${query}`)).list.map((row) => row.created_at);
    expect(await days("key_id=key-2")).toEqual([at(2)]);
    expect(await days(`start_date=${at(2)}`)).toEqual([at(3), at(2)]);
    expect(await days(`end_date=${at(2)}`)).toEqual([at(2), at(1)]);
  });

  test.each(["page=0", "page=x", "limit=-1", "start_date=soon"])("with %s are 400", async (query) => {
    const { call } = await openGateway();
    expect((await call("GET", `/metrics?${query}`)).status).toBe(400);
  });

  test("are deleted one by one", async () => {
    const { call, gateway } = await openGateway();
    const { id } = gateway.seed.metric();
    expect((await call("DELETE", `/metrics/${id}`)).status).toBe(200);
    expect(gateway.rows("metrics")).toEqual([]);
  });
});

describe("workflows", () => {
  test("show their graph on the single read alone, and are found by a part of their name", async () => {
    const { call, gateway, workspace } = await openGateway();
    const id = await workspace();
    const seeded = gateway.seed.workflow(id, { name: "Route by cost", workflow: { nodes: [] } });
    gateway.seed.workflow(id, { name: "Fallback" });
    const found = await call("GET", "/workflows?name=by");
    expect(found.list).toMatchObject([{ id: seeded.id }]);
    expect(found.list[0]).not.toHaveProperty("workflow");
    const read = await call("GET", `/workflows/${seeded.id}?workspace_id=${id}`);
    expect(read.data.workflow).toEqual({ nodes: [] });
  });

  test("of workspaces that the account is no member of are left out", async () => {
    const { call, gateway, workspace } = await openGateway();
    gateway.seed.workflow(await workspace());
    expect((await call("GET", "/workflows", { token: gateway.token({ user: "stranger" }) })).list).toEqual(
      [],
    );
  });
});

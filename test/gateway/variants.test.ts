import { expect, test } from "vitest";
import type { Variants } from "./index.ts";
import type { Row } from "./json.ts";
import { modelBody, openGateway, openWorkspace, providerBody } from "./tests/open-gateway.ts";

test.each<[Partial<Variants>, number, Row]>([
  [{}, 200, { data: expect.objectContaining({ name: "a" }) }],
  [{ write: "bare", createStatus: 201 }, 201, expect.objectContaining({ name: "a" })],
  [{ write: "empty", createStatus: 202 }, 202, {}],
  [{ extra: true }, 200, { data: expect.objectContaining({ etag: expect.any(String) }) }],
])("a create with %j responds as the variant says", async (variants, status, body) => {
  const { call, gateway } = await openGateway({ variants: { ...variants, location: true } });
  const answer = await call("POST", "/workspaces", { body: { name: "a" } });
  expect(answer.status).toBe(status);
  expect(answer.body).toEqual(body);
  expect(answer.headers.get("location")).toBe(`/api/v1/workspaces/${gateway.rows("workspaces")[0]?.id}`);
});

test("a single read can be bare, a list can lack total or be truncated, and numbers can be strings", async () => {
  const { call, gateway, provider, workspace_id } = await openWorkspace();
  const id = String((await provider(workspace_id)).id);
  await provider(workspace_id, { name: "second" });
  Object.assign(gateway.variants, { single: "bare", numbers: "string", sparse: true, cut: 1 });
  const read = await call("GET", `/providers/${id}?workspace_id=${workspace_id}`);
  expect(read.body).toMatchObject({ id, priority: "1" });
  expect(read.body).not.toHaveProperty("api_key");
  expect(read.body).not.toHaveProperty("created_at");
  const path = `/providers?workspace_id=${workspace_id}`;
  expect((await call("GET", path)).body).toMatchObject({ data: [{ id }], total: 2 });
  gateway.variants.total = false;
  expect((await call("GET", path)).body).toEqual({ data: [expect.objectContaining({ id })] });
});

test.each([
  ["ignored", ["1", "2"], ["1", "2"], ["1", "2"]],
  ["page", ["1", "2"], ["3"], ["1", "2"]],
  ["limit", ["1", "2"], ["1", "2"], ["1", "2", "3"]],
  ["both", ["1", "2"], ["3"], ["1", "2", "3"]],
] as const)(
  "lists have two rows per page, with the paging variant %s",
  async (paging, plain, second, all) => {
    const { call, workspace } = await openGateway({ variants: { paging, pageSize: 2 } });
    for (const name of ["1", "2", "3"]) await workspace(name);
    const shown = async (query: string) =>
      (await call("GET", `/workspaces${query}`)).list.map(({ name }) => name);
    expect(await shown("")).toEqual(plain);
    expect(await shown("?page=2")).toEqual(second);
    expect(await shown("?limit=3")).toEqual(all);
    expect((await call("GET", "/workspaces")).body.total).toBe(3);
  },
);

test("page and limit can be refused or capped, and the total can be too high", async () => {
  const { call, gateway, workspace } = await openGateway({ variants: { paging: "refused", overcount: 2 } });
  for (const name of ["1", "2"]) await workspace(name);
  expect((await call("GET", "/workspaces")).body.total).toBe(4);
  expect((await call("GET", "/workspaces?limit=2")).status).toBe(400);
  Object.assign(gateway.variants, { paging: "both", maxLimit: 1 });
  expect((await call("GET", "/workspaces?limit=2")).list).toHaveLength(1);
  expect((await call("GET", "/workspaces?page=0")).status).toBe(400);
});

test("the canonical variant stores values in a normalized form", async () => {
  const { call, gateway, workspace, provider } = await openGateway({ variants: { canonical: true } });
  const workspace_id = await workspace(" team ");
  const made = await provider(workspace_id, {
    name: " openai\n",
    base_url: "https://api.example.com",
    model_options: ["b", " a"],
    api_key: " k ",
  });
  expect(made).toMatchObject({
    name: "openai",
    base_url: "https://api.example.com/",
    model_options: ["a", "b"],
  });
  const model = { ...modelBody, workspace_id, provider_id: made.id, input_cost: 0.12345678 };
  expect((await call("POST", "/models", { body: model })).data.input_cost).toBe(0.123457);
  const config = { workspace_id, name: "c", workflow: { b: { d: 1, c: " " }, a: 2 } };
  const { text } = await call("POST", "/configs", { body: config });
  expect(text).toContain('{"a":2,"b":{"c":" ","d":1}}');
  expect(gateway.rows("workspaces")[0]?.name).toBe("team");
});

test("a gateway can shorten or cap values that it receives, or drop a key", async () => {
  const limits = { longestText: 12, largestNumber: 1000, droppedKey: "b" };
  const { call, workspace, provider } = await openGateway({ variants: limits });
  const workspace_id = await workspace("a team of many people");
  const made = await provider(workspace_id, { name: "x".repeat(20), priority: 5000 });
  expect(made).toMatchObject({ name: "x".repeat(12), priority: 1000, compatibility: "OPENAI_SDK" });
  const config = { workspace_id, name: "c", workflow: { a: [{ b: 1, c: 5000 }], b: 2 } };
  const { data } = await call("POST", "/configs", { body: config });
  expect(data.workflow).toEqual({ a: [{ c: 1000 }] });
});

test("a gateway can ignore a field, or null", async () => {
  const { call, gateway, workspace_id } = await openWorkspace({ variants: { ignoredOnCreate: ["enabled"] } });
  const body = { workspace_id, name: "p", content: "c", enabled: false, environment: "STAGING" };
  const { data } = await call("POST", "/prompts", { body });
  expect(data.enabled).toBe(true);
  const change = async (values: Row) =>
    (await call("PATCH", `/prompts/${data.id}`, { body: { workspace_id, ...values } })).data;
  expect(await change({ enabled: false })).toMatchObject({ enabled: false });
  Object.assign(gateway.variants, { nulls: "ignored", ignored: ["content"] });
  expect(await change({ environment: null, content: "d" })).toMatchObject({
    environment: "STAGING",
    content: "c",
  });
  gateway.variants.nulls = "cleared";
  expect(await change({ environment: null })).toMatchObject({ environment: null });
});

test.each(["json", "message", "detail", "errors", "text", "html", "none"] as const)(
  "an error in the form %s describes the problem, or has no body",
  async (errors) => {
    const { call } = await openGateway({ variants: { errors } });
    const { status, text } = await call("GET", "/nothing");
    expect(status).toBe(404);
    expect(text.includes("The path does not exist")).toBe(errors !== "none");
  },
);

test.each([
  ["body", [200, 404]],
  ["query", [404, 200]],
  ["either", [200, 200]],
  ["none", [200, 200]],
] as const)(
  "DELETE accepts workspace_id with the deleteScope variant %s",
  async (deleteScope, [inBody, inQuery]) => {
    const { call, provider, workspace_id } = await openWorkspace({ variants: { deleteScope } });
    const first = await provider(workspace_id);
    const second = await provider(workspace_id, { name: "second" });
    expect((await call("DELETE", `/providers/${first.id}`, { body: { workspace_id } })).status).toBe(inBody);
    expect((await call("DELETE", `/providers/${second.id}?workspace_id=${workspace_id}`)).status).toBe(
      inQuery,
    );
  },
);

test("lists can lag behind single reads", async () => {
  const { call, gateway, provider, workspace_id } = await openWorkspace();
  const { id } = await provider(workspace_id);
  const list = async () => (await call("GET", `/providers?workspace_id=${workspace_id}`)).list.length;
  const read = async () => (await call("GET", `/providers/${id}?workspace_id=${workspace_id}`)).status;
  gateway.variants.listLagMs = 60_000;
  expect([await list(), await read()]).toEqual([0, 200]);
  gateway.variants.staleMs = 60_000;
  expect([await list(), await read()]).toEqual([0, 404]);
});

test("a crawl ends INDEXED with at most max_pages pages, and can be held or fail", async () => {
  const { call, gateway, workspace_id } = await openWorkspace();
  const create = async (more?: Row) =>
    (
      await call("POST", "/indexes", {
        body: { workspace_id, url: `https://${JSON.stringify(more)}`, ...more },
      })
    ).data;
  expect(await create()).toMatchObject({ status: "PENDING", page_count: 0, pages: [] });
  await create({ max_pages: 1 });
  await gateway.idle();
  gateway.variants.crawl = "fail";
  await create({ max_pages: 2 });
  await gateway.idle();
  gateway.variants.crawl = "hold";
  await create({ max_pages: 3 });
  await gateway.idle();
  expect(gateway.rows("indexes").map(({ status, page_count }) => [status, page_count])).toEqual([
    ["INDEXED", 3],
    ["INDEXED", 1],
    ["FAILED", 0],
    ["PENDING", 0],
  ]);
});

test("the server's clock can be wrong", async () => {
  const { call, gateway } = await openGateway();
  gateway.variants.dateSkewMs = 24 * 3600 * 1000;
  const { headers, data } = await call("POST", "/workspaces", { body: { name: "a" } });
  const tomorrow = Date.now() + 23 * 3600 * 1000;
  expect(Date.parse(headers.get("date") ?? "")).toBeGreaterThan(tomorrow);
  expect(Date.parse(String(data.created_at))).toBeGreaterThan(tomorrow);
});

test("the console gets plain responses in every variant, and does not appear in the log", async () => {
  const variants = { single: "bare", write: "empty", sparse: true, errors: "none" } as const;
  const { gateway } = await openGateway({ variants });
  gateway.faults.add({ kind: "status", status: 500 });
  const { status, body } = await gateway.console("POST", "/workspaces", { name: "a" });
  expect(status).toBe(200);
  expect(body).toMatchObject({ data: { name: "a", created_at: expect.any(String) } });
  const wrong = await gateway.console("POST", "/providers", providerBody);
  expect(wrong).toMatchObject({ status: 400, body: { error: { status: 400 } } });
  expect(gateway.log.entries()).toEqual([]);
});

test("a stale read shows a deleted workspace only to its members", async () => {
  const { call, gateway, workspace_id: id } = await openWorkspace();
  await call("DELETE", `/workspaces/${id}`);
  gateway.faults.add({ kind: "stale" });
  expect((await call("GET", `/workspaces/${id}`)).data.id).toBe(id);
  const token = gateway.token({ user: "stranger" });
  expect((await call("GET", `/workspaces/${id}`, { token })).status).toBe(404);
});

import { expect, test } from "vitest";
import type { Row } from "./json.ts";
import { modelBody, openGateway, openWorkspace, providerBody } from "./tests/open-gateway.ts";

// That a name is taken in each kind, and that a create needs a workspace, is held by test/golden.
test("a duplicate in the same workspace gets 409 unless twins are allowed, and one in another workspace does not", async () => {
  const { call, gateway, workspace } = await openGateway();
  const [here, there] = [await workspace("here"), await workspace("there")];
  const post = async (workspace_id: string) =>
    (await call("POST", "/providers", { body: { ...providerBody, workspace_id } })).status;
  expect([await post(here), await post(here), await post(there)]).toEqual([200, 409, 200]);
  gateway.variants.twins = true;
  expect(await post(here)).toBe(200);
});

test("a call without workspace_id returns 400, and one with another workspace's id returns 404", async () => {
  const { call, workspace, provider } = await openGateway({ variants: { deleteScopeStatus: 400 } });
  const [here, there] = [await workspace("here"), await workspace("there")];
  const at = `/providers/${(await provider(here)).id}`;
  expect((await call("GET", "/providers")).status).toBe(400);
  expect((await call("GET", at)).status).toBe(400);
  expect((await call("POST", "/providers", { body: providerBody })).status).toBe(400);
  expect((await call("DELETE", at)).status).toBe(400);
  expect((await call("GET", `${at}?workspace_id=${there}`)).status).toBe(404);
  expect((await call("DELETE", at, { body: { workspace_id: there } })).status).toBe(404);
});

const different: [string, Row, Row][] = [
  ["prompts", { name: "rules", content: "Be kind." }, { environment: "STAGING" }],
  ["mappings", { source_name: "gpt", target_model: "openai/small" }, { priority: 2 }],
  ["mappings", { source_name: "gpt", target_model: "openai/small" }, { is_pattern: true }],
];

test.each(different)(
  "%s with the same name are accepted if they differ, unless twins is false",
  async (path, first, telling) => {
    const { call, gateway, workspace_id } = await openWorkspace();
    const post = (more: Row) => call("POST", `/${path}`, { body: { ...first, ...more, workspace_id } });
    const { data: stored } = await post({});
    const { status, data } = await post(telling);
    expect(status).toBe(200);
    expect((await post({ ...telling, enabled: false })).status).toBe(409);
    const equal = Object.fromEntries(Object.keys(telling).map((field) => [field, stored[field] ?? null]));
    expect((await call("PATCH", `/${path}/${data.id}`, { body: { ...equal, workspace_id } })).status).toBe(
      409,
    );
    gateway.variants.twins = false;
    await call("DELETE", `/${path}/${data.id}`, { body: { workspace_id } });
    expect((await post(telling)).status).toBe(409);
  },
);

test("a change sets updated_at, and a list counts its rows", async () => {
  const { call, provider, workspace_id } = await openWorkspace();
  const made = await provider(workspace_id);
  const { data } = await call("PATCH", `/providers/${made.id}`, { body: { workspace_id, priority: 7 } });
  expect(data).toEqual({ ...made, priority: 7, updated_at: data.updated_at });
  expect(String(data.updated_at) > String(made.updated_at)).toBe(true);
  const listed = await call("GET", `/providers?workspace_id=${workspace_id}`);
  expect(listed.body).toEqual({ data: [data], total: 1 });
});

test("PUT resets missing optional fields to their defaults, or keeps them with the merge variant", async () => {
  const { call, gateway, provider, workspace_id } = await openWorkspace();
  const { id } = await provider(workspace_id, { model_options: ["x"], api_key: "sk" });
  const put = () => call("PUT", `/providers/${id}`, { body: { ...providerBody, workspace_id } });
  gateway.variants.put = "merge";
  expect((await put()).data.model_options).toEqual(["x"]);
  expect(gateway.rows("providers")[0]?.api_key).not.toBeNull();
  gateway.variants.put = "replace";
  expect((await put()).data.model_options).toEqual([]);
  expect(gateway.rows("providers")[0]?.api_key).toBeNull();
  expect((await call("PUT", `/providers/${id}`, { body: { workspace_id, name: "x" } })).status).toBe(400);
});

test("an api_key is encrypted at rest, never returned and never logged", async () => {
  const { call, gateway, provider, workspace_id } = await openWorkspace();
  const { id } = await provider(workspace_id, { api_key: "sk-very-secret" });
  const read = await call("GET", `/providers/${id}?workspace_id=${workspace_id}`);
  expect(read.data.api_key).toBeNull();
  expect(gateway.rows("providers")[0]?.api_key).toEqual(expect.any(String));
  expect(JSON.stringify(gateway.rows("providers"))).not.toContain("sk-very-secret");
  expect(JSON.stringify(gateway.log.entries())).not.toContain("sk-very-secret");
  expect(gateway.log.entries({ method: "POST", path: "/providers" })[0]?.body).toMatchObject({
    api_key: "***",
  });
});

test("a model's gateway_name follows its provider's name, and its provider cannot be changed", async () => {
  const { call, gateway, provider, model, workspace_id } = await openWorkspace();
  const { id: providerId } = await provider(workspace_id);
  const { id: otherId } = await provider(workspace_id, { name: "other" });
  const { id, gateway_name, ...rest } = await model(workspace_id, String(providerId));
  expect(gateway_name).toBe("openai/small");
  expect(rest).not.toHaveProperty("workspace_id");
  await call("PATCH", `/providers/${providerId}`, { body: { workspace_id, name: "renamed" } });
  const at = `/models/${id}?workspace_id=${workspace_id}`;
  expect((await call("GET", at)).data.gateway_name).toBe("renamed/small");
  const moved = await call("PATCH", `/models/${id}`, { body: { workspace_id, provider_id: otherId } });
  expect(moved.data.provider_id).toBe(providerId);
  gateway.variants.modelWorkspaceId = true;
  expect((await call("GET", at)).data.workspace_id).toBe(workspace_id);
});

test("a model with a provider outside the workspace, and a prompt with an unknown model, are refused", async () => {
  const { call, gateway, workspace, provider } = await openGateway();
  const [here, there] = [await workspace("here"), await workspace("there")];
  const { id } = await provider(there);
  const body = { ...modelBody, workspace_id: here, provider_id: id };
  expect((await call("POST", "/models", { body })).status).toBe(404);
  gateway.variants.badReference = 400;
  expect((await call("POST", "/models", { body })).status).toBe(400);
  const prompt = { name: "p", content: "", workspace_id: here, model_id: "none" };
  expect((await call("POST", "/prompts", { body: prompt })).status).toBe(400);
});

test("deleting a provider deletes its models and detaches their prompts", async () => {
  const { call, gateway, provider, model, workspace_id } = await openWorkspace();
  const { id } = await provider(workspace_id);
  const { id: model_id } = await model(workspace_id, String(id));
  await call("POST", "/prompts", { body: { workspace_id, name: "p", content: "c", model_id } });
  await call("DELETE", `/providers/${id}`, { body: { workspace_id } });
  expect(gateway.rows("models")).toEqual([]);
  expect(gateway.rows("prompts")).toMatchObject([{ model_id: null }]);
});

test("a pattern must be a regular expression, but an exact name need not be one", async () => {
  const { call, workspace_id } = await openWorkspace();
  const post = async (is_pattern: boolean) => {
    const body = { workspace_id, source_name: "(a", target_model: "m", is_pattern };
    return (await call("POST", "/mappings", { body })).status;
  };
  expect([await post(true), await post(false)]).toEqual([400, 200]);
});

test("configs can require workflow steps, hold their name after a DELETE, and refuse to delete the default", async () => {
  const variants = { workflow: "steps", nameHeldMs: 3_600_000, deleteDefault: false } as const;
  const { call, gateway, workspace_id } = await openWorkspace({ variants });
  const create = (workflow: Row, is_default = false) =>
    call("POST", "/configs", { body: { workspace_id, name: is_default ? "b" : "a", is_default, workflow } });
  const remove = (id: unknown) => call("DELETE", `/configs/${id}`, { body: { workspace_id } });
  expect((await create({})).status).toBe(400);
  expect((await remove((await create({ steps: [] })).data.id)).status).toBe(200);
  expect((await create({ steps: [] })).status).toBe(409);
  gateway.variants.nameHeldMs = 0;
  expect((await create({ steps: [] })).status).toBe(200);
  expect((await remove((await create({ steps: [] }, true)).data.id)).status).toBe(409);
});

test("a gateway_name can be the bare model name and unique, and a DELETE can return 204 without a body", async () => {
  const variants = { gatewayName: "name", gatewayNameTwins: false, deleteStatus: 204 } as const;
  const { call, provider, workspace_id } = await openWorkspace({ variants });
  const create = async (name: string) => {
    const { id } = await provider(workspace_id, { name });
    const body = { ...modelBody, workspace_id, provider_id: id };
    return (await call("POST", "/models", { body })).status;
  };
  expect([await create("a"), await create("b")]).toEqual([200, 409]);
  const answer = await call("DELETE", `/workspaces/${workspace_id}`);
  expect([answer.status, answer.text]).toEqual([204, ""]);
});

test("a new default config clears the previous one only with the exclusiveDefault variant", async () => {
  const { call, gateway, workspace_id } = await openWorkspace();
  const post = (name: string) => call("POST", "/configs", { body: { workspace_id, name, is_default: true } });
  await post("first");
  await post("second");
  expect(gateway.rows("configs").map((row) => row.is_default)).toEqual([true, true]);
  gateway.variants.exclusiveDefault = true;
  await post("third");
  expect(gateway.rows("configs").map((row) => row.is_default)).toEqual([false, false, true]);
});

// That required fields are required, and have their types, is held by test/golden.
test.each([
  ["/workspaces", "not json"],
  ["/models", { ...modelBody, type: "CHAT" }],
  ["/models", { ...modelBody, context_window: null }],
  ["/prompts", { name: "a", content: "b", type: "user" }],
  ["/configs", { name: "a", workflow: [] }],
])("POST %s with %j returns 400", async (path, body) => {
  const { call, workspace_id } = await openWorkspace();
  const sent = typeof body === "string" ? body : { ...body, workspace_id };
  expect((await call("POST", path, { body: sent })).status).toBe(400);
});

test("a name of 128 characters is accepted, whatever the characters", async () => {
  const { call } = await openGateway();
  const name = "😀".repeat(128);
  expect((await call("POST", "/workspaces", { body: { name } })).data.name).toBe(name);
});

test("unknown fields in a body are ignored", async () => {
  const { call, workspace_id } = await openWorkspace();
  const body = { ...providerBody, workspace_id, id: "mine", color: "red" };
  const { data } = await call("POST", "/providers", { body });
  expect(data.id).not.toBe("mine");
  expect(data).not.toHaveProperty("color");
});

test("a body that is not declared as JSON returns 400", async () => {
  const { call } = await openGateway();
  const wish = { body: { name: "a" }, headers: { "content-type": "text/plain" } };
  expect((await call("POST", "/workspaces", wish)).status).toBe(400);
});

test("the error of an invalid body names every wrong field", async () => {
  const { call } = await openGateway();
  const { text } = await call("POST", "/mappings", { body: {} });
  for (const field of ["workspace_id", "source_name", "target_model"]) expect(text).toContain(field);
});

test("an unknown path returns 404, and a known path with another method returns 405", async () => {
  const { call } = await openGateway();
  expect((await call("GET", "/nothing")).status).toBe(404);
  expect((await call("DELETE", "/user")).status).toBe(405);
  expect((await call("POST", "/quotas", { body: {} })).status).toBe(405);
  const { status, headers } = await call("PATCH", "/configs/x");
  expect([status, headers.get("allow")]).toEqual([405, "GET, DELETE"]);
  expect((await call("PUT", "/indexes/x")).status).toBe(405);
});

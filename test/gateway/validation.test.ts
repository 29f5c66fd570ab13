import { expect, test } from "vitest";
import { modelBody, openGateway, providerBody } from "./tests/open-gateway.ts";

test.each([
  ["/workspaces", {}],
  ["/workspaces", { name: "" }],
  ["/workspaces", { name: "x".repeat(129) }],
  ["/workspaces", { name: null }],
  ["/workspaces", [1]],
  ["/workspaces", "not json"],
  ["/providers", { ...providerBody, priority: 1.5 }],
  ["/providers", { ...providerBody, priority: "1" }],
  ["/providers", { ...providerBody, compatibility: "OTHER" }],
  ["/providers", { ...providerBody, model_options: [1] }],
  ["/providers", { ...providerBody, api_key: 5 }],
  ["/models", { ...modelBody, type: "CHAT" }],
  ["/models", { ...modelBody, input_cost: "0.5" }],
  ["/models", { ...modelBody, context_window: null }],
  ["/prompts", { name: "a" }],
  ["/prompts", { name: "a", content: "b", type: "user" }],
  ["/prompts", { name: "a", content: "b", environment: "TEST" }],
  ["/prompts", { name: "a", content: "b", enabled: 1 }],
  ["/mappings", { source_name: "a" }],
  ["/mappings", { source_name: "a", target_model: "b", priority: 0.5 }],
  ["/configs", { name: "a", workflow: [] }],
  ["/indexes", { title: "a" }],
])("POST %s of %j is 400", async (path, body) => {
  const { call, workspace } = await openGateway();
  const workspace_id = await workspace();
  const sent =
    path === "/workspaces" || Array.isArray(body) || typeof body === "string"
      ? body
      : { ...body, workspace_id };
  expect((await call("POST", path, { body: sent })).status).toBe(400);
});

test("a name of 128 characters is taken, whatever the characters", async () => {
  const { call } = await openGateway();
  const name = "😀".repeat(128);
  expect((await call("POST", "/workspaces", { body: { name } })).data.name).toBe(name);
});

test("a budget is a number from 0 to 1000000", async () => {
  const { call, workspace } = await openGateway();
  const id = await workspace();
  const patch = async (budget: unknown) =>
    (await call("PATCH", `/workspaces/${id}/budget`, { body: { budget } })).status;
  for (const good of [0, 0.5, 1_000_000]) expect(await patch(good)).toBe(200);
  for (const bad of [-1, 1_000_001, "5", null, undefined]) expect(await patch(bad)).toBe(400);
});

test("unknown fields in a body are ignored", async () => {
  const { call, workspace } = await openGateway();
  const workspace_id = await workspace();
  const body = { ...providerBody, workspace_id, id: "mine", color: "red" };
  const { data } = await call("POST", "/providers", { body });
  expect(data.id).not.toBe("mine");
  expect(data).not.toHaveProperty("color");
});

test("a body that is not declared as JSON is 400", async () => {
  const { call } = await openGateway();
  const wish = { body: { name: "a" }, headers: { "content-type": "text/plain" } };
  expect((await call("POST", "/workspaces", wish)).status).toBe(400);
});

test("the error of an invalid body names every field that is wrong", async () => {
  const { call } = await openGateway();
  const { text } = await call("POST", "/mappings", { body: {} });
  for (const field of ["workspace_id", "source_name", "target_model"]) expect(text).toContain(field);
});

test("an unknown path is 404, a known one with another method 405", async () => {
  const { call } = await openGateway();
  expect((await call("GET", "/nothing")).status).toBe(404);
  expect((await call("DELETE", "/user")).status).toBe(405);
});

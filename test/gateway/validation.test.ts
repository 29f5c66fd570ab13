import { expect, test } from "vitest";
import { modelBody, openGateway, openWorkspace, providerBody } from "./tests/open-gateway.ts";

// That required fields are required, and have their types, is held by test/golden.
test.each([
  ["/workspaces", "not json"],
  ["/models", { ...modelBody, type: "CHAT" }],
  ["/models", { ...modelBody, context_window: null }],
  ["/prompts", { name: "a", content: "b", type: "user" }],
  ["/configs", { name: "a", workflow: [] }],
])("POST %s of %j is 400", async (path, body) => {
  const { call, workspace_id } = await openWorkspace();
  const sent = typeof body === "string" ? body : { ...body, workspace_id };
  expect((await call("POST", path, { body: sent })).status).toBe(400);
});

test("a name of 128 characters is taken, whatever the characters", async () => {
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
  expect((await call("POST", "/quotas", { body: {} })).status).toBe(405);
  const { status, headers } = await call("PATCH", "/configs/x");
  expect([status, headers.get("allow")]).toEqual([405, "GET, DELETE"]);
  expect((await call("PUT", "/indexes/x")).status).toBe(405);
});

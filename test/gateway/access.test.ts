import { describe, expect, test } from "vitest";
import { scopes } from "./resources/scopes.ts";
import { openGateway, openWorkspace, providerBody } from "./tests/open-gateway.ts";

test.each(["", "Bearer", "Bearer nonsense", "Basic b3duZXI6"])(
  "a request with the authorization %j gets 401",
  async (authorization) => {
    const { call } = await openGateway();
    expect((await call("GET", "/user", { headers: { authorization } })).status).toBe(401);
  },
);

test("an expired and a revoked token get 401", async () => {
  const { call, gateway } = await openGateway();
  const expired = gateway.token({ expiresInSeconds: 0 });
  const revoked = gateway.token();
  expect((await call("GET", "/user", { token: revoked })).status).toBe(200);
  gateway.revoke(revoked);
  expect((await call("GET", "/user", { token: revoked })).status).toBe(401);
  expect((await call("GET", "/user", { token: expired })).status).toBe(401);
});

// test/golden/data/scopes.ts tries that each resource needs its own scopes, for GET and DELETE.
test.each([
  ["POST", "/workspaces", "workspaces:write"],
  ["POST", "/workspaces/x/members", "members:write"],
  ["GET", "/workspaces/x/budget", "workspaces:read"],
  ["PATCH", "/workspaces/x/budget", "workspaces:write"],
  ["PUT", "/models/x", "models:write"],
  ["PATCH", "/mappings/x", "mapping:write"],
  ["POST", "/prompts", "prompts:write"],
  ["POST", "/configs", "models:write"],
])("%s %s needs the scope %s and no other", async (method, path, scope) => {
  const { call, gateway } = await openGateway();
  const lacking = gateway.token({ scopes: scopes.filter((name) => name !== scope) });
  expect((await call(method, path, { token: lacking })).status).toBe(403);
  expect((await call(method, path, { token: gateway.token({ scopes: [scope] }) })).status).not.toBe(403);
});

describe("in a workspace", () => {
  test("a stranger gets 403, a member reads", async () => {
    const { call, gateway, workspace_id: id } = await openWorkspace();
    gateway.seed.member(id, "member");
    const providers = `/providers?workspace_id=${id}`;
    expect((await call("GET", providers, { user: "stranger" })).status).toBe(403);
    expect((await call("GET", providers, { user: "member" })).status).toBe(200);
  });

  test("only the owner deletes it, only administrators manage members", async () => {
    const { call, gateway, workspace_id: id } = await openWorkspace();
    gateway.seed.member(id, "admin", "ADMIN");
    gateway.seed.member(id, "member", "MEMBER");
    const path = `/workspaces/${id}`;
    const status = async (user: string, method: string, path: string) =>
      (await call(method, path, { user })).status;
    expect(await status("member", "POST", `${path}/members`)).toBe(403);
    expect(await status("admin", "POST", `${path}/members`)).toBe(200);
    expect(await status("admin", "DELETE", path)).toBe(403);
    gateway.variants.deleteNonOwner = 404;
    expect(await status("admin", "DELETE", path)).toBe(404);
    expect(await status("owner", "DELETE", path)).toBe(200);
  });

  test("members write its objects unless the variant keeps them from it", async () => {
    const { call, gateway, workspace_id: id } = await openWorkspace();
    gateway.seed.member(id, "member");
    const wish = { user: "member", body: { ...providerBody, workspace_id: id } };
    gateway.variants.memberWrites = false;
    expect((await call("POST", "/providers", wish)).status).toBe(403);
    gateway.variants.memberWrites = true;
    expect((await call("POST", "/providers", wish)).status).toBe(200);
  });
});

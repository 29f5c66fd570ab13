import { describe, expect, test } from "vitest";
import { openGateway, providerBody } from "./tests/open-gateway.ts";

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

test.each([
  ["GET", "/user", "profile:read"],
  ["GET", "/workspaces", "workspaces:read"],
  ["POST", "/workspaces", "workspaces:write"],
  ["GET", "/workspaces/x/members", "members:read"],
  ["POST", "/workspaces/x/members", "members:write"],
  ["GET", "/workspaces/x/budget", "workspaces:read"],
  ["PATCH", "/workspaces/x/budget", "workspaces:write"],
  ["GET", "/providers", "providers:read"],
  ["DELETE", "/providers/x", "providers:write"],
  ["PUT", "/models/x", "models:write"],
  ["GET", "/mappings", "mapping:read"],
  ["PATCH", "/mappings/x", "mapping:write"],
  ["GET", "/prompts", "prompts:read"],
  ["POST", "/prompts", "prompts:write"],
  ["POST", "/configs", "models:write"],
  ["GET", "/indexes", "models:read"],
  ["GET", "/workflows", "models:read"],
  ["GET", "/quotas", "quotas:read"],
  ["DELETE", "/quotas/x", "quotas:write"],
  ["GET", "/metrics", "usage:read"],
])("%s %s needs the scope %s and no other", async (method, path, scope) => {
  const { call, gateway } = await openGateway();
  const lacking = gateway.token({ scopes: allScopes.filter((name) => name !== scope) });
  expect((await call(method, path, { token: lacking })).status).toBe(403);
  expect((await call(method, path, { token: gateway.token({ scopes: [scope] }) })).status).not.toBe(403);
});

test("writes to workflows get 403 with every scope", async () => {
  const { call } = await openGateway();
  for (const path of ["/workflows", "/workflows/x"]) {
    expect((await call("POST", path)).status).toBe(403);
    expect((await call("DELETE", path)).status).toBe(403);
  }
});

describe("in a workspace", () => {
  test("a stranger gets 403, a member reads", async () => {
    const { call, gateway, workspace } = await openGateway();
    const id = await workspace();
    gateway.seed.member(id, "member");
    const as = (user: string) => ({ token: gateway.token({ user }) });
    expect((await call("GET", `/providers?workspace_id=${id}`, as("stranger"))).status).toBe(403);
    expect((await call("GET", `/providers?workspace_id=${id}`, as("member"))).status).toBe(200);
    expect((await call("GET", "/workspaces", as("stranger"))).list).toEqual([]);
    expect((await call("GET", "/workspaces", as("member"))).list[0]).toMatchObject({ my_role: "MEMBER" });
  });

  test("only the owner deletes it, only administrators set its budget and manage members", async () => {
    const { call, gateway, workspace } = await openGateway();
    const id = await workspace();
    gateway.seed.member(id, "admin", "ADMIN");
    gateway.seed.member(id, "member", "MEMBER");
    const status = async (user: string, method: string, path: string, body?: unknown) =>
      (await call(method, path, { token: gateway.token({ user }), body })).status;
    for (const [user, expected] of [
      ["member", 403],
      ["admin", 200],
    ] as const) {
      expect(await status(user, "PATCH", `/workspaces/${id}/budget`, { budget: 5 })).toBe(expected);
      expect(await status(user, "POST", `/workspaces/${id}/members`, {})).toBe(expected);
    }
    expect(await status("admin", "DELETE", `/workspaces/${id}`)).toBe(403);
    gateway.variants.deleteNonOwner = 404;
    expect(await status("admin", "DELETE", `/workspaces/${id}`)).toBe(404);
    expect(await status("owner", "DELETE", `/workspaces/${id}`)).toBe(200);
  });

  test("members write its objects unless the variant keeps them from it", async () => {
    const { call, gateway, workspace } = await openGateway();
    const id = await workspace();
    gateway.seed.member(id, "member");
    const wish = { token: gateway.token({ user: "member" }), body: { ...providerBody, workspace_id: id } };
    gateway.variants.memberWrites = false;
    expect((await call("POST", "/providers", wish)).status).toBe(403);
    gateway.variants.memberWrites = true;
    expect((await call("POST", "/providers", wish)).status).toBe(200);
  });
});

const allScopes = [
  "profile:read",
  ...["workspaces", "members", "providers", "models", "mapping", "prompts", "quotas"].flatMap((name) => [
    `${name}:read`,
    `${name}:write`,
  ]),
  "usage:read",
];

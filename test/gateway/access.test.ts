import { describe, expect, test } from "vitest";
import { scopes } from "./resources/scopes.ts";
import { openGateway, openWorkspace, providerBody } from "./tests/open-gateway.ts";

test("a revoked token and a missing or malformed bearer token return 401", async () => {
  const { call, gateway } = await openGateway();
  const token = gateway.token();
  expect((await call("GET", "/user", { token })).status).toBe(200);
  gateway.revoke(token);
  for (const authorization of ["", "Bearer", "Basic b3duZXI6", `Bearer ${token}`]) {
    expect((await call("GET", "/user", { headers: { authorization } })).status).toBe(401);
  }
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
  test("only the owner can delete it, and only administrators can manage members", async () => {
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

  test("members can write its objects unless the variant forbids it", async () => {
    const { call, gateway, workspace_id: id } = await openWorkspace();
    gateway.seed.member(id, "member");
    const wish = { user: "member", body: { ...providerBody, workspace_id: id } };
    gateway.variants.memberWrites = false;
    expect((await call("POST", "/providers", wish)).status).toBe(403);
    gateway.variants.memberWrites = true;
    expect((await call("POST", "/providers", wish)).status).toBe(200);
  });
});

test("an invitation adds the person who redeems it as a member, up to its maximum uses", async () => {
  const { call, gateway, workspace_id: id } = await openWorkspace();
  const { data } = await call("POST", `/workspaces/${id}/members`, { body: { max_uses: 1 } });
  expect(data.link).toBe(`${gateway.origin}/invite/${data.code}`);
  const redeem = async (user: string) => (await call("POST", String(data.link), { user })).status;
  expect([await redeem("owner"), await redeem("member"), await redeem("admin")]).toEqual([409, 200, 404]);
  const members = (await call("GET", `/workspaces/${id}/members`)).list;
  expect(members).toMatchObject([{ role: "OWNER" }, { role: "MEMBER", user: { username: "member" } }]);
  expect(JSON.stringify(gateway.rows("invitations"))).not.toContain(String(data.code));
});

test("an invitation can be restricted to some people, and expires", async () => {
  const { call, workspace_id: id } = await openWorkspace();
  const invite = async (body: object) =>
    String((await call("POST", `/workspaces/${id}/members`, { body })).data.link);
  const closed = await invite({ restricted_to: ["admin@example.com"] });
  expect((await call("POST", closed, { user: "member" })).status).toBe(403);
  const ended = await invite({ expires_in_days: 0 });
  expect((await call("POST", ended, { user: "member" })).status).toBe(404);
});

test("the owner of a workspace cannot be removed and cannot change role", async () => {
  const { call, gateway, workspace } = await openGateway();
  const path = `/workspaces/${await workspace()}/members/${gateway.rows("members")[0]?.id}`;
  expect((await call("PATCH", path, { body: { role: "MEMBER" } })).status).toBe(403);
  expect((await call("DELETE", path)).status).toBe(403);
});

test("spend reduces the remaining budget, and a refused change returns success: false", async () => {
  const { call, gateway, workspace_id: id } = await openWorkspace();
  const set = (budget: number) => call("PATCH", `/workspaces/${id}/budget`, { body: { budget } });
  await set(100);
  gateway.seed.spend(id, 30);
  gateway.variants.budgetRefused = true;
  expect((await set(5)).body).toEqual({ success: false, budget: 5 });
  const { body } = await call("GET", `/workspaces/${id}/budget`);
  expect(body).toEqual({ budget: 100, current_spend: 30, remaining: 70 });
});

test("a gateway key is issued for an app's own credentials, not for a bearer token", async () => {
  const { call, gateway, workspace_id: id } = await openWorkspace();
  const path = `/workspaces/${id}/gate-token`;
  const { clientId: client_id, clientSecret: client_secret } = gateway.app;
  const basic = (secret: string) => ({
    headers: { authorization: `Basic ${Buffer.from(`${client_id}:${secret}`).toString("base64")}` },
  });
  const minted = await call("POST", path, basic(client_secret));
  expect(minted.body).toEqual({ gate_key: expect.any(String) });
  expect((await call("POST", path, { body: { client_id, client_secret } })).status).toBe(200);
  expect((await call("POST", path, basic("wrong"))).status).toBe(401);
  expect((await call("POST", path)).status).toBe(401);
  expect(gateway.log.entries({ path })).toHaveLength(4);
  expect(JSON.stringify(gateway.log.entries())).not.toContain(client_secret);
});

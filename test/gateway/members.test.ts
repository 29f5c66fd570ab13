import { expect, test } from "vitest";
import { openGateway } from "./tests/open-gateway.ts";

test("an invitation makes whoever redeems it a member, as often as it allows", async () => {
  const { call, gateway, workspace } = await openGateway();
  const id = await workspace();
  const { data } = await call("POST", `/workspaces/${id}/members`, { body: { max_uses: 1 } });
  expect(data.link).toBe(`${gateway.origin}/invite/${data.code}`);
  const redeem = async (user: string) =>
    (await call("POST", String(data.link), { token: gateway.token({ user }) })).status;
  expect([await redeem("owner"), await redeem("member"), await redeem("admin")]).toEqual([409, 200, 404]);
  const members = (await call("GET", `/workspaces/${id}/members`)).list;
  expect(members).toMatchObject([{ role: "OWNER" }, { role: "MEMBER", user: { username: "member" } }]);
  expect(JSON.stringify(gateway.rows("invitations"))).not.toContain(String(data.code));
});

test("an invitation may be for some people only, and ends", async () => {
  const { call, gateway, workspace } = await openGateway();
  const id = await workspace();
  const invite = async (body: object) =>
    String((await call("POST", `/workspaces/${id}/members`, { body })).data.link);
  const token = gateway.token({ user: "member" });
  const closed = await invite({ restricted_to: ["admin@example.com"] });
  expect((await call("POST", closed, { token })).status).toBe(403);
  const ended = await invite({ expires_in_days: 0 });
  expect((await call("POST", ended, { token })).status).toBe(404);
});

test("a member's role changes between ADMIN and MEMBER, the owner's never", async () => {
  const { call, gateway, workspace } = await openGateway();
  const id = await workspace();
  const { id: memberId } = gateway.seed.member(id, "member");
  const owner = gateway.rows("members")[0];
  const patch = (member: unknown, role: string) =>
    call("PATCH", `/workspaces/${id}/members/${member}`, { body: { role } });
  expect((await patch(memberId, "ADMIN")).data).toMatchObject({ id: memberId, role: "ADMIN" });
  expect((await patch(memberId, "OWNER")).status).toBe(400);
  expect((await patch(owner?.id, "MEMBER")).status).toBe(403);
  expect((await call("DELETE", `/workspaces/${id}/members/${owner?.id}`)).status).toBe(403);
  expect((await call("DELETE", `/workspaces/${id}/members/${memberId}`)).status).toBe(200);
  expect((await call("GET", `/workspaces/${id}/members`)).list).toHaveLength(1);
});

test("a budget and what is left of it are bare objects", async () => {
  const { call, gateway, workspace } = await openGateway();
  const id = await workspace();
  const patched = await call("PATCH", `/workspaces/${id}/budget`, { body: { budget: 100 } });
  expect(patched.body).toEqual({ success: true, budget: 100 });
  gateway.seed.spend(id, 30);
  const read = await call("GET", `/workspaces/${id}/budget`);
  expect(read.body).toEqual({ budget: 100, current_spend: 30, remaining: 70 });
});

test("a refused budget answers success: false and stays", async () => {
  const { call, gateway, workspace } = await openGateway({ variants: { budgetRefused: true } });
  const id = await workspace();
  const { body } = await call("PATCH", `/workspaces/${id}/budget`, { body: { budget: 5 } });
  expect(body).toEqual({ success: false, budget: 5 });
  expect(gateway.rows("workspaces")[0]?.budget).toBe(0);
});

test("a gateway key is minted for an app's own credentials, not for a bearer token", async () => {
  const { call, gateway, workspace } = await openGateway();
  const id = await workspace();
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

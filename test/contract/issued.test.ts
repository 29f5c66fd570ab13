import { expect } from "vitest";
import { gatewayKey } from "../../provider/kinds/gateway-key.js";
import { invitation } from "../../provider/kinds/invitation.js";
import { test, world } from "./support/world.ts";

test.each([
  ["Invitation", invitation, ["code", "link"]],
  ["GatewayKey", gatewayKey, ["gateKey"]],
] as const)("%s: issues secret values, and issues them only once", async (name, kind, secrets) => {
  await using at = await world();
  await at.up(name, at.full(kind));
  expect(at.writes()).toHaveLength(1);
  expect(at.stack.sealed).toEqual(expect.arrayContaining([...secrets]));
  const { id, outputs } = at.it;
  for (const secret of secrets) {
    expect(String(outputs[secret]).length).toBeGreaterThan(5);
    expect(id).not.toContain(outputs[secret]);
  }
  at.gateway.log.clear();
  expect(await at.refresh()).toEqual([]);
  expect(at.stack.sealed).toEqual(expect.arrayContaining([...secrets]));
  expect(await at.up(name, at.full(kind))).toBe("same");
  expect(at.it.outputs).toEqual(outputs);
  expect(at.gateway.log.entries({})).toEqual([]);
});

test("Invitation: destroy sends no request and warns that the link stays valid", async ({ at }) => {
  await at.up("Invitation", at.full(invitation));
  at.gateway.log.clear();
  await at.destroy();
  expect(at.gateway.log.entries({})).toEqual([]);
  expect(at.stack.warnings.join("\n")).toContain("Invitation: its link can be redeemed until it expires");
});

test("GatewayKey: only changed triggers or another workspace issue a new key", async ({ at }) => {
  const { workspaceId, otherWorkspaceId } = at.refs;
  await at.up("GatewayKey", { workspaceId, triggers: { release: 1 } });
  const preview = (inputs: object) => at.preview("GatewayKey", { workspaceId, ...inputs });
  expect(await preview({ triggers: { release: 1 } })).toBe("same");
  expect(await preview({ triggers: { release: 2 } })).toBe("replace");
  expect(await preview({ triggers: { release: 1 }, workspaceId: otherWorkspaceId })).toBe("replace");
});

test("a lost response is reported, and the request is not repeated", async ({ at }) => {
  at.gateway.faults.add({ kind: "reset-after", method: "POST", count: 1 });
  const up = at.up("Invitation", at.full(invitation));
  await expect(up).rejects.toThrow(
    /may have created the object.*cannot be looked up. The next `pulumi up` creates another/s,
  );
  expect(at.writes()).toHaveLength(1);
  expect(at.gateway.rows("invitations")).toHaveLength(1);
});

test("a response without the issued value fails with an error that names the missing field", async ({
  at,
}) => {
  const body = { data: { id: "i-1", link: "https://app.test/invite/c-1" } };
  at.gateway.faults.add({ kind: "status", method: "POST", status: 200, body });
  await expect(at.up("Invitation", at.full(invitation))).rejects.toThrow(/response lacks code/);
});

test("a refusal reports the gateway's error, and does not suggest that something was created", async ({
  at,
}) => {
  at.gateway.faults.add({ kind: "status", method: "POST", status: 403 });
  const refused = at.up("Invitation", at.full(invitation));
  await expect(refused).rejects.toThrow(/returned 403/);
  await expect(refused).rejects.not.toThrow(/next `pulumi up`/);
});

test("GatewayKey: gets a generated id that differs each time", async ({ at }) => {
  const ids = [];
  for (const release of [1, 2]) {
    await at.up("GatewayKey", { workspaceId: at.refs.workspaceId, triggers: { release } });
    ids.push(at.it.id);
  }
  expect(ids).toEqual([1, 2].map(() => expect.stringMatching(/^[0-9a-f-]{36}$/)));
  expect(new Set(ids).size).toBe(2);
});

test("GatewayKey: check names the missing app credentials before any request", async () => {
  await using at = await world({}, { WORKSPACE_GATEWAY_CLIENT_ID: "", WORKSPACE_GATEWAY_CLIENT_SECRET: "" });
  const problems = await at.stack.check("GatewayKey", { workspaceId: at.refs.workspaceId });
  expect(problems.join()).toMatch(/WORKSPACE_GATEWAY_CLIENT_ID[\s\S]*WORKSPACE_GATEWAY_CLIENT_SECRET/);
  expect(at.gateway.log.entries({})).toEqual([]);
});

test.for([
  ["Invitation", false, 1],
  ["Invitation", true, 0],
  ["GatewayKey", false, 0],
] as const)(
  "a new %s in a workspace with forceDestroy %s causes %d warnings about people who join",
  async ([kind, forceDestroy, times], { at }) => {
    const { workspaceId } = at.refs;
    const team = { name: "first", adopt: true, forceDestroy };
    await at.stack.operation().up("team", "Workspace", team);
    const run = at.stack.operation();
    await run.preview("team", "Workspace", team);
    await run.preview("it", kind, { workspaceId });
    await run.up("it", kind, { workspaceId });
    const told = () => at.stack.warnings.filter((line) => /join[\s\S]*`forceDestroy: true`/.test(line));
    expect(told()).toHaveLength(times);
    const later = at.stack.operation();
    await later.preview("team", "Workspace", team);
    await later.preview("it", kind, { workspaceId });
    expect(told()).toHaveLength(times);
  },
);

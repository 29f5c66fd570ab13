import { expect, test } from "vitest";
import type { Reply } from "../../../provider/client/exchange.js";
import type { Settings } from "../../../provider/client/settings.js";
import { gatewayKey } from "../../../provider/kinds/gateway-key.js";
import { invitation } from "../../../provider/kinds/invitation.js";
import { sourceOf } from "../../../provider/lifecycle/sources.js";
import { networkError } from "../../client/support/network-error.ts";
import { reply } from "../../client/support/reply.ts";
import { VirtualIo } from "../../client/support/virtual-io.ts";
import { Process } from "../support/process.ts";
import { Wire } from "../support/wire.ts";

const inputs = { workspaceId: "w-1", maxUses: 2 };
const made = { id: "i-1", code: "c-1", link: "https://app.test/invite/c-1", expires_at: "2027" };
const path = "POST /workspaces/w-1/members";

function issuing(answer: Reply, settings: Partial<Settings> = {}) {
  const io = new VirtualIo();
  const wire = new Wire({ [path]: answer, "POST /workspaces/w-1/gate-token": answer });
  return { io, wire, process: new Process(wire.send, io, settings) };
}

test("issuing asks once and keeps what was answered", async () => {
  const { process, wire } = issuing(reply(200, { data: made }));
  expect(await process.obtain(invitation, inputs)).toEqual({ id: "i-1", row: made });
  expect(wire.calls).toEqual([path]);
});

test("what is issued without an id is given one, another each time", async () => {
  const { process } = issuing(reply(200, { gate_key: "wgk" }), { clientId: "a", clientSecret: "s" });
  const first = await process.obtain(gatewayKey, { workspaceId: "w-1" });
  const second = await process.obtain(gatewayKey, { workspaceId: "w-1" });
  expect(first.row).toEqual({ gate_key: "wgk" });
  expect(first.id).toMatch(/^[0-9a-f-]{36}$/);
  expect(second.id).not.toBe(first.id);
});

test("an answer without what was to be issued is a failure that names it", async () => {
  const { code: _code, ...without } = made;
  await expect(issuing(reply(200, without)).process.obtain(invitation, inputs)).rejects.toThrow(
    /without code/,
  );
});

test("a lost answer is not asked for again, and the error says what the next up does", async () => {
  let asked = 0;
  const lost = new Process(async (exchange) => {
    asked += exchange.method === "POST" ? 1 : 0;
    throw networkError(exchange, "unknown");
  }, new VirtualIo());
  await expect(lost.obtain(invitation, inputs)).rejects.toThrow(
    /cannot be looked up: the next `pulumi up` makes another/,
  );
  expect(asked).toBe(1);
});

test("a refusal is the gateway's own, without a guess that something was made", async () => {
  const refused = issuing(reply(403, "no")).process.obtain(invitation, inputs);
  await expect(refused).rejects.toThrow(/answered 403/);
  await expect(refused).rejects.not.toThrow(/next `pulumi up`/);
});

test("an account that the stack does not name issues nothing", async () => {
  const { process, wire } = issuing(reply(200, made), { allowedAccounts: ["a-9"] });
  await expect(process.obtain(invitation, inputs)).rejects.toThrow("a-9");
  expect(wire.calls).toEqual([]);
});

test("what was issued cannot be looked at, changed or withdrawn: nothing is asked, and what lives on is told", async () => {
  const { io, wire, process } = issuing(reply(200, made));
  expect(await process.observe(invitation, "i-1", inputs)).toEqual({ is: "unobservable" });
  const change = { set: {}, reset: [], olds: inputs, news: inputs };
  expect(
    await sourceOf(invitation).update(process.context(invitation, inputs), "i-1", change),
  ).toBeUndefined();
  await process.release(invitation, "i-1", inputs);
  expect(wire.sent).toEqual([]);
  expect(io.warnings).toEqual([
    expect.stringContaining("Invitation: its link can be redeemed until it expires"),
  ]);
});

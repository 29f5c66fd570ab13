import { expect, test } from "vitest";
import type { Reply } from "../../../provider/client/exchange.js";
import type { Settings } from "../../../provider/client/settings.js";
import { gatewayKey } from "../../../provider/kinds/gateway-key.js";
import { invitation } from "../../../provider/kinds/invitation.js";
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

test("a refusal is the gateway's own, without a guess that something was made", async () => {
  const refused = issuing(reply(403, "no")).process.obtain(invitation, inputs);
  await expect(refused).rejects.toThrow(/answered 403/);
  await expect(refused).rejects.not.toThrow(/next `pulumi up`/);
});

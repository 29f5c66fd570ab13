import { expect, test } from "vitest";
import { makeKey, printKey } from "../../../cli/key/command.js";
import { openDesk } from "../support/desk.ts";

async function team(env = {}) {
  const desk = await openDesk({}, env);
  await desk.gateway.console("POST", "/workspaces", { name: "Team" });
  const [workspace] = desk.gateway.rows("workspaces");
  desk.gateway.log.clear();
  return { ...desk, workspaceId: String(workspace?.id) };
}

test("a key is made in one request", async () => {
  const { client, gateway, workspaceId } = await team();
  expect(await makeKey(client, workspaceId)).toMatch(/^wgk_/);
  expect(gateway.log.entries().map(({ method, path }) => `${method} ${path}`)).toEqual([
    `POST /workspaces/${workspaceId}/gate-token`,
  ]);
});

test.each([{}, { gate_key: "" }, { gate_key: 7 }])(
  "an answer without a key is an error: %j",
  async (body) => {
    const { client, gateway, workspaceId } = await team();
    gateway.faults.add({ path: /gate-token/, kind: "status", status: 200, body });
    await expect(makeKey(client, workspaceId)).rejects.toThrow("answered without a gate_key");
  },
);

test("without a way to sign in, what is given is taken for an id", async () => {
  const { terminal, gateway } = await team({ WORKSPACE_GATEWAY_ACCESS_TOKEN: undefined });
  await expect(printKey({ workspace: "Team" }, terminal)).rejects.toThrow("404");
  expect(gateway.log.entries().map(({ path }) => path)).not.toContain("/workspaces");
});

import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { pageOf } from "../cli/support/person.ts";
import { RunningProcess } from "../harness/process.ts";
import { main } from "./support/command.ts";
import { ok } from "./support/outcome.ts";
import { type World, world } from "./support/world.ts";

const program = `
import * as gateway from "pulumi-workspace-gateway";

const team = new gateway.Workspace("team", { name: "Team" });
export const { gateKey } = new gateway.GatewayKey("key", { workspaceId: team.id });
`;

let w: World;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "sign-in-"));
  const variants = { approve: "owner", accessTokenSeconds: 2 };
  w = await world({
    files: { "index.ts": program },
    variants,
    env: { WORKSPACE_GATEWAY_ACCESS_TOKEN: undefined, XDG_CONFIG_HOME: folder },
  });
});
afterAll(async () => {
  await w?.dispose();
  await rm(folder, { recursive: true });
});

/** The app of the gateway, as the environment names it. */
function app(): Record<string, string> {
  const { clientId, clientSecret } = w.gateway.app;
  return { WORKSPACE_GATEWAY_CLIENT_ID: clientId, WORKSPACE_GATEWAY_CLIENT_SECRET: clientSecret };
}

test("a stack comes up with an app alone, whose secret and keys show nowhere", async () => {
  const env = { ...app(), WORKSPACE_GATEWAY_TOKEN_URL: w.gateway.tokenUrl };
  const printed = [
    await ok(w.project.up({ env })),
    await ok(w.project.preview({ env, expectNoChanges: true })),
  ];
  for (const text of [...printed, await w.project.stateText()]) {
    expect(text).not.toContain(w.gateway.app.clientSecret);
    expect(text).not.toMatch(/wg[ark]_/);
  }
  expect(w.gateway.rows("workspaces")).toHaveLength(1);
});

test("a stack goes on with a login that has to be renewed, and the login lives on", async () => {
  const env = { ...app(), XDG_CONFIG_HOME: folder, WORKSPACE_GATEWAY_BASE_URL: w.gateway.baseUrl };
  const login = new RunningProcess(process.execPath, [main, "login", "--no-browser"], { env });
  await fetch(await pageOf(login));
  expect((await login.done).code).toBe(0);
  const file = path.join(folder, "workspace-gateway/credentials.json");
  const before = await readFile(file, "utf8");
  w.gateway.variants.dateSkewMs = 3_600_000; // for the gateway, the token that was just issued is over
  const printed = [await ok(w.project.refresh({ env: app() })), await ok(w.project.destroy({ env: app() }))];
  expect(w.gateway.rows("workspaces")).toEqual([]);
  const after = await readFile(file, "utf8");
  expect(after).not.toBe(before);
  const { refreshToken, accessToken } = JSON.parse(after).logins[w.gateway.baseUrl];
  for (const text of printed) {
    expect(text).not.toContain(refreshToken);
    expect(text).not.toContain(accessToken);
  }
  expect((await new RunningProcess(process.execPath, [main, "whoami"], { env }).done).code).toBe(0);
});

import { expect, test } from "vitest";
import { printIdentity, readIdentity } from "../../../cli/login/command.js";
import { openDesk } from "../support/desk.ts";

test("a token tells its account, and not its scopes", async () => {
  const { gateway, settings, terminal } = await openDesk();
  const { id, email, username } = gateway.account("owner");
  expect(await readIdentity(settings, terminal)).toEqual({
    account: { id, email, username, role: expect.any(String), accountType: expect.any(String) },
    credential: "the token in WORKSPACE_GATEWAY_ACCESS_TOKEN",
    scopes: undefined,
    baseUrl: gateway.baseUrl,
    apiVersion: undefined,
  });
});

test("the version is the pinned one, else the one that was served", async () => {
  const { settings, gateway, terminal } = await openDesk();
  const versionEchoHeader = "Service-Api-Version";
  const pinned = { ...settings, versionEchoHeader, apiVersion: "2026-04-01" };
  expect(await readIdentity(pinned, terminal)).toMatchObject({ apiVersion: "2026-04-01" });
  const latest = gateway.variants.versions.at(-1);
  const served = await readIdentity({ ...settings, versionEchoHeader }, terminal);
  expect(served).toMatchObject({ apiVersion: latest });
});

test("a person reads one fact a line, a machine all of them in one", async () => {
  const { terminal, out, settings } = await openDesk();
  await printIdentity({}, terminal);
  const facts = ["account", "credential", "scopes", "gateway", "API version"];
  expect(out.map((line) => line.slice(0, 13).trim())).toEqual(facts);
  expect(out.at(-1)).toBe("API version  the gateway's latest, not pinned");
  await printIdentity({ json: true }, terminal);
  expect(JSON.parse(out.at(-1) ?? "")).toMatchObject({ baseUrl: settings.baseUrl });
});

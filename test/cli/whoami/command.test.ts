import { expect, test } from "vitest";
import { readIdentity } from "../../../cli/login/command.js";
import { openDesk } from "../support/desk.ts";
import { openPerson } from "../support/person.ts";

test("whoami prints one fact per line and shows only where the credential comes from", async () => {
  const { run, gateway } = await openPerson();
  const token = gateway.token();
  const { code, output } = await run(["whoami"], { WORKSPACE_GATEWAY_ACCESS_TOKEN: token });
  expect([code, output.includes(token)]).toEqual([0, false]);
  const { id, email } = gateway.account("owner");
  const lines = output.trimEnd().split("\n");
  const facts = ["Account", "Credential", "Scopes", "Gateway", "API version"];
  expect(lines.map((line) => line.slice(0, 13).trim())).toEqual(facts);
  for (const fact of [id, email, gateway.baseUrl, "the token in WORKSPACE_GATEWAY_ACCESS_TOKEN"])
    expect(output).toContain(fact);
  expect(lines.at(-1)).toBe("API version  the gateway's latest, not pinned");
  const version = { WORKSPACE_GATEWAY_ACCESS_TOKEN: token, WORKSPACE_GATEWAY_API_VERSION: "2026-04-01" };
  expect((await run(["whoami"], version)).stdout).toContain("2026-04-01, pinned");
});

test("the API version is the pinned one, or the one that the gateway served if none is pinned", async () => {
  const { settings, gateway, terminal } = await openDesk();
  const versionEchoHeader = "Service-Api-Version";
  const pinned = { ...settings, versionEchoHeader, apiVersion: "2026-04-01" };
  expect(await readIdentity(pinned, terminal)).toMatchObject({ apiVersion: "2026-04-01" });
  const latest = gateway.variants.versions.at(-1);
  const served = await readIdentity({ ...settings, versionEchoHeader }, terminal);
  expect(served).toMatchObject({ apiVersion: latest });
});

test("an app is shown with its client id and the scopes of its token", async () => {
  const { run, gateway } = await openPerson();
  const { stdout } = await run(["whoami", "--json"], {
    WORKSPACE_GATEWAY_TOKEN_URL: gateway.tokenUrl,
    WORKSPACE_GATEWAY_SCOPES: "profile:read,models:read",
    WORKSPACE_GATEWAY_API_VERSION: "2026-04-01",
  });
  const { credential, scopes, account, baseUrl, apiVersion } = JSON.parse(stdout);
  expect(credential).toContain(gateway.app.clientId);
  expect(credential).not.toContain(gateway.app.clientSecret);
  expect(scopes).toEqual(["profile:read", "models:read"]);
  expect(account).toMatchObject({ id: gateway.account("owner").id });
  expect([baseUrl, apiVersion]).toEqual([gateway.baseUrl, "2026-04-01"]);
});

test("without credentials, all three ways to sign in are named in terms of the command line", async () => {
  const { run } = await openPerson();
  const { code, stdout, stderr } = await run(["whoami"], { WORKSPACE_GATEWAY_BASE_URL: undefined });
  expect([code, stdout]).toEqual([1, ""]);
  expect(stderr).toMatch(/^.*BASE_URL or --base-url.*ACCESS_TOKEN.*TOKEN_URL.*login`.*\n$/);
  expect(stderr).not.toContain("pulumi config");
});

test("--base-url overrides the environment, and an unknown variable causes a warning", async () => {
  const { run, gateway } = await openPerson();
  const { code, stderr } = await run(["whoami", "--base-url", gateway.baseUrl], {
    WORKSPACE_GATEWAY_BASE_URL: "http://127.0.0.1:1/api/v1",
    WORKSPACE_GATEWAY_BASEURL: "https://x.example",
    WORKSPACE_GATEWAY_ACCESS_TOKEN: gateway.token(),
  });
  expect(code).toBe(0);
  expect(stderr).toContain(
    "The environment variable `WORKSPACE_GATEWAY_BASEURL` is not a setting and has no effect. Did you mean `WORKSPACE_GATEWAY_BASE_URL`?",
  );
});

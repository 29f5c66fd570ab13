import { expect, test } from "vitest";
import { openPerson } from "../support/person.ts";

test("the account, the gateway and the version are told, and the credential by its origin alone", async () => {
  const { run, gateway } = await openPerson();
  const token = gateway.token();
  const { code, output } = await run(["whoami"], {
    WORKSPACE_GATEWAY_ACCESS_TOKEN: token,
    WORKSPACE_GATEWAY_API_VERSION: "2026-04-01",
  });
  expect(code).toBe(0);
  const { id, email } = gateway.account("owner");
  const origin = "the token in WORKSPACE_GATEWAY_ACCESS_TOKEN";
  for (const fact of [id, email, gateway.baseUrl, origin, "2026-04-01, pinned"])
    expect(output).toContain(fact);
  expect(output).not.toContain(token);
});

test("an app is told by its id, with the scopes that its token has", async () => {
  const { run, gateway } = await openPerson();
  const { stdout } = await run(["whoami", "--json"], {
    WORKSPACE_GATEWAY_TOKEN_URL: gateway.tokenUrl,
    WORKSPACE_GATEWAY_SCOPES: "profile:read,models:read",
  });
  const { credential, scopes, account } = JSON.parse(stdout);
  expect(credential).toContain(gateway.app.clientId);
  expect(credential).not.toContain(gateway.app.clientSecret);
  expect(scopes).toEqual(["profile:read", "models:read"]);
  expect(account).toMatchObject({ id: gateway.account("owner").id });
});

test("without a way to sign in, all three are named, as the command line takes them", async () => {
  const { run } = await openPerson();
  const { code, stdout, stderr } = await run(["whoami"], { WORKSPACE_GATEWAY_BASE_URL: undefined });
  expect([code, stdout]).toEqual([1, ""]);
  expect(stderr.trim().split("\n")).toHaveLength(1);
  for (const way of ["BASE_URL or --base-url", "ACCESS_TOKEN", "TOKEN_URL", "login`"]) {
    expect(stderr).toContain(way);
  }
  expect(stderr).not.toContain("pulumi config");
});

test("--base-url goes before the environment", async () => {
  const { run, gateway } = await openPerson();
  const { code } = await run(["whoami", "--base-url", gateway.baseUrl], {
    WORKSPACE_GATEWAY_BASE_URL: "http://127.0.0.1:1/api/v1",
    WORKSPACE_GATEWAY_ACCESS_TOKEN: gateway.token(),
  });
  expect(code).toBe(0);
});

test("a variable that looks like a setting and is none is named, as a preview does", async () => {
  const { run, gateway } = await openPerson();
  const wrong = {
    WORKSPACE_GATEWAY_BASEURL: "https://x.example",
    WORKSPACE_GATEWAY_ACCESS_TOKEN: gateway.token(),
  };
  const { code, stderr } = await run(["whoami", "--json"], wrong);
  expect(code).toBe(0);
  expect(stderr).toContain(
    "The environment variable `WORKSPACE_GATEWAY_BASEURL` is not a setting and has no effect. Did you mean `WORKSPACE_GATEWAY_BASE_URL`?",
  );
});

import { expect, onTestFinished, test } from "vitest";
import { Client } from "../../../provider/client/client.js";
import { readSettings } from "../../../provider/client/settings/settings.js";
import type { Auth } from "../../../provider/client/sign-in/auth.js";
import { authFor } from "../../../provider/client/sign-in/auth-for.js";
import { systemIo } from "../../../provider/io/io.js";
import { type Gateway, startGateway } from "../../gateway/index.ts";

/** A client that signs in with an app, on a gateway that sees it do so. */
async function serviceFlow(
  env: Record<string, string> = {},
): Promise<{ gateway: Gateway; client: Client; auth: Auth }> {
  const gateway = await startGateway();
  onTestFinished(() => gateway.close());
  const settings = readSettings({
    env: {
      WORKSPACE_GATEWAY_BASE_URL: gateway.baseUrl,
      WORKSPACE_GATEWAY_CLIENT_ID: gateway.app.clientId,
      WORKSPACE_GATEWAY_CLIENT_SECRET: gateway.app.clientSecret,
      WORKSPACE_GATEWAY_TOKEN_URL: gateway.tokenUrl,
      ...env,
    },
    config: () => undefined,
  });
  const auth = authFor(settings, systemIo);
  return { gateway, client: new Client(settings, systemIo, undefined, auth), auth };
}

const tokenRequests = (gateway: Gateway) => gateway.log.entries({ path: /oauth\/token/ });

/** Makes ten workspaces at once. */
async function makeTen(client: Client): Promise<void> {
  const names = Array.from({ length: 10 }, (_, index) => `w-${index}`);
  await Promise.all(
    names.map((name) => client.send({ method: "POST", path: "/workspaces", body: { name } })),
  );
}

test.each(["basic", "body"])("an app signs in and gets keys, its credentials in the %s", async (appAuth) => {
  const { gateway, client } = await serviceFlow({ WORKSPACE_GATEWAY_APP_AUTH: appAuth });
  expect(await client.account()).toMatchObject({ email: gateway.account("owner").email });
  await makeTen(client);
  const [{ id } = {}] = gateway.rows("workspaces");
  const key = await client.send({
    method: "POST",
    path: `/workspaces/${id}/gate-token`,
    auth: "app",
    body: {},
  });
  expect(key.body).toEqual({ gate_key: expect.any(String) });
  expect(tokenRequests(gateway)).toHaveLength(1);
});

test("a token revoked in mid-run is replaced once, and nothing is made twice", async () => {
  const { gateway, client, auth } = await serviceFlow();
  gateway.revoke(await auth.token());
  await makeTen(client);
  expect(tokenRequests(gateway)).toHaveLength(2);
  const posts = gateway.log.entries({ method: "POST", path: "/workspaces" }).map(({ status }) => status);
  expect(posts.toSorted()).toEqual([...Array(10).fill(200), ...Array(10).fill(401)]);
  expect(gateway.rows("workspaces")).toHaveLength(10);
});

test("tokens that end in mid-run are replaced once", async () => {
  const { gateway, client, auth } = await serviceFlow();
  await auth.token();
  gateway.variants.dateSkewMs = 2 * 3_600_000; // for the gateway, two hours have passed
  await makeTen(client);
  expect(tokenRequests(gateway)).toHaveLength(2);
  expect(gateway.rows("workspaces")).toHaveLength(10);
});

test("an app whose secret is wrong is told so, without the secret", async () => {
  const { client } = await serviceFlow({ WORKSPACE_GATEWAY_CLIENT_SECRET: "not-the-secret" });
  const shown = await client.account().then(() => "", String);
  expect(shown).toContain("answered 401");
  expect(shown).toContain("WORKSPACE_GATEWAY_CLIENT_SECRET");
  expect(shown).not.toContain("not-the-secret");
});

test("a missing scope is named, with the account behind the app and the setting that asks for scopes", async () => {
  const { client, gateway } = await serviceFlow({ WORKSPACE_GATEWAY_SCOPES: "profile:read" });
  await expect(client.rows({ method: "GET", path: "/workspaces", scope: "workspaces:read" })).rejects.toThrow(
    new RegExp(`workspaces:read.*${gateway.account("owner").email}.*WORKSPACE_GATEWAY_SCOPES`),
  );
});

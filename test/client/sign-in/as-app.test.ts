import { expect, test } from "vitest";
import { Client } from "../../../provider/client/client.js";
import type { Exchange } from "../../../provider/client/exchange.js";
import { SettingsError } from "../../../provider/client/settings.js";
import { asApp } from "../../../provider/client/sign-in.js";
import { reply } from "../support/reply.ts";
import { testSettings } from "../support/settings.ts";
import { VirtualIo } from "../support/virtual-io.ts";

const call: Exchange = { method: "POST", path: "/workspaces/w/gate-token", auth: "app", body: {} };
const app = { clientId: "app 1", clientSecret: "s:cret" };

async function sent(over: Parameters<typeof testSettings>[0], exchange = call): Promise<Exchange> {
  const seen: Exchange[] = [];
  const wire = async (each: Exchange) => {
    seen.push(each);
    return reply(200, {});
  };
  await asApp(wire, testSettings(over))(exchange);
  return seen[0] ?? expect.unreachable("nothing was sent");
}

const basic = `Basic ${Buffer.from("app+1:s%3Acret").toString("base64")}`;

test.each([
  ["by HTTP Basic, encoded as in a form", app, { authorization: basic }, {}],
  [
    "in the body where that is set",
    { ...app, appAuth: "body" as const },
    undefined,
    { client_id: "app 1", client_secret: "s:cret" },
  ],
])("an app shows itself %s", async (_how, over, headers, body) => {
  expect(await sent(over)).toEqual({ ...call, headers, body });
});

test("other calls carry nothing of the app", async () => {
  const other: Exchange = { method: "GET", path: "/models" };
  expect(await sent(app, other)).toEqual(other);
});

test("without an app, the call says what to set and is not sent", async () => {
  const error = await sent({}).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(SettingsError);
  expect(String(error)).toMatch(/WORKSPACE_GATEWAY_CLIENT_ID .*WORKSPACE_GATEWAY_CLIENT_SECRET /);
});

test("a client calls as the app without a bearer token, and shows nothing of the app when refused", async () => {
  const seen: Exchange[] = [];
  const settings = { ...testSettings(app), secrets: ["s:cret"] };
  const client = new Client(settings, new VirtualIo(), async (exchange) => {
    seen.push(exchange);
    return reply(401, { message: `no: s:cret ${basic}` });
  });
  await expect(client.send(call)).rejects.toThrow(
    /no: \[secret\] Basic \[secret\].*WORKSPACE_GATEWAY_CLIENT_SECRET/,
  );
  expect(seen.map(({ headers }) => headers?.authorization)).toEqual([basic]);
});

test("a 403 to an app names the app, and asks for no account", async () => {
  let count = 0;
  const client = new Client(testSettings(app), new VirtualIo(), async () => {
    count++;
    return reply(403);
  });
  await expect(client.send(call)).rejects.toThrow("the owner of the app app 1");
  expect(count).toBe(1);
});

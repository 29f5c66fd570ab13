import { expect, test } from "vitest";
import { approvedLogin, endLogin } from "../../../cli/login/command.js";
import { LoginStore } from "../../../provider/client/logins.js";
import { systemIo } from "../../../provider/io/io.js";
import { openDesk } from "../support/desk.ts";

/** A desk of somebody who opens each page at once and approves, and where the logins are kept. */
async function approving() {
  const { gateway, terminal, settings } = await openDesk({ approve: "owner" });
  const pages: string[] = [];
  const show = (url: string) => {
    pages.push(url);
    void fetch(url);
  };
  const logins = LoginStore.of(terminal.env);
  const approve = (options = {}) => approvedLogin({ timeout: 20, ...options }, settings, show);
  const keep = async (change = {}) => {
    const login = { ...(await approve()), ...change };
    await logins.change(settings.baseUrl, undefined, systemIo, async () => login);
    return login;
  };
  return { gateway, settings, pages, logins, approve, keep };
}

test("an approval is worth tokens of the app that was shown, with the scopes that were asked for", async () => {
  const { gateway, approve, pages } = await approving();
  const login = await approve({ scopes: ["profile:read"] });
  expect(login).toMatchObject({ clientId: gateway.app.clientId, scopes: ["profile:read"] });
  const page = new URL(pages[0] ?? "").searchParams;
  expect([page.get("client_id"), page.get("scope")]).toEqual([gateway.app.clientId, "profile:read"]);
  const headers = { authorization: `Bearer ${login.accessToken}` };
  expect((await fetch(`${gateway.baseUrl}/user`, { headers })).status).toBe(200);
});

test("the secret of an app goes to no other app", async () => {
  const { gateway, approve } = await approving();
  const other = gateway.registerApp({ name: "Other", redirectUris: ["http://127.0.0.1/callback"] });
  await expect(approve({ clientId: other.clientId })).rejects.toThrow("invalid_client");
});

test("without an app nobody is asked", async () => {
  const { settings, pages } = await approving();
  const { clientId: _, ...without } = settings;
  const show = (url: string) => void pages.push(url);
  await expect(approvedLogin({ timeout: 1 }, without, show)).rejects.toThrow("which app?");
  expect(pages).toEqual([]);
});

test("a login whose server takes none back is forgotten", async () => {
  const { settings, logins, keep } = await approving();
  await keep({ revocationUrl: undefined });
  expect(await endLogin(settings, logins)).toBe("forgotten");
  expect(logins.find(settings.baseUrl, undefined)).toBeUndefined();
});

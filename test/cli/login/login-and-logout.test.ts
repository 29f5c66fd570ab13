import { readFile, writeFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { approvedLogin, endLogin } from "../../../cli/login/command.js";
import { LoginStore } from "../../../provider/client/logins.js";
import { systemIo } from "../../../provider/io/io.js";
import { credentialsIn } from "../support/credentials-in.ts";
import { openDesk } from "../support/desk.ts";
import { openPerson, type Person } from "../support/person.ts";

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

/** Lets every access token of the login be over. */
async function end({ file }: Person): Promise<void> {
  const text = await readFile(file, "utf8");
  await writeFile(file, text.replace(/"refreshAt": \d+/, '"refreshAt": 0'));
}

test("processes that renew a login at once ask once, and lose nothing", async () => {
  const person = await openPerson();
  await person.login();
  for (const _round of [1, 2]) {
    await end(person);
    person.gateway.log.clear();
    const ends = await Promise.all(Array.from({ length: 4 }, () => person.spawn(["whoami"]).done));
    expect(ends.map(({ code, stderr }) => [code, stderr])).toEqual(ends.map(() => [0, ""]));
    expect(person.gateway.log.entries({ path: /oauth\/token/ })).toHaveLength(1);
  }
});

test("a login that was revoked on the server says which command makes a new one", async () => {
  const person = await openPerson();
  await person.login();
  await end(person);
  const text = await readFile(person.file, "utf8");
  await person.run(["whoami"]);
  await writeFile(person.file, text); // with the refresh token that has been used
  const { code, stderr } = await person.run(["whoami"]);
  expect(code).toBe(1);
  expect(stderr).toContain("Run `workspace-gateway login` again.");
  expect(stderr).not.toContain(JSON.parse(text).logins[person.gateway.baseUrl].refreshToken);
});

test("a logout ends the login on the server and here, and a second one finds none", async () => {
  const { login, run, gateway, file } = await openPerson();
  await login();
  const { accessToken } = JSON.parse(await readFile(file, "utf8")).logins[gateway.baseUrl];
  expect((await run(["logout"])).stdout).toBe(`Logged out of ${gateway.baseUrl}.\n`);
  expect(await credentialsIn(file)).toEqual([]);
  const headers = { authorization: `Bearer ${accessToken}` };
  expect((await fetch(`${gateway.baseUrl}/user`, { headers })).status).toBe(401);
  const again = await run(["logout"]);
  expect([again.code, again.stdout]).toEqual([0, `There is no login for ${gateway.baseUrl}.\n`]);
});

test("a logout that the server does not hear of forgets the login and fails", async () => {
  const { login, run, gateway, file } = await openPerson();
  await login();
  gateway.faults.add({ path: /revoke/, kind: "status", status: 400 });
  const { code, stderr } = await run(["logout"]);
  expect(code).toBe(1);
  expect(stderr).toContain("the server has not revoked it");
  expect(await credentialsIn(file)).toEqual([]);
});

import { readFile, writeFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { approvedLogin } from "../../../cli/login/command.js";
import { credentialsIn } from "../support/credentials-in.ts";
import { openDesk } from "../support/desk.ts";
import { openPerson, type Person } from "../support/person.ts";

test("the secret of an app does not authenticate another app", async () => {
  const { gateway, settings } = await openDesk({ approve: "owner" });
  const { clientId } = gateway.registerApp({ name: "Other", redirectUris: ["http://127.0.0.1/callback"] });
  const approved = approvedLogin({ timeout: 20, clientId }, settings, (url) => void fetch(url));
  await expect(approved).rejects.toThrow("invalid_client");
});

test("login without an app fails before it asks for approval", async () => {
  const { clientId: _, ...without } = (await openDesk()).settings;
  const pages: string[] = [];
  const show = (url: string) => void pages.push(url);
  await expect(approvedLogin({ timeout: 1 }, without, show)).rejects.toThrow("no app is configured");
  expect(pages).toEqual([]);
});

/** Lets every access token of the login be over. */
async function end({ file }: Person): Promise<void> {
  const text = await readFile(file, "utf8");
  await writeFile(file, text.replace(/"refreshAt": \d+/, '"refreshAt": 0'));
}

test("processes that renew a login at the same time send one request, and all succeed", async () => {
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

test("a login revoked on the server says which command to run again", async () => {
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

test("logout ends the login on the server and locally, and a second logout finds none", async () => {
  const { login, run, gateway, file } = await openPerson();
  await login();
  const { accessToken } = JSON.parse(await readFile(file, "utf8")).logins[gateway.baseUrl];
  expect((await run(["logout"])).stdout).toBe(`Logged out of ${gateway.baseUrl}.\n`);
  expect(await credentialsIn(file)).toEqual([]);
  const headers = { authorization: `Bearer ${accessToken}` };
  expect((await fetch(`${gateway.baseUrl}/user`, { headers })).status).toBe(401);
  const again = await run(["logout"]);
  expect([again.code, again.stdout]).toEqual([
    0,
    `No login for ${gateway.baseUrl} is saved on this machine.\n`,
  ]);
});

test("logout forgets the login and fails if the server does not revoke it", async () => {
  const { login, run, gateway, file } = await openPerson();
  await login();
  gateway.faults.add({ path: /revoke/, kind: "status", status: 400 });
  const { code, stderr } = await run(["logout"]);
  expect(code).toBe(1);
  expect(stderr).toContain("the server did not revoke it");
  expect(await credentialsIn(file)).toEqual([]);
});

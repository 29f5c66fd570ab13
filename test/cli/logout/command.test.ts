import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { credentialsIn } from "../support/credentials-in.ts";
import { openPerson } from "../support/person.ts";

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
  expect(stderr).toContain("the server has not ended it");
  expect(await credentialsIn(file)).toEqual([]);
});

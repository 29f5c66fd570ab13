import { readFile, writeFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { openPerson, type Person } from "../support/person.ts";

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

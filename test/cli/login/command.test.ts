import { chmod, stat } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";
import { credentialsIn } from "../support/credentials-in.ts";
import { openPerson, type Person, pageOf } from "../support/person.ts";

test("a login signs in later commands as the approver and is readable only by this user", async () => {
  const { login, run, gateway, file } = await openPerson();
  const { email, id } = gateway.account("owner");
  const { code, stdout } = await login();
  expect([code, stdout]).toEqual([0, `Logged in to ${gateway.baseUrl} as account ${id} (${email}).\n`]);
  const whoami = await run(["whoami"]);
  for (const fact of [email, file, "profile:read workspaces:read"]) expect(whoami.stdout).toContain(fact);
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect((await stat(path.dirname(file))).mode & 0o777).toBe(0o700);
});

test("no command prints a credential of the login", async () => {
  const { login, run, file } = await openPerson();
  const said = [await login(["--json"])];
  const credentials = await credentialsIn(file);
  expect(credentials).toHaveLength(3);
  said.push(await run(["whoami"]), await run(["whoami", "--json"]), await run(["logout", "--json"]));
  for (const credential of credentials)
    expect(said.map(({ output }) => output).join()).not.toContain(credential);
});

test("a login that may not read its account still succeeds", async () => {
  const { login, gateway } = await openPerson();
  const { code, stdout } = await login(["--scopes", "models:read", "--json"]);
  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({ baseUrl: gateway.baseUrl, account: null });
});

test("a denied approval is reported, and no login is stored", async () => {
  const { start, file, gateway } = await openPerson({ approve: null });
  const running = start(["login", "--no-browser"]);
  const page = new URL(await pageOf(running));
  await fetch(`${gateway.origin}/oauth/authorize`, { method: "POST", body: page.searchParams });
  const stderr = expect.stringContaining("workspace-gateway: the approval was denied");
  expect(await running.done).toMatchObject({ code: 1, stderr });
  await expect(stat(file)).rejects.toThrow("ENOENT");
});

test("a callback with a wrong state is rejected, and the correct one is still accepted", async () => {
  const { start } = await openPerson();
  const running = start(["login", "--no-browser"]);
  const page = await pageOf(running);
  const forged = new URL(new URL(page).searchParams.get("redirect_uri") ?? "");
  forged.search = "?code=stolen&state=guessed";
  expect((await fetch(forged)).status).toBe(400);
  expect((await fetch(page)).status).toBe(200);
  expect((await running.done).code).toBe(0);
});

test("--authorize-url and --token-url replace the discovery of endpoints", async () => {
  const { login, gateway, run } = await openPerson();
  const urls = ["--authorize-url", `${gateway.origin}/oauth/authorize`, "--token-url", gateway.tokenUrl];
  expect((await login(urls)).code).toBe(0);
  expect(gateway.log.entries({ path: /well-known/ })).toEqual([]);
  const { code, stdout } = await run(["logout"]);
  expect([code, stdout]).toEqual([0, expect.stringContaining("Its tokens work until they expire")]);
});

const elsewhere = ({ gateway }: Person) => ["--issuer", `${gateway.origin}/elsewhere`];
const advice = "Pass --issuer, or --authorize-url and --token-url.";

test.each([
  ["nobody approves", () => ["--timeout", "0.1"], "the app was not approved within 0.1 s"],
  ["the issuer publishes nothing", elsewhere, advice],
])("login fails with a message if %s", async (_what, args, reason) => {
  const person = await openPerson({ approve: null });
  const { code, stderr } = await person.run(["login", "--no-browser", ...args(person)]);
  expect([code, stderr]).toEqual([1, expect.stringContaining(reason)]);
});

test("a login for a connection is used only for that connection", async () => {
  const { login, run, gateway, env } = await openPerson();
  const eu = {
    WORKSPACE_GATEWAY_EU_BASE_URL: gateway.baseUrl,
    WORKSPACE_GATEWAY_EU_CLIENT_ID: env.WORKSPACE_GATEWAY_CLIENT_ID,
    WORKSPACE_GATEWAY_EU_CLIENT_SECRET: env.WORKSPACE_GATEWAY_CLIENT_SECRET,
  };
  await login(["--connection", "eu"], eu);
  expect((await run(["whoami", "--connection", "eu"], eu)).code).toBe(0);
  expect((await run(["whoami"])).stderr).toContain("`workspace-gateway login`");
});

test("login warns if a credential with higher precedence hides it", async () => {
  const { login, gateway } = await openPerson();
  const { stderr } = await login([], { WORKSPACE_GATEWAY_ACCESS_TOKEN: gateway.token() });
  expect(stderr).toContain("The login is not used while WORKSPACE_GATEWAY_ACCESS_TOKEN is set.");
});

test.skipIf(process.platform === "win32")(
  "a login that could not be stored is rejected before approval",
  async () => {
    const { login, run, file, gateway } = await openPerson();
    await login();
    await chmod(file, 0o644);
    gateway.log.clear();
    const again = await run(["login", "--no-browser", "--timeout", "1"]);
    expect([again.code, again.stderr]).toEqual([1, expect.stringContaining(`\`chmod 600 ${file}\``)]);
    expect((await run(["whoami"])).stderr).toContain(`\`chmod 600 ${file}\``);
    expect(gateway.log.entries()).toEqual([]);
    await chmod(file, 0o600);
    expect((await run(["whoami"])).code).toBe(0);
  },
);

import { existsSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { chmod, mkdir, mkdtemp, readdir, rm, stat, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { type Login, LoginStore, locked } from "../../../provider/client/logins.js";
import { readSettings } from "../../../provider/client/settings.js";
import { authFor } from "../../../provider/client/sign-in.js";
import { type Io, systemIo } from "../../../provider/io/io.js";
import { reply } from "../support/reply.ts";
import { TokenServer } from "../support/token-server.ts";
import { VirtualIo } from "../support/virtual-io.ts";

const baseUrl = "https://gateway.test/api/v1";

const approved: Login = {
  tokenUrl: "https://id.test/token",
  clientId: "app",
  clientSecret: "app-secret",
  appAuth: "basic",
  accessToken: "token-0",
  refreshAt: 0,
  refreshToken: "refresh-0",
};

async function folder(): Promise<string> {
  const home = await mkdtemp(path.join(tmpdir(), "login-"));
  onTestFinished(() => rm(home, { recursive: true }));
  return home;
}

/** A person's folder with a login, a server that knows it, and what processes of that person sign in with. */
async function person(login: Partial<Login> = {}, connection?: string, io: Io = new VirtualIo()) {
  const home = await folder();
  const env = { HOME: home, WORKSPACE_GATEWAY_BASE_URL: baseUrl, WORKSPACE_GATEWAY_EU_BASE_URL: baseUrl };
  const file = path.join(home, ".config", "workspace-gateway", "credentials.json");
  const server = new TokenServer();
  server.refreshToken = "refresh-0";
  const store = LoginStore.of(env);
  const keep = (kept: Login | undefined, of = connection) => store.change(baseUrl, of, io, async () => kept);
  await keep({ ...approved, ...login });
  const read = (over: Record<string, string> = {}, of = connection) =>
    readSettings({ env: { ...env, ...over }, config: () => undefined }, of);
  const find = () => store.find(baseUrl, connection);
  const process = () => authFor(read(), io, server.wire);
  return { file, server, store, io, keep, read, find, process, auth: process() };
}

/** A lock file that is not there yet, in a folder of its own. */
const place = async () => path.join(await folder(), "logins.lock");

/** Another process has the lock, and last said so at this time. */
function hold(file: string, at: number): void {
  writeFileSync(file, "another process");
  utimesSync(file, at / 1000, at / 1000);
}

/** Something happens to the lock in the moment between the look at it and the attempt to take it. */
class Meanwhile extends VirtualIo {
  private looks = 0;

  constructor(private readonly happens: (now: number) => void) {
    super();
  }

  override now(): number {
    if (++this.looks === 2) this.happens(super.now());
    return super.now();
  }
}

const start = Date.UTC(2026, 0, 1);

test("a lock file exists during the work, and no file remains afterward", async () => {
  const file = await place();
  expect(await locked(file, new VirtualIo(), async () => existsSync(file))).toBe(true);
  const failing = locked(file, new VirtualIo(), () => Promise.reject(new Error("the server is down")));
  await expect(failing).rejects.toThrow("the server is down");
  expect(readdirSync(path.dirname(file))).toEqual([]);
});

test("a release keeps a lock that another process has taken over, and ignores a missing one", async () => {
  const file = await place();
  const io = new VirtualIo();
  await locked(file, io, async () => hold(file, io.now()));
  expect(readFileSync(file, "utf8")).toBe("another process");
  rmSync(file);
  await locked(file, io, async () => rmSync(file));
  expect(existsSync(file)).toBe(false);
});

test("a lock whose holder has died is taken over, even if another process removes it first", async () => {
  const file = await place();
  for (const io of [new VirtualIo(), new Meanwhile(() => rmSync(file))]) {
    hold(file, start - 20_000);
    expect(await locked(file, io, async () => "done")).toBe("done");
    expect(readdirSync(path.dirname(file))).toEqual([]);
  }
});

test("a lock that another process acquires during a takeover is restored and waited for", async () => {
  const file = await place();
  const io = new Meanwhile((now) => hold(file, now));
  hold(file, start - 60_000);
  const began = await locked(file, io, async () => io.now());
  expect(began - start).toBeGreaterThanOrEqual(20_000);
  expect(readdirSync(path.dirname(file))).toEqual([]);
});

test("a lock whose holder is alive is waited for, but not forever", async () => {
  const file = await place();
  const io = new VirtualIo();
  hold(file, start + 1e9);
  await expect(locked(file, io, async () => "done")).rejects.toThrow(`${file} is locked by another process`);
  expect(io.now() - start).toBeGreaterThan(60_000);
  expect(readFileSync(file, "utf8")).toBe("another process");
});

const folders = { XDG_CONFIG_HOME: "/x", APPDATA: "/a", HOME: "/h" };

test.each([
  [folders, "/x/workspace-gateway/credentials.json"],
  [{ ...folders, XDG_CONFIG_HOME: "" }, "/a/workspace-gateway/credentials.json"],
  [{ HOME: "/h" }, "/h/.config/workspace-gateway/credentials.json"],
  [{}, undefined],
])("XDG_CONFIG_HOME takes precedence over APPDATA, and APPDATA over HOME: %j", (env, file) => {
  expect(LoginStore.of(env).file).toBe(file);
});

test("a login is used only for its own base URL and connection", async () => {
  const { read } = await person();
  expect(read().credential.from).toBe("login");
  expect(() => read({ WORKSPACE_GATEWAY_BASE_URL: "https://other.test/api/v1" })).toThrow("login");
  expect(() => read({}, "eu")).toThrow("login --connection eu");
});

test("a login of another connection is kept when one is removed", async () => {
  const { store, keep, find, file } = await person();
  await keep({ ...approved, accessToken: "eu" }, "eu");
  const { version, logins } = JSON.parse(readFileSync(file, "utf8"));
  expect([version, ...Object.keys(logins)]).toEqual([1, baseUrl, `${baseUrl} eu`]); // also of earlier releases
  await keep(undefined);
  expect(find()).toBeUndefined();
  expect(store.find(baseUrl, "eu")).toMatchObject({ accessToken: "eu" });
});

test("a failed write leaves no temporary file behind", async () => {
  const { store, file, io } = await person();
  const changing = store.change(baseUrl, undefined, io, async () => {
    await rm(file);
    await mkdir(file); // a folder cannot be replaced by a file
    return { ...approved, accessToken: "token-9" };
  });
  await expect(changing).rejects.toThrow(/EISDIR|directory/);
  expect(await readdir(path.dirname(file))).toEqual(["credentials.json"]);
});

test("a stored login provides both tokens as secrets, its scopes and its expiry", async () => {
  const { auth, io, server } = await person({ refreshAt: start + 60_000, scopes: ["models:read"] });
  expect(await auth.token()).toBe("token-0");
  expect(server.asked).toEqual([]);
  expect(auth.secrets()).toEqual(["token-0", "refresh-0"]);
  expect(auth).toMatchObject({ scopes: ["models:read"] });
  await io.sleep(61_000);
  expect(await auth.token()).toBe("token-1");
});

test("an expired stored token is renewed, and the new tokens are stored", async () => {
  const { auth, server, find } = await person();
  expect(await auth.token()).toBe("token-1");
  expect(server.form(0)).toEqual({ grant_type: "refresh_token", refresh_token: "refresh-0" });
  expect(find()).toMatchObject({ accessToken: "token-1", refreshToken: "refresh-1" });
});

test("only one of many concurrent processes renews the token, and all use the new one", async () => {
  const { process, server, find } = await person({}, undefined, systemIo); // files take real time
  const tokens = await Promise.all(Array.from({ length: 8 }, () => process().token()));
  expect(new Set(tokens)).toEqual(new Set(["token-1"]));
  expect(server.asked).toHaveLength(1);
  expect(find()).toMatchObject({ refreshToken: "refresh-1" });
});

test("a rejected token that another process has renewed is not renewed again", async () => {
  const { process, server } = await person({}, undefined, systemIo);
  const [first, second] = [process(), process()];
  await Promise.all([first.token(), second.token()]);
  await first.renew("token-1");
  await second.renew("token-1");
  expect([await first.token(), await second.token()]).toEqual(["token-2", "token-2"]);
  expect(server.asked).toHaveLength(2);
});

test("a login revoked by the server is reported with the login command and without a token", async () => {
  const { auth, server } = await person();
  server.refreshToken = "another";
  await expect(auth.token()).rejects.toThrow(
    "used: [secret]; invalid_grant. Run `workspace-gateway login` again.",
  );
});

test("a login that was removed in the meantime is reported as missing", async () => {
  const { auth, keep } = await person();
  await keep(undefined);
  await expect(auth.token()).rejects.toThrow(
    `the login for ${baseUrl} no longer exists. Run \`workspace-gateway login\`.`,
  );
});

test("a login fails if no settings folder can be determined", async () => {
  const changing = LoginStore.of({}).change(baseUrl, undefined, new VirtualIo(), async () => approved);
  await expect(changing).rejects.toMatchObject({
    name: "SettingsError",
    message: "the login needs a settings folder: set HOME or XDG_CONFIG_HOME",
  });
});

test("the credentials file is not replaced if the login stays the same", async () => {
  const { file, store, io } = await person();
  const { ino } = await stat(file);
  await store.change(baseUrl, undefined, io, async (login) => login);
  expect((await stat(file)).ino).toBe(ino);
});

test.each(["", '{"version":2,"logins":{}}', '{"version":1,"logins":{"x":{}}}'])(
  "a damaged credentials file is an error, but not if an access token is set: %j",
  async (text) => {
    const { file, read } = await person();
    await writeFile(file, text);
    expect(() => read()).toThrow(`${file} is damaged`);
    expect(read({ WORKSPACE_GATEWAY_ACCESS_TOKEN: "token" }).credential.from).toBe("accessToken");
  },
);

test.skipIf(process.platform === "win32")("a credentials file open to other users is refused", async () => {
  const { file, read } = await person();
  for (const mode of [0o640, 0o602]) {
    await chmod(file, mode);
    expect(() => read()).toThrow(`${file} can be read or written by other users: run \`chmod 600 ${file}\``);
    expect((await stat(file)).mode & 0o777).toBe(mode);
  }
  for (const mode of [0o600, 0o400]) {
    await chmod(file, mode);
    expect(read().credential.from).toBe("login");
  }
});

test("granted scopes are stored, and the refresh token is kept if the server issues no new one", async () => {
  const { auth, server, find } = await person();
  server.instead.push(
    reply(200, { access_token: "t", token_type: "bearer", scope: "models:read  prompts:read " }),
  );
  expect(await auth.token()).toBe("t");
  expect(auth).toMatchObject({ scopes: ["models:read", "prompts:read"] });
  expect(find()).toMatchObject({ scopes: ["models:read", "prompts:read"], refreshToken: "refresh-0" });
  expect(find()).not.toHaveProperty("refreshAt");
});

test("an app without a secret sends only its client id", async () => {
  const { auth, server } = await person({ clientSecret: undefined });
  await auth.token();
  const grant = { grant_type: "refresh_token", refresh_token: "refresh-0" };
  expect(server.form(0)).toEqual({ ...grant, client_id: "app" });
  expect(server.asked[0]?.headers).not.toHaveProperty("authorization");
});

test.each([
  [undefined, "workspace-gateway login"],
  ["eu", "workspace-gateway login --connection eu"],
])("an expired login without a refresh token is reported: %s", async (connection, line) => {
  const { auth, server } = await person({ refreshToken: undefined }, connection);
  await expect(auth.token()).rejects.toMatchObject({
    outcome: "rejected",
    message: `POST /token failed: the login has expired, and the server did not issue a refresh token. Run \`${line}\` again.`,
  });
  expect(server.asked).toEqual([]);
});

test.each([
  [40, 20],
  [3600, 3570],
])("a token of %i s is renewed 30 s before it expires, or at half its lifetime", async (life, renewed) => {
  const { auth, server, io } = await person();
  server.life = life;
  expect(await auth.token()).toBe("token-1");
  await io.sleep(renewed * 1000 - 1);
  expect(await auth.token()).toBe("token-1");
  await io.sleep(1);
  expect(await auth.token()).toBe("token-2");
});

test("the credentials file and its folder are private, even if the folder was open before", async () => {
  const home = await folder();
  const kept = path.join(home, "workspace-gateway");
  await mkdir(kept, { mode: 0o755 });
  const store = LoginStore.of({ XDG_CONFIG_HOME: home });
  await store.change(baseUrl, undefined, new VirtualIo(), async () => approved);
  expect(await readdir(kept), "neither lock nor draft").toEqual(["credentials.json"]);
  if (process.platform === "win32") return;
  const modes = [kept, path.join(kept, "credentials.json")].map((each) => statSync(each).mode & 0o777);
  expect(modes).toEqual([0o700, 0o600]);
});

test("a lock is refreshed every few seconds by the clock of the run, only while it is held", async () => {
  const begun = vi.spyOn(globalThis, "setInterval");
  const ended = vi.spyOn(globalThis, "clearInterval");
  onTestFinished(() => void vi.restoreAllMocks());
  const file = await place();
  const io = new VirtualIo();
  await locked(file, io, async () => {
    const [say, every] = begun.mock.lastCall ?? [];
    expect(every).toBeLessThan(20_000); // who is silent for so long is taken for dead
    await utimes(file, 0, 0);
    say?.();
    await vi.waitFor(async () => expect((await stat(file)).mtimeMs).toBe(io.now()));
    expect(ended).not.toHaveBeenCalled();
  });
  expect(ended.mock.lastCall?.[0]).toBe(begun.mock.results.at(-1)?.value);
});

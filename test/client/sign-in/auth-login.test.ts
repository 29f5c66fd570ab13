import { chmod, mkdir, readdir, readFile, rm, stat, utimes, writeFile } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";
import { LoginStore } from "../../../provider/client/logins.js";
import { systemIo } from "../../../provider/io/io.js";
import { approved, baseUrl, person, personWith } from "../support/person.ts";
import { VirtualIo } from "../support/virtual-io.ts";

test("the login is a file that nobody else may read, in a folder that nobody else may enter", async () => {
  const { file } = await person();
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect((await stat(path.dirname(file))).mode & 0o777).toBe(0o700);
  expect(await readdir(path.dirname(file)), "neither lock nor draft").toEqual(["credentials.json"]);
});

const folders = { XDG_CONFIG_HOME: "/x", APPDATA: "/a", HOME: "/h" };

test.each([
  [folders, "/x/workspace-gateway/credentials.json"],
  [{ ...folders, XDG_CONFIG_HOME: "" }, "/a/workspace-gateway/credentials.json"],
  [{ HOME: "/h" }, "/h/.config/workspace-gateway/credentials.json"],
  [{}, undefined],
])("XDG_CONFIG_HOME goes before APPDATA, and APPDATA before HOME: %j", (env, file) => {
  expect(LoginStore.of(env).file).toBe(file);
});

test("a login serves its own base URL and connection only", async () => {
  const { read } = await person();
  expect(read().credential.from).toBe("login");
  expect(() => read({ WORKSPACE_GATEWAY_BASE_URL: "https://other.test/api/v1" })).toThrow("login");
  expect(() => read({}, "eu")).toThrow("login --connection eu");
});

test("logins of other gateways and connections stay when one changes", async () => {
  const { store, keep, find } = await person();
  await keep({ ...approved, accessToken: "eu" }, "eu");
  await keep(undefined);
  expect(find()).toBeUndefined();
  expect(store.find(baseUrl, "eu")).toMatchObject({ accessToken: "eu" });
});

test("a login that an earlier release has stored is found: under its address, and the connection after it", async () => {
  const { file, keep } = await person();
  await keep(approved, "eu");
  const { version, logins } = JSON.parse(await readFile(file, "utf8"));
  expect(version).toBe(1);
  expect(Object.keys(logins)).toEqual([baseUrl, `${baseUrl} eu`]);
});

test("a change that changes nothing writes nothing", async () => {
  const { store, file, io } = await person();
  const before = await stat(file);
  const login = await store.change(baseUrl, undefined, io, async (known) => known);
  expect(login).toEqual(approved);
  expect((await stat(file)).ino).toBe(before.ino);
});

test("a write that fails leaves no draft behind", async () => {
  const { store, file, io } = await person();
  const changing = store.change(baseUrl, undefined, io, async () => {
    await rm(file);
    await mkdir(file); // a folder cannot be replaced by a file
    return { ...approved, accessToken: "token-9" };
  });
  await expect(changing).rejects.toThrow(/EISDIR|directory/);
  expect(await readdir(path.dirname(file))).toEqual(["credentials.json"]);
});

test("where no folder is named, a login cannot be kept, and that is said", async () => {
  const keeping = LoginStore.of({}).change(baseUrl, undefined, systemIo, async () => approved);
  await expect(keeping).rejects.toThrow("set HOME or XDG_CONFIG_HOME");
});

test("a stored token that is fresh is used without a request", async () => {
  const { process, server } = await person({ refreshAt: Number.MAX_SAFE_INTEGER });
  expect(await process().token()).toBe("token-0");
  expect(server.asked).toEqual([]);
});

test("all that is stored of a login is known while it is used: both tokens as secrets, its scopes, its end", async () => {
  const io = new VirtualIo();
  const login = { refreshAt: io.now() + 60_000, scopes: ["models:read"] };
  const auth = (await personWith({ login, io })).process();
  expect(await auth.token()).toBe("token-0");
  expect(auth.secrets()).toEqual(["token-0", "refresh-0"]);
  expect(auth).toMatchObject({ scopes: ["models:read"] });
  await io.sleep(61_000);
  expect(await auth.token()).toBe("token-1");
});

test("of a login without a refresh token and without scopes nothing is made up", async () => {
  const { process } = await person({ refreshAt: Number.MAX_SAFE_INTEGER, refreshToken: undefined });
  const auth = process();
  expect(await auth.token()).toBe("token-0");
  expect(auth.secrets().filter((secret) => secret !== "")).toEqual(["token-0"]);
  expect(auth).toMatchObject({ scopes: undefined });
});

test("a stored token that has ended is renewed, and what came of it is stored", async () => {
  const { process, server, find } = await person();
  expect(await process().token()).toBe("token-1");
  expect(server.form(0)).toEqual({ grant_type: "refresh_token", refresh_token: "refresh-0" });
  expect(find()).toMatchObject({ accessToken: "token-1", refreshToken: "refresh-1" });
});

test("a server that gives no new refresh token keeps the old one", async () => {
  const { process, server, find } = await person();
  server.instead.push({ status: 200, headers: {}, body: { access_token: "t", token_type: "bearer" } });
  expect(await process().token()).toBe("t");
  expect(find()).toMatchObject({ accessToken: "t", refreshToken: "refresh-0" });
  expect(find()).not.toHaveProperty("refreshAt");
});

test("of many processes that renew at once, one asks and all go on", async () => {
  const { process, server, find } = await person();
  const tokens = await Promise.all(Array.from({ length: 8 }, () => process().token()));
  expect(new Set(tokens)).toEqual(new Set(["token-1"]));
  expect(server.asked).toHaveLength(1);
  expect(find()).toMatchObject({ refreshToken: "refresh-1" });
});

test("a refused token that another process has replaced is not replaced again", async () => {
  const { process, server } = await person();
  const [first, second] = [process(), process()];
  await Promise.all([first.token(), second.token()]);
  await first.renew("token-1");
  await second.renew("token-1");
  expect([await first.token(), await second.token()]).toEqual(["token-2", "token-2"]);
  expect(server.asked).toHaveLength(2);
});

test("a login that the server has ended says which command makes a new one, and shows no token", async () => {
  const { process, server } = await person();
  server.refreshToken = "another";
  await expect(process().token()).rejects.toThrow(
    "used: [secret]; invalid_grant. Run `workspace-gateway login` again.",
  );
});

test("a login that is gone meanwhile is told so", async () => {
  const { process, keep } = await person();
  const auth = process();
  await keep(undefined);
  await expect(auth.token()).rejects.toThrow(
    `the login for ${baseUrl} is gone. Run \`workspace-gateway login\`.`,
  );
});

test("a lock whose holder has died is taken over", async () => {
  const { process, file, io } = await person();
  await writeFile(`${file}.lock`, "someone");
  const died = io.now() / 1000 - 21;
  await utimes(`${file}.lock`, died, died);
  expect(await process().token()).toBe("token-1");
  expect(await readdir(path.dirname(file))).toEqual(["credentials.json"]);
});

test("a lock whose holder is alive is waited for, and not for ever", async () => {
  const { process, file, io, server } = await personWith({ io: new VirtualIo() });
  await writeFile(`${file}.lock`, "someone");
  const before = io.now();
  await utimes(`${file}.lock`, before / 1000 + 1e6, before / 1000 + 1e6);
  await expect(process().token()).rejects.toThrow(`${file}.lock is held by another process`);
  expect(io.now() - before).toBeGreaterThan(60_000);
  expect(server.asked).toEqual([]);
  expect(await readFile(`${file}.lock`, "utf8")).toBe("someone");
});

test.each(["", "{", "[]", '{"version":2,"logins":{}}', '{"version":1,"logins":{"x":{}}}'])(
  "a damaged file is told so, and does not matter to who does not need it: %j",
  async (text) => {
    const { file, read } = await person();
    await writeFile(file, text);
    expect(() => read()).toThrow(`${file} is damaged`);
    expect(read({ WORKSPACE_GATEWAY_ACCESS_TOKEN: "token" }).credential.from).toBe("accessToken");
  },
);

test.skipIf(process.platform === "win32")(
  "a file of logins that others may read or write is refused, with the line that repairs it",
  async () => {
    const { file, read } = await person();
    for (const mode of [0o640, 0o604, 0o620, 0o666]) {
      await chmod(file, mode);
      expect(() => read()).toThrow(`${file} can be read or written by others: run \`chmod 600 ${file}\``);
      expect((await stat(file)).mode & 0o777).toBe(mode);
    }
    for (const mode of [0o600, 0o400]) {
      await chmod(file, mode);
      expect(read().credential.from).toBe("login");
    }
  },
);

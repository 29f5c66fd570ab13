import { chmod, mkdir, readdir, readFile, rm, stat, utimes, writeFile } from "node:fs/promises";
import path from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { type Login, LoginStore, locked } from "../../../provider/client/logins.js";
import { networkError } from "../support/network-error.ts";
import { approved, baseUrl, folder, personWith } from "../support/person.ts";
import { reply } from "../support/reply.ts";
import { VirtualIo } from "../support/virtual-io.ts";

/** A person with a login, and one process that signs in with it. */
async function signedIn(login: Partial<Login> = {}, connection?: string) {
  const world = await personWith({ login, connection, io: new VirtualIo() });
  return { ...world, auth: world.process() };
}

test("the scopes that a server grants are kept with the login, each once, however they are spaced", async () => {
  const { auth, server, find } = await signedIn();
  server.instead.push(
    reply(200, { access_token: "t", token_type: "bearer", scope: "models:read  prompts:read " }),
  );
  expect(await auth.token()).toBe("t");
  expect(auth).toMatchObject({ scopes: ["models:read", "prompts:read"] });
  expect(find()).toMatchObject({ scopes: ["models:read", "prompts:read"] });
});

test("an app without a secret shows its id alone", async () => {
  const { auth, server } = await signedIn({ clientSecret: undefined });
  await auth.token();
  expect(server.form(0)).toEqual({
    grant_type: "refresh_token",
    refresh_token: "refresh-0",
    client_id: "app",
  });
  expect(server.asked[0]?.headers).not.toHaveProperty("authorization");
});

test.each([
  [undefined, "workspace-gateway login"],
  ["eu", "workspace-gateway login --connection eu"],
])(
  "a login without a refresh token that has ended says so, on the connection %s",
  async (connection, line) => {
    const { auth, server } = await signedIn({ refreshToken: undefined }, connection);
    await expect(auth.token()).rejects.toMatchObject({
      outcome: "rejected",
      message: `POST /token failed: the login has expired, and the server gave no refresh token for it. Run \`${line}\` again.`,
    });
    expect(server.asked).toEqual([]);
  },
);

test("a server that cannot be reached for new tokens is named as the login's, and the login stays", async () => {
  const { auth, server, find } = await signedIn();
  server.instead.push(networkError({ method: "POST", path: "/token" }, "rejected"));
  await expect(auth.token()).rejects.toThrow("Run `workspace-gateway login` again.");
  expect(server.origins).toEqual(["https://id.test"]);
  expect(find()).toMatchObject({ refreshToken: "refresh-0" });
});

test("an answer without a token says so with the page that was asked, and shows nothing of the answer", async () => {
  const { auth, server } = await signedIn();
  server.instead.push(reply(200, { token_type: "bearer", refresh_token: "tok-canary" }));
  const error = await auth.token().catch((reason: unknown) => reason);
  expect(error).toMatchObject({
    status: 200,
    message: expect.stringMatching(/^POST \/token answered 200: an answer without valid tokens: .+\. Run/),
  });
  expect(String(error)).not.toContain("canary");
});

test.each([
  [40, 20],
  [60, 30],
  [3600, 3570],
])(
  "a token that lives short is renewed after half of its life, a longer one half a minute before its end: %i s",
  async (life, renewedAfter) => {
    const { auth, server, io } = await signedIn();
    server.life = life;
    expect(await auth.token()).toBe("token-1");
    await io.sleep(renewedAfter * 1000 - 1);
    expect(await auth.token()).toBe("token-1");
    await io.sleep(1);
    expect(await auth.token()).toBe("token-2");
  },
);

test("a login is kept in a folder that is made for it, and that is closed to others where it was open", async () => {
  const home = await folder();
  const place = path.join(home, "workspace-gateway");
  await mkdir(place, { mode: 0o755 });
  const store = LoginStore.of({ XDG_CONFIG_HOME: home });
  await store.change(baseUrl, undefined, new VirtualIo(), async () => approved);
  if (process.platform !== "win32") {
    expect((await stat(place)).mode & 0o777).toBe(0o700);
  }
  expect(await readdir(place)).toEqual(["credentials.json"]);
});

test("a place that cannot be read is an error of the system, and no login that is missing", async () => {
  const home = await folder();
  await writeFile(path.join(home, "workspace-gateway"), "a file where a folder should be");
  expect(() => LoginStore.of({ XDG_CONFIG_HOME: home }).find(baseUrl, undefined)).toThrow("ENOTDIR");
});

test.skipIf(process.platform === "win32")("however many logins are read, no file stays open", async () => {
  const { find, file } = await signedIn();
  const open = async () => (await readdir("/dev/fd")).length;
  const before = await open();
  for (let count = 0; count < 50; count++) find();
  await chmod(file, 0o644);
  for (let count = 0; count < 50; count++) expect(find).toThrow("can be read or written by others");
  expect(await open()).toBeLessThan(before + 50);
});

test("a lock says every few seconds that its holder is alive, by the clock of the run, and no longer than it is held", async () => {
  const begun = vi.spyOn(globalThis, "setInterval");
  const ended = vi.spyOn(globalThis, "clearInterval");
  onTestFinished(() => void vi.restoreAllMocks());
  const file = path.join(await folder(), "logins.lock");
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

test("a lock is looked for again within a tenth of a second, by chance, so that two do not meet for ever", async () => {
  const looks = async (chance: number) => {
    const file = path.join(await folder(), "logins.lock");
    const io = new VirtualIo(() => chance);
    await writeFile(file, "another process");
    const naps: number[] = [];
    const sleep = io.sleep.bind(io);
    io.sleep = async (milliseconds) => {
      naps.push(milliseconds);
      if (naps.length === 3) await rm(file);
      return sleep(milliseconds);
    };
    await utimes(file, io.now() / 1000, io.now() / 1000);
    expect(await locked(file, io, async () => "done")).toBe("done");
    return naps;
  };
  expect(await looks(0)).toEqual([20, 20, 20]);
  expect(await looks(0.5)).toEqual([60, 60, 60]);
});

test("what happens to the lock's folder while it is held is told", async () => {
  const place = path.join(await folder(), "held");
  await mkdir(place);
  const file = path.join(place, "logins.lock");
  const running = locked(file, new VirtualIo(), async () => {
    expect(await readFile(file, "utf8")).not.toBe("");
    await rm(file);
    await mkdir(file);
  });
  await expect(running).rejects.toThrow("EISDIR");
});

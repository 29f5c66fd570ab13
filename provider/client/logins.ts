import { randomUUID } from "node:crypto";
import { closeSync, fstatSync, openSync, readFileSync } from "node:fs";
import { chmod, link, mkdir, open, readFile, rename, rm, stat, utimes } from "node:fs/promises";
import path from "node:path";
import { z } from "zod";
import { tolerating, unless } from "../io/error-codes.js";
import type { Io } from "../io/io.js";
import { jsonIn } from "../text/json.js";
import { printable } from "../text/words.js";

const loginSchema = z.object({
  tokenUrl: z.string(),
  revocationUrl: z.string().optional(),
  clientId: z.string(),
  clientSecret: z.string().optional(),
  appAuth: z.enum(["basic", "body"]),
  scopes: z.array(z.string()).optional(),
  refreshToken: z.string().optional(),
  accessToken: z.string(),
  /** When to renew the token, in milliseconds since the epoch. Absent if the server sent no lifetime. */
  refreshAt: z.number().optional(),
});

const fileSchema = z.object({ version: z.literal(1), logins: z.record(z.string(), loginSchema) });

export interface Login extends z.output<typeof loginSchema> {}

type Logins = Readonly<Record<string, Login>>;

/** This user's logins, in a file that only this user may read. Programs and the command line share it. */
export class LoginStore {
  constructor(
    /** Undefined if the environment does not specify a settings folder. In that case, there are no logins. */
    readonly file: string | undefined,
  ) {}

  static of(env: Readonly<Record<string, string | undefined>>): LoginStore {
    const home = env.HOME === undefined ? undefined : path.join(env.HOME, ".config");
    const folder = [env.XDG_CONFIG_HOME, env.APPDATA, home].find((candidate) => candidate);
    return new LoginStore(folder && path.join(folder, "workspace-gateway", "credentials.json"));
  }

  find(baseUrl: string, connection: string | undefined): Login | undefined {
    return this.read()[keyOf(baseUrl, connection)];
  }

  /** If two processes renew a login at the same time, the second sees the first's tokens. None are lost. */
  async change(
    baseUrl: string,
    connection: string | undefined,
    io: Io,
    change: (login: Login | undefined) => Promise<Login | undefined>,
  ): Promise<Login | undefined> {
    const { file } = this;
    if (file === undefined) {
      throw new SettingsError("the login needs a settings folder: set HOME or XDG_CONFIG_HOME");
    }
    await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
    await chmod(path.dirname(file), 0o700);
    return locked(`${file}.lock`, io, async () => {
      const key = keyOf(baseUrl, connection);
      const { [key]: known, ...others } = this.read();
      const changed = await change(known);
      if (changed !== known) {
        await write(file, changed === undefined ? others : { ...others, [key]: changed });
      }
      return changed;
    });
  }

  private read(): Logins {
    const text = this.file === undefined ? undefined : readIfThere(this.file);
    if (text === undefined) {
      return {};
    }
    const parsed = fileSchema.safeParse(jsonIn(text));
    if (!parsed.success) {
      throw new SettingsError(`${this.file} is damaged: delete it and run \`workspace-gateway login\` again`);
    }
    return parsed.data.logins;
  }
}

/** A login is for one API address. Its tokens are never sent to a different address. */
function keyOf(baseUrl: string, connection: string | undefined): string {
  return connection === undefined ? baseUrl : `${baseUrl} ${connection}`;
}

/** Writes atomically: readers see either the old file or the new one. */
async function write(file: string, logins: Logins): Promise<void> {
  const draft = `${file}.${randomUUID()}`;
  try {
    const handle = await open(draft, "wx", 0o600);
    await handle.writeFile(`${JSON.stringify({ version: 1, logins }, null, 2)}\n`);
    await handle.sync();
    await handle.close();
    await rename(draft, file);
  } finally {
    await rm(draft, { force: true });
  }
}

function readIfThere(file: string): string | undefined {
  const opened = tolerating(["ENOENT"], () => openSync(file, "r"));
  if (opened === undefined) {
    return undefined;
  }
  try {
    // Other users may have read or replaced the tokens. On Windows, a file's mode does not show this.
    if (process.platform !== "win32" && (fstatSync(opened).mode & 0o077) !== 0) {
      throw new SettingsError(`${file} can be read or written by other users: run \`chmod 600 ${file}\``);
    }
    return readFileSync(opened, "utf8");
  } finally {
    closeSync(opened);
  }
}

const staleAfter = 20_000;
const touchEvery = 5_000;
const longestWait = 120_000;

/** Runs `task` under an exclusive lock file. Takes over a lock that a dead process left behind. */
export async function locked<T>(file: string, io: Io, task: () => Promise<T>): Promise<T> {
  const mark = randomUUID();
  await acquire(file, mark, io);
  const alive = setInterval(
    () => void utimes(file, io.now() / 1000, io.now() / 1000).catch(() => {}),
    touchEvery,
  );
  try {
    return await task();
  } finally {
    clearInterval(alive);
    if ((await readFile(file, "utf8").catch(unless("ENOENT"))) === mark) {
      await rm(file, { force: true });
    }
  }
}

async function acquire(file: string, mark: string, io: Io): Promise<void> {
  const deadline = io.now() + longestWait;
  for (;;) {
    const handle = await open(file, "wx", 0o600).catch(unless("EEXIST"));
    if (handle !== undefined) {
      await handle.writeFile(mark);
      return handle.close();
    }
    await removeIfStale(file, io);
    if (io.now() > deadline) {
      throw new Error(
        `${file} is locked by another process. If no other process is running, delete this file.`,
      );
    }
    await io.sleep(20 + 80 * io.random());
  }
}

/** Checks the file again after moving it, and puts it back if another process has created a new lock. */
async function removeIfStale(file: string, io: Io): Promise<void> {
  const seen = await stat(file).catch(unless("ENOENT"));
  if (seen === undefined || io.now() - seen.mtimeMs < staleAfter) {
    return;
  }
  const aside = `${file}.${randomUUID()}`;
  await rename(file, aside).catch(unless("ENOENT"));
  const moved = await stat(aside).catch(unless("ENOENT"));
  if (moved !== undefined && moved.mtimeMs !== seen.mtimeMs) {
    await link(aside, file).catch(unless("EEXIST"));
  }
  await rm(aside, { force: true });
}

/** The message lists all problems and how to correct them, on one line. */
export class SettingsError extends Error {
  override readonly name = "SettingsError";

  constructor(message: string) {
    super(printable(message));
  }
}

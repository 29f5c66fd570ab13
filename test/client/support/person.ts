import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { onTestFinished } from "vitest";
import { type Login, LoginStore } from "../../../provider/client/logins.js";
import { readSettings } from "../../../provider/client/settings.js";
import { authFor } from "../../../provider/client/sign-in.js";
import { type Io, systemIo } from "../../../provider/io/io.js";
import { TokenServer } from "./token-server.ts";

export const baseUrl = "https://gateway.test/api/v1";

export const approved: Login = {
  tokenUrl: "https://id.test/token",
  clientId: "app",
  clientSecret: "app-secret",
  appAuth: "basic",
  accessToken: "token-0",
  refreshAt: 0,
  refreshToken: "refresh-0",
};

export async function folder(): Promise<string> {
  const home = await mkdtemp(path.join(tmpdir(), "login-"));
  onTestFinished(() => rm(home, { recursive: true }));
  return home;
}

interface Circumstances<I extends Io> {
  readonly login?: Partial<Login>;
  readonly connection?: string | undefined;
  readonly io: I;
}

/** A person's folder with a login, and a server that knows it. */
export async function personWith<I extends Io>({ login = {}, connection, io }: Circumstances<I>) {
  const home = await folder();
  const env: Record<string, string> = {
    HOME: home,
    WORKSPACE_GATEWAY_BASE_URL: baseUrl,
    WORKSPACE_GATEWAY_EU_BASE_URL: baseUrl,
  };
  const file = path.join(home, ".config", "workspace-gateway", "credentials.json");
  const server = new TokenServer();
  server.refreshToken = "refresh-0";
  const store = LoginStore.of(env);
  const keep = (kept: Login | undefined, of = connection) => store.change(baseUrl, of, io, async () => kept);
  await keep({ ...approved, ...login });
  const read = (over: Record<string, string> = {}, of = connection) =>
    readSettings({ env: { ...env, ...over }, config: () => undefined }, of);
  const find = () => store.find(baseUrl, connection);
  /** What one process of that person signs in with. */
  const process = () => authFor(read(), io, server.wire);
  return { file, server, store, io, keep, read, find, process };
}

/** Files take real time, so the clock is the real one. */
export const person = (login: Partial<Login> = {}) => personWith({ login, io: systemIo });

import type { AddressInfo, Socket } from "node:net";
import { createAdaptorServer } from "@hono/node-server";
import type { Faults } from "./faults/faults.ts";
import { createApp } from "./http/app.ts";
import type { RateLimit } from "./http/limiter.ts";
import type { RequestLog } from "./log.ts";
import { scopes } from "./resources/scopes.ts";
import { tables } from "./resources/tables.ts";
import { createSeed } from "./seed.ts";
import { createService, type Service } from "./service.ts";
import type { Variants } from "./variants.ts";

/** Options for starting a gateway. All are optional. */
export interface GatewayOptions {
  /** The port to listen on. By default 0, which selects a free port. */
  port?: number;
  /** A SQLite file, or `:memory:` (the default). */
  db?: string;
  variants?: Partial<Variants>;
  rateLimit?: RateLimit;
  /** The delay of every request, in milliseconds. */
  latencyMs?: number;
  /** The maximum number of concurrent requests. Others receive 429. */
  maxConcurrent?: number;
  /** Usernames to add to each new workspace, which the API cannot do. */
  members?: readonly string[];
  /** Whether the gateway keeps the process alive. True by default. */
  keepsAlive?: boolean;
}

export interface TokenWish {
  /** A username or an account id; `owner` by default. */
  user?: string;
  /** All by default. */
  scopes?: string[];
  /** By default, the token never expires. 0 or less creates an expired token. */
  expiresInSeconds?: number;
  /** The token's value. By default, a new one is generated. */
  value?: string;
}

export interface AppRegistration {
  name: string;
  /** A username or an account id; `owner` by default. */
  owner?: string;
  redirectUris?: string[];
  /** All by default. */
  scopes?: string[];
}

export type Gateway = Awaited<ReturnType<typeof startGateway>>;

export async function startGateway(options: GatewayOptions = {}) {
  const { port = 0, db = ":memory:", variants, keepsAlive = true, ...given } = options;
  const service = createService(db, { tables, scopes }, variants, given);
  const app = createApp(service);
  const server = createAdaptorServer({
    fetch: (request: Request, env: object) => app.fetch(request, env),
    overrideGlobalObjects: false,
  });
  const origin = await listen(server, port).catch((error) => {
    service.store.close();
    throw error;
  });
  service.origin = origin;
  if (!keepsAlive) {
    server.unref();
    server.on("connection", (socket: Socket) => socket.unref());
  }
  service.crawls.resume();
  let closed: Promise<void> | undefined;
  const { accounts, tokens, store, settings } = service;
  const token = ({ user = "owner", ...wish }: TokenWish = {}) =>
    tokens.issue({ scopes: [...scopes], ...wish, kind: "access", userId: accounts.get(user).id });
  const log: Pick<RequestLog, "entries" | "clear"> = service.log;
  const faults: Pick<Faults, "add" | "clear" | "book"> = service.faults;
  return {
    origin,
    baseUrl: `${origin}/api/v1`,
    tokenUrl: `${origin}/oauth/token`,
    /** An app owned by `owner`, for the service flow and for gate-token. */
    app: service.apps.seeded(accounts.get("owner").id),
    /** Registers an additional app. By default, its owner is `owner`. */
    registerApp: ({ owner = "owner", ...wish }: AppRegistration) =>
      service.apps.register({ ...wish, ownerId: accounts.get(owner).id }),
    token,
    /** Returns a bearer token of `owner` that is the same on every start with this database file. */
    standingToken: () => token({ value: `wga_${service.vault.derive("standing token")}` }),
    revoke: (value: string) => tokens.revoke(value),
    account: (user: string) => accounts.get(user),
    variants: service.variants,
    get rateLimit() {
      return settings.rateLimit;
    },
    set rateLimit(rateLimit) {
      settings.rateLimit = rateLimit;
    },
    get latencyMs() {
      return settings.latencyMs;
    },
    set latencyMs(latencyMs) {
      settings.latencyMs = latencyMs;
    },
    log,
    faults,
    db: store.db,
    rows: (table: string) => store.table(table).find({}),
    /**
     * Sends a request as the owner, with all scopes. It bypasses tokens, limits, faults and the log, and the
     * response has the default shape.
     */
    async console(method: string, path: string, body?: unknown): Promise<{ status: number; body: unknown }> {
      const init = {
        method,
        headers: { "Content-Type": "application/json" },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      };
      const request = new Request(`${origin}/api/v1${path}`, init);
      const response = await app.fetch(request, { fromConsole: true });
      const text = await response.text();
      return { status: response.status, body: text === "" ? undefined : JSON.parse(text) };
    },
    seed: createSeed(service),
    /** Resolves when no index is being crawled. */
    idle: () => service.crawls.idle(),
    close: () => (closed ??= close(server, service)),
  };
}

type Server = ReturnType<typeof createAdaptorServer>;

function listen(server: Server, port: number): Promise<string> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", () => {
      const address = server.address() as AddressInfo;
      resolve(`http://127.0.0.1:${address.port}`);
    });
  });
}

async function close(server: Server, service: Service): Promise<void> {
  service.closing.abort();
  await service.crawls.close();
  return new Promise((resolve) => {
    server.close(() => {
      service.store.close();
      resolve();
    });
    if ("closeAllConnections" in server) server.closeAllConnections();
  });
}

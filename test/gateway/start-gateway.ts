import type { AddressInfo, Socket } from "node:net";
import { createAdaptorServer } from "@hono/node-server";
import type { Gateway, GatewayOptions } from "./gateway.ts";
import { createApp } from "./http/app.ts";
import { scopes } from "./resources/scopes.ts";
import { tables } from "./resources/tables.ts";
import { createSeed } from "./seed.ts";
import { createService, type Service } from "./service.ts";

export async function startGateway(options: GatewayOptions = {}): Promise<Gateway> {
  const { port = 0, db = ":memory:", variants, fetch: ofCrawls, keepsAlive = true, ...settings } = options;
  const service = createService(db, { tables, scopes }, variants, settings, ofCrawls);
  const app = createApp(service);
  const fetch = (request: Request, env: object) => app.fetch(request, env);
  const server = createAdaptorServer({ fetch, overrideGlobalObjects: false });
  service.origin = await listen(server, port).catch((error) => {
    service.store.close();
    throw error;
  });
  if (!keepsAlive) {
    server.unref();
    server.on("connection", (socket: Socket) => socket.unref());
  }
  service.crawls.resume();
  let closed: Promise<void> | undefined;
  return createHandle(service, app.fetch, () => (closed ??= close(server, service)));
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

function createHandle(
  service: Service,
  fetch: ReturnType<typeof createApp>["fetch"],
  closeAll: () => Promise<void>,
): Gateway {
  const { origin, accounts, tokens, store, vault, settings } = service;
  const mint: Gateway["token"] = ({ user = "owner", ...wish } = {}) =>
    tokens.issue({ scopes: [...scopes], ...wish, kind: "access", userId: accounts.get(user).id });
  return {
    origin,
    baseUrl: `${origin}/api/v1`,
    tokenUrl: `${origin}/oauth/token`,
    app: service.apps.seeded(accounts.get("owner").id),
    registerApp: ({ owner = "owner", ...wish }) =>
      service.apps.register({ ...wish, ownerId: accounts.get(owner).id }),
    token: mint,
    standingToken: () => mint({ value: `wga_${vault.derive("standing token")}` }),
    revoke: (token) => tokens.revoke(token),
    account: (user) => accounts.get(user),
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
    log: service.log,
    faults: service.faults,
    db: store.db,
    rows: (table) => store.table(table).find({}),
    async console(method, path, body) {
      const init = {
        method,
        headers: { "Content-Type": "application/json" },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      };
      const response = await fetch(new Request(`${origin}/api/v1${path}`, init), { fromConsole: true });
      const text = await response.text();
      return { status: response.status, body: text === "" ? undefined : JSON.parse(text) };
    },
    seed: createSeed(service),
    idle: () => service.crawls.idle(),
    close: closeAll,
  };
}

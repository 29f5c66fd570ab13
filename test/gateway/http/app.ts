import { Hono } from "hono";
import { authenticate, authenticateApp, authorize } from "../auth/authenticate.ts";
import type { Grant } from "../auth/tokens.ts";
import { oauthRoutes } from "../oauth/oauth.ts";
import { operations } from "../resources/operations.ts";
import { redeem } from "../resources/workspaces.ts";
import type { Service } from "../service.ts";
import { answerReply } from "./answer.ts";
import { checkVersion, type Env, type Exchange } from "./exchange.ts";
import { retryAfter } from "./limiter.ts";
import type { Call, Method, Operation } from "./operation.ts";
import { ApiError, errorReply, type Reply } from "./reply.ts";
import { serve } from "./serve.ts";

type Served = Pick<Operation, "auth" | "scope" | "body" | "run">;

/** Authenticates a request, runs its operation and returns the reply. */
function respond(exchange: Exchange, operation: Served): Reply {
  const { service, shown, query } = exchange;
  try {
    exchange.grant = admit(exchange, operation);
    countRequest(exchange);
    checkVersion(exchange);
    authorize(exchange.grant, operation.scope(service.variants));
    const call = createCall(exchange, exchange.grant, operation);
    return answerReply(
      service.store.transaction(() => operation.run(call)),
      shown,
      query,
    );
  } catch (error) {
    if (error instanceof ApiError) return errorReply(error, shown.errors);
    throw error;
  }
}

function admit(exchange: Exchange, { auth }: Served): Grant {
  return auth === "app" && !exchange.fromConsole ? authenticateApp(exchange) : authenticate(exchange);
}

function countRequest(exchange: Exchange): void {
  const { service, grant, shown, fromConsole } = exchange;
  if (fromConsole) return;
  const standing = service.limiter.take(grant?.userId ?? "", service.settings.rateLimit);
  exchange.standing = standing;
  if (standing.exceeded) {
    const headers = { "Retry-After": retryAfter(standing, shown) };
    throw new ApiError(429, "Too many requests", { headers });
  }
}

function createCall(
  { service, params, query, body, shown, stale }: Exchange,
  grant: Grant,
  operation: Served,
): Call {
  if (operation.body !== undefined && body instanceof Error) throw new ApiError(400, body.message);
  return {
    service,
    grant,
    account: service.accounts.get(grant.userId),
    params,
    query,
    body,
    asOf(table, read) {
      if (stale) return service.store.table(table).beforeLastWrite();
      const lag = Math.max(shown.staleMs, read === "list" ? shown.listLagMs : 0);
      return lag > 0 ? performance.now() - lag : undefined;
    },
  };
}

/** A method and its path, without `/api/v1`. */
interface Route {
  method: Method;
  path: string;
}

/** Returns 405 if the path supports other methods, otherwise 404. */
function refusals(routes: Route[]): (path: string) => ApiError {
  const patterns = routes.map(({ method, path }) => ({
    method: method.toUpperCase(),
    pattern: new RegExp(`^${path.replaceAll(".", "\\.").replaceAll(/{\w+}/g, "[^/]+")}$`),
  }));
  return (path) => {
    const allowed = patterns.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method);
    if (allowed.length === 0) return new ApiError(404, "The path does not exist");
    const headers = { Allow: [...new Set(allowed)].join(", ") };
    return new ApiError(405, "The path does not support this method", { headers });
  };
}

export function createApp(service: Service): Hono<Env> {
  const app = new Hono<Env>();
  const mount = (method: string, path: string, answer: (exchange: Exchange) => Reply) => {
    app.on(method.toUpperCase(), path.replaceAll(/{(\w+)}/g, ":$1"), serve(service, answer));
  };
  const mountOperation = (operation: Operation, base: string) =>
    mount(operation.method, base + operation.path, (exchange) => respond(exchange, operation));
  for (const operation of operations) mountOperation(operation, "/api/v1");
  mountOperation(redeem, "");
  for (const route of oauthRoutes) mount(route.method, route.path, route.respond);
  const [refuseOperation, refusePage] = [refusals(operations), refusals([redeem, ...oauthRoutes])];
  const unknown = (exchange: Exchange) => {
    const run = () => {
      throw refuseOperation(exchange.path);
    };
    return respond(exchange, { scope: () => null, body: undefined, run });
  };
  app.all("/api/v1/*", serve(service, unknown));
  app.all(
    "*",
    serve(service, ({ path, shown }) => errorReply(refusePage(path), shown.errors)),
  );
  app.onError((error, c) => {
    const nobodyWaits = service.closing.signal.aborted || c.req.raw.signal.aborted;
    if (!nobodyWaits) console.error(error);
    return new Response(null, { status: 500 });
  });
  return app;
}

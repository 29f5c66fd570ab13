import { authenticate, authenticateApp, authorize } from "../auth/authenticate.ts";
import type { Grant } from "../auth/tokens.ts";
import { answerReply } from "./answer.ts";
import { ApiError } from "./api-error.ts";
import { errorReply } from "./error-reply.ts";
import type { Exchange } from "./exchange.ts";
import { retryAfter } from "./limiter.ts";
import type { Call, Operation } from "./operation.ts";
import type { Reply } from "./reply.ts";
import { checkVersion } from "./version.ts";

/** What a request has to show, and what it then does. */
type Served = Pick<Operation, "auth" | "scope" | "body" | "run">;

/** Lets a request in, runs its operation and writes the reply. */
export function respond(exchange: Exchange, operation: Served): Reply {
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

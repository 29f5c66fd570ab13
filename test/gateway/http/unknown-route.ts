import { ApiError } from "./api-error.ts";
import { errorReply } from "./error-reply.ts";
import type { Exchange } from "./exchange.ts";
import type { Method } from "./operation.ts";
import type { Reply } from "./reply.ts";
import { respond } from "./respond.ts";

/** A method and the path it is served under, without `/api/v1`. */
export interface Route {
  method: Method;
  path: string;
}

/** Answers requests for the API that no route takes, once they have been let in. */
export function unknownOperation(routes: Route[]): (exchange: Exchange) => Reply {
  const refuse = refusals(routes);
  return (exchange) => {
    const run = () => {
      throw refuse(exchange.path);
    };
    return respond(exchange, { scope: () => null, body: undefined, run });
  };
}

/** Answers requests beside the API that no route takes. */
export function unknownPage(routes: Route[]): (exchange: Exchange) => Reply {
  const refuse = refusals(routes);
  return (exchange) => errorReply(refuse(exchange.path), exchange.shown.errors);
}

/** 405 where the path has other methods, else 404. */
function refusals(routes: Route[]): (path: string) => ApiError {
  const patterns = routes.map(({ method, path }) => ({
    method: method.toUpperCase(),
    pattern: new RegExp(`^${path.replaceAll(".", "\\.").replaceAll(/{\w+}/g, "[^/]+")}$`),
  }));
  return (path) => {
    const allowed = patterns.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method);
    if (allowed.length === 0) return new ApiError(404, "There is no such path");
    const headers = { Allow: [...new Set(allowed)].join(", ") };
    return new ApiError(405, "The path does not take this method", { headers });
  };
}

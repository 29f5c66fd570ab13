import { ApiError } from "./api-error.ts";
import type { Exchange } from "./exchange.ts";
import { type Operation, operation } from "./operation.ts";
import type { Reply } from "./reply.ts";
import { respond } from "./respond.ts";

/** Answers what no route takes: 405 where the path has other methods, else 404. */
export function unknownRoute(operations: Operation[]): (exchange: Exchange) => Reply {
  const routes = operations.map(({ method, path }) => ({
    method: method.toUpperCase(),
    pattern: new RegExp(`^${path.replaceAll(/{\w+}/g, "[^/]+")}$`),
  }));
  return (exchange) => {
    const allowed = routes.filter(({ pattern }) => pattern.test(exchange.path)).map(({ method }) => method);
    return respond(exchange, refusal(allowed));
  };
}

function refusal(allowed: string[]): Operation {
  return operation({
    tag: "",
    method: "get",
    path: "",
    summary: "",
    scope: () => null,
    returns: null,
    errors: [],
    handle() {
      if (allowed.length === 0) throw new ApiError(404, "There is no such path");
      const headers = { Allow: allowed.join(", ") };
      throw new ApiError(405, "The path does not take this method", { headers });
    },
  });
}

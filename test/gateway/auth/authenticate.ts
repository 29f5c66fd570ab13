import { ApiError } from "../http/api-error.ts";
import type { Exchange } from "../http/exchange.ts";
import { scopes } from "./scopes.ts";
import type { Grant } from "./tokens.ts";

/** The grant behind the bearer token of a request, or 401 (api.md, "Authentication"). */
export function authenticate({ service, headers, fromConsole }: Exchange): Grant {
  if (fromConsole) {
    return {
      userId: service.accounts.get("owner").id,
      scopes: [...scopes],
      appId: null,
      family: "",
      details: {},
    };
  }
  const token = /^Bearer +(\S+)$/i.exec(headers.get("authorization") ?? "")?.[1];
  if (token === undefined) throw unauthorized("A bearer token is missing");
  const found = service.tokens.find("access", token);
  if (found === undefined) throw unauthorized("The token is invalid");
  if (found.state !== "live") throw unauthorized("The token has expired");
  return found.grant;
}

/** Refuses a token without the scope that an operation needs. */
export function authorize(grant: Grant, needed: string | null): void {
  if (needed !== null && !grant.scopes.includes(needed)) {
    throw new ApiError(403, `The token lacks the scope ${needed}`);
  }
}

function unauthorized(message: string): ApiError {
  return new ApiError(401, message, { headers: { "WWW-Authenticate": 'Bearer error="invalid_token"' } });
}

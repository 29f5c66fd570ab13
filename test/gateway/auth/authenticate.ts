import type { Exchange } from "../http/exchange.ts";
import { ApiError } from "../http/reply.ts";
import { isObject, type Json } from "../json.ts";
import type { Grant } from "./tokens.ts";

/** Returns the grant of a request's bearer token, or throws 401 (the API's section "Authentication"). */
export function authenticate({ service, headers, fromConsole }: Exchange): Grant {
  if (fromConsole) {
    const userId = service.accounts.get("owner").id;
    return { userId, scopes: [...service.scopes], appId: null, family: "", details: {} };
  }
  const token = /^Bearer +(\S+)$/i.exec(headers.get("authorization") ?? "")?.[1];
  if (token === undefined) throw unauthorized("A bearer token is missing");
  const found = service.tokens.find("access", token);
  if (found === undefined) throw unauthorized("The token is invalid");
  if (found.state !== "live") throw unauthorized("The token has expired");
  return found.grant;
}

export function authorize(grant: Grant, needed: string | null): void {
  if (needed !== null && !grant.scopes.includes(needed)) {
    throw new ApiError(403, `The token lacks the scope ${needed}`);
  }
}

/**
 * Returns the grant of an app that sends its own credentials, with HTTP Basic or in the body. The API's
 * section "Authentication", 5, does not show their form. The app acts as its owner.
 */
export function authenticateApp({ service, headers, body }: Exchange): Grant {
  const given = basicCredentials(headers.get("authorization")) ?? bodyCredentials(body);
  const app = given && service.apps.verify(given.id, given.secret);
  if (app === undefined) {
    throw unauthorized("The app's credentials are missing or wrong", 'Basic realm="gate-token"');
  }
  return { userId: String(app.owner_id), scopes: [], appId: String(app.id), family: "", details: {} };
}

/** Returns the client id and secret in an `Authorization: Basic` header (RFC 6749, 2.3.1), if present. */
export function basicCredentials(header: string | null) {
  const encoded = /^Basic +(\S+)$/i.exec(header ?? "")?.[1];
  if (encoded === undefined) return undefined;
  const [id = "", ...secret] = Buffer.from(encoded, "base64").toString("utf8").split(":");
  return { id: formDecoded(id), secret: formDecoded(secret.join(":")) };
}

function formDecoded(text: string): string {
  return new URLSearchParams(`value=${text}`).get("value") ?? "";
}

function bodyCredentials(body: Json | undefined | Error) {
  if (body instanceof Error || !isObject(body)) return undefined;
  const { client_id: id, client_secret: secret } = body;
  return typeof id === "string" && typeof secret === "string" ? { id, secret } : undefined;
}

function unauthorized(message: string, challenge = 'Bearer error="invalid_token"'): ApiError {
  return new ApiError(401, message, { headers: { "WWW-Authenticate": challenge } });
}

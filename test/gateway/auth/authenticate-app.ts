import { ApiError } from "../http/api-error.ts";
import type { Exchange } from "../http/exchange.ts";
import type { Json } from "../json.ts";
import { basicCredentials } from "./basic-credentials.ts";
import type { Grant } from "./tokens.ts";

/**
 * The grant of an app that shows its own credentials, by HTTP Basic or in the body
 * (api.md, "Authentication", 5: their form is not shown). It acts as its owner.
 */
export function authenticateApp({ service, headers, body }: Exchange): Grant {
  const given = basicCredentials(headers.get("authorization")) ?? bodyCredentials(body);
  const app = given && service.apps.verify(given.id, given.secret);
  if (app === undefined) {
    const challenge = { "WWW-Authenticate": 'Basic realm="gate-token"' };
    throw new ApiError(401, "The app's credentials are missing or wrong", { headers: challenge });
  }
  return { userId: String(app.owner_id), scopes: [], appId: String(app.id), family: "", details: {} };
}

function bodyCredentials(body: Json | undefined | Error): { id: string; secret: string } | undefined {
  if (typeof body !== "object" || body === null || body instanceof Error || !("client_id" in body)) {
    return undefined;
  }
  const { client_id: id, client_secret: secret } = body;
  return typeof id === "string" && typeof secret === "string" ? { id, secret } : undefined;
}

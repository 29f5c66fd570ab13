import { RequestError } from "../http/errors.js";
import type { Send } from "../http/exchange.js";

/** Where the bearer token comes from. */
export interface Auth {
  token(): Promise<string>;
  /** Replaces a token that the gateway has refused; false if there is no other token. */
  renew(refused: string): Promise<boolean>;
  /** Every credential that it has had so far. No message may show them. */
  secrets(): readonly string[];
}

/** A token that the user has set. There is no other, so it cannot be renewed. */
export function staticToken(accessToken: string): Auth {
  return { token: async () => accessToken, renew: async () => false, secrets: () => [accessToken] };
}

/**
 * Adds the bearer token. After a 401 it renews the token and repeats the request, once for each attempt (the API's section
 * "Authentication"). Calls with the app's own credentials pass unchanged.
 */
export function authorized(send: Send, auth: Auth): Send {
  return async (exchange) => {
    if (exchange.auth === "app") {
      return send(exchange);
    }
    const attempt = async (token: string) =>
      send({ ...exchange, headers: { ...exchange.headers, authorization: `Bearer ${token}` } });
    const token = await auth.token().catch(marked);
    const reply = await attempt(token);
    return reply.status === 401 && (await auth.renew(token).catch(marked))
      ? attempt(await auth.token().catch(marked))
      : reply;
  };
}

/** Marks an error of the token endpoint: a 404 from it does not mean that an object is missing. */
function marked(error: unknown): never {
  throw error instanceof RequestError
    ? new RequestError({ ...error.failure, signIn: true }, { cause: error.cause })
    : error;
}

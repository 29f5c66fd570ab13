import { GatewayError } from "../http/errors.js";
import type { Send } from "../http/exchange.js";

/** Where the bearer token comes from. */
export interface Auth {
  token(): Promise<string>;
  /** Replaces a token that the gateway has refused; false when there is no other. */
  renew(refused: string): Promise<boolean>;
  /** Every credential that it has held so far, to keep out of every message. */
  secrets(): readonly string[];
}

/** A token given by the user: there is no other to be had. */
export function staticToken(accessToken: string): Auth {
  return { token: async () => accessToken, renew: async () => false, secrets: () => [accessToken] };
}

/**
 * Adds the bearer token; a 401 renews it and replays the request, once (api.md, "Authentication"). What is called with
 * the app's own credentials passes as it is.
 */
export function authorized(send: Send, auth: Auth): Send {
  return async (exchange) => {
    if (exchange.auth === "app") {
      return send(exchange);
    }
    const attempt = async (token: string) =>
      send({ ...exchange, headers: { ...exchange.headers, authorization: `Bearer ${token}` } });
    const token = await signingIn(auth.token());
    const reply = await attempt(token);
    return reply.status === 401 && (await signingIn(auth.renew(token)))
      ? attempt(await signingIn(auth.token()))
      : reply;
  };
}

/** A token endpoint that answers 404 has not said that an object is missing. */
async function signingIn<T>(task: Promise<T>): Promise<T> {
  try {
    return await task;
  } catch (error) {
    throw error instanceof GatewayError
      ? new GatewayError({ ...error.failure, signIn: true }, { cause: error.cause })
      : error;
  }
}

import type { Exchange, Send } from "../http/exchange.js";
import { basicHeader } from "../settings/app.js";
import type { Settings } from "../settings/settings.js";
import { SettingsError } from "../settings/settings-error.js";

/** Adds the app's own credentials to calls that need them (the API's section "Authentication", 5, does not show how). */
export function asApp(send: Send, settings: Settings): Send {
  return async (exchange) => send(exchange.auth === "app" ? withApp(exchange, settings) : exchange);
}

/** The app's own credentials; throws if they are not set. */
export function requireApp({ clientId, clientSecret, named }: Settings): { id: string; secret: string } {
  if (clientId === undefined || clientSecret === undefined) {
    throw new SettingsError(
      `this call needs the credentials of an app: set ${named("clientId")} and ${named("clientSecret")}.`,
    );
  }
  return { id: clientId, secret: clientSecret };
}

function withApp(exchange: Exchange, settings: Settings): Exchange {
  const { id, secret } = requireApp(settings);
  if (settings.appAuth === "body") {
    return { ...exchange, body: { ...exchange.body, client_id: id, client_secret: secret } };
  }
  return { ...exchange, headers: { ...exchange.headers, authorization: basicHeader(id, secret) } };
}

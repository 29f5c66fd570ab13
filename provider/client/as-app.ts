import { basicHeader } from "./app.js";
import type { Exchange, Send } from "./exchange.js";
import type { Settings } from "./settings.js";
import { SettingsError } from "./settings-error.js";

/** Adds the app's own credentials to the calls that want them (api.md, "Authentication" 5: their form is not shown). */
export function asApp(send: Send, settings: Settings): Send {
  return async (exchange) => send(exchange.auth === "app" ? withApp(exchange, settings) : exchange);
}

function withApp(exchange: Exchange, { clientId, clientSecret, appAuth, named }: Settings): Exchange {
  if (clientId === undefined || clientSecret === undefined) {
    throw new SettingsError(
      `${exchange.method} ${exchange.path} is called with the credentials of an app: set ${named("clientId")} and ${named("clientSecret")}.`,
    );
  }
  if (appAuth === "body") {
    return { ...exchange, body: { ...exchange.body, client_id: clientId, client_secret: clientSecret } };
  }
  return {
    ...exchange,
    headers: { ...exchange.headers, authorization: basicHeader(clientId, clientSecret) },
  };
}

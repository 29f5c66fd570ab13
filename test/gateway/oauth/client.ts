import { basicCredentials } from "../auth/authenticate.ts";
import type { Exchange } from "../http/exchange.ts";
import type { Row } from "../json.ts";
import { OAuthError } from "./oauth-error.ts";

/** The app that calls, by HTTP Basic or by fields of the form (RFC 6749, 2.3.1). */
export function requireClient({ service, headers, form = {} }: Exchange): Row {
  const { id, secret } = basicCredentials(headers.get("authorization")) ?? {
    id: form.client_id ?? "",
    secret: form.client_secret ?? "",
  };
  const app = service.apps.verify(id, secret);
  if (app === undefined) throw new OAuthError("invalid_client", "The app is unknown or its secret is wrong");
  return app;
}

/** The scopes that are asked for, all of which the app must have; all it has when none are. */
export function grantedScopes(asked: string | undefined, app: Row): string[] {
  const owned = Array.isArray(app.scopes) ? app.scopes.map(String) : [];
  return narrowedScopes(asked, owned);
}

/** The scopes that are asked for, out of those there are to give (RFC 6749, 3.3 and 6). */
export function narrowedScopes(asked: string | undefined, owned: string[]): string[] {
  const wanted = (asked ?? "").split(" ").filter((name) => name !== "");
  const foreign = wanted.filter((name) => !owned.includes(name));
  if (foreign.length > 0) throw new OAuthError("invalid_scope", `Not to be had: ${foreign.join(" ")}`);
  return wanted.length > 0 ? wanted : owned;
}

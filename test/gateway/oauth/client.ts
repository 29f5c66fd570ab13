import { basicCredentials } from "../auth/basic-credentials.ts";
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

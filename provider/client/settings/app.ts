import type { ClientAuth } from "oauth4webapi";

/** The credentials of an app (the API's section "Authentication", 5), and where a request carries them. */
export interface App {
  readonly clientId: string;
  /** Absent for an app that cannot keep a secret, a public client. */
  readonly clientSecret?: string | undefined;
  readonly appAuth: "basic" | "body";
}

/** The header of HTTP Basic. Both parts are encoded as in a form (RFC 6749, 2.3.1). */
export function basicHeader(clientId: string, clientSecret: string): string {
  const encoded = [clientId, clientSecret].map((text) =>
    new URLSearchParams({ _: text }).toString().slice(2),
  );
  return `Basic ${Buffer.from(encoded.join(":")).toString("base64")}`;
}

/** The secrets of an app that an answer may repeat. */
export function appSecrets({
  clientId,
  clientSecret,
}: {
  readonly clientId?: string | undefined;
  readonly clientSecret?: string | undefined;
}): string[] {
  return clientId === undefined || clientSecret === undefined
    ? []
    : [clientSecret, basicHeader(clientId, clientSecret).slice("Basic ".length)];
}

/** How an app proves to an OAuth server who it is: in the same way as to the gateway. */
export function proofOf(
  { clientId, clientSecret, appAuth }: App,
  oauth: typeof import("oauth4webapi"),
): ClientAuth {
  if (clientSecret === undefined) {
    return oauth.None();
  }
  return appAuth === "body"
    ? oauth.ClientSecretPost(clientSecret)
    : (_server, _client, _body, headers) => headers.set("authorization", basicHeader(clientId, clientSecret));
}

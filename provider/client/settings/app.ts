import type { ClientAuth } from "oauth4webapi";

/** The credentials of an app (api.md, "Authentication" 5), and where they are put. */
export interface App {
  readonly clientId: string;
  /** Absent for an app that cannot keep a secret. */
  readonly clientSecret?: string | undefined;
  readonly appAuth: "basic" | "body";
}

/** HTTP Basic, both parts encoded as in a form (RFC 6749, 2.3.1). */
export function basicHeader(clientId: string, clientSecret: string): string {
  const encoded = [clientId, clientSecret].map((text) =>
    new URLSearchParams({ _: text }).toString().slice(2),
  );
  return `Basic ${Buffer.from(encoded.join(":")).toString("base64")}`;
}

/** What an answer may repeat of an app's credentials. */
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

/** How an app shows an OAuth server who it is: as it does to the gateway. */
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

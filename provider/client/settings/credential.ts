import type { App } from "./app.js";
import type { LoginStore } from "./login-store.js";
import type { SettingKey } from "./settings-schema.js";

/** Where the bearer token comes from (the API's section "Authentication", 1). */
export type Credential =
  | { readonly from: "accessToken"; readonly accessToken: string }
  | {
      readonly from: "service";
      readonly app: App;
      readonly tokenUrl: string;
      readonly scopes: readonly string[];
    }
  | { readonly from: "login"; readonly logins: LoginStore };

interface Given {
  readonly accessToken?: string | undefined;
  readonly clientId?: string | undefined;
  readonly clientSecret?: string | undefined;
  readonly tokenUrl?: string | undefined;
  readonly scopes?: readonly string[] | undefined;
  readonly appAuth: "basic" | "body";
}

/** A token goes before an app, and an app before a login. Without both, a login is needed. */
export function chooseCredential(given: Given, logins: LoginStore): Credential {
  const { accessToken, clientId, clientSecret, tokenUrl, scopes = [], appAuth } = given;
  if (accessToken !== undefined) {
    return { from: "accessToken", accessToken };
  }
  if (clientId !== undefined && clientSecret !== undefined && tokenUrl !== undefined) {
    return { from: "service", app: { clientId, clientSecret, appAuth }, tokenUrl, scopes };
  }
  return { from: "login", logins };
}

/** The command that makes or renews the login of a connection. */
export function loginLine(connection: string | undefined): string {
  return `workspace-gateway login${connection === undefined ? "" : ` --connection ${connection}`}`;
}

/** Where the credential comes from, in words; never the credential. */
export function credentialOrigin({
  credential,
  named,
}: {
  readonly credential: Credential;
  named(key: SettingKey): string;
}): string {
  switch (credential.from) {
    case "accessToken":
      return `the token in ${named("accessToken")}`;
    case "service":
      return `the app ${credential.app.clientId} (${named("clientId")}), with tokens from ${credential.tokenUrl}`;
    case "login":
      return `the login in ${credential.logins.file}`;
  }
}

interface Known {
  /** The keys that are set. */
  readonly keys: ReadonlySet<string>;
  readonly connection: string | undefined;
  named(key: string): string;
  hasLogin(): boolean;
}

/** What is missing for a sign-in: a part of the app's credentials, or all of the three ways. */
export function credentialProblems({ keys, connection, named, hasLogin }: Known): string[] {
  const appKey = ["clientId", "clientSecret", "tokenUrl"].find((key) => keys.has(key));
  const missing = ["clientId", "clientSecret"].filter((key) => !keys.has(key));
  if (appKey !== undefined && missing.length > 0) {
    return missing.map((key) => `set ${named(key)}: ${named(appKey)} has no effect without it`);
  }
  if (keys.has("accessToken") || keys.has("tokenUrl") || hasLogin()) {
    return [];
  }
  return [
    `set ${named("accessToken")}, or the app's ${named("clientId")}, ${named("clientSecret")} and ` +
      `${named("tokenUrl")}, or run \`${loginLine(connection)}\``,
  ];
}

import { loginLine } from "./credential.js";

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

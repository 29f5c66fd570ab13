import type { Settings } from "../../client/settings/settings.js";

/** Whether there is anything to get a bearer token with. */
export function isSignedIn({ credential, baseUrl, connection }: Settings): boolean {
  return credential.from !== "login" || credential.logins.find(baseUrl, connection) !== undefined;
}

import type { Gateway } from "../gateway.ts";

/** What a person who started a gateway needs to know. */
export function greeting(gateway: Gateway, token: string, db: string): string {
  const kept = db === ":memory:" ? "in memory, gone when it stops" : db;
  return `The reference gateway is listening.

  base URL       ${gateway.baseUrl}
  token          ${token}
  client id      ${gateway.app.clientId}
  client secret  ${gateway.app.clientSecret}
  token URL      ${gateway.tokenUrl}
  data           ${kept}

Try:  curl -H "Authorization: Bearer ${token}" ${gateway.baseUrl}/user
Stop: Ctrl-C`;
}

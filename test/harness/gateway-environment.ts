import type { GatewayRecord } from "./gateway-record.ts";

const prefix = "WORKSPACE_GATEWAY_";

/** Whether the user has set a gateway or credentials. */
export function namesGateway(env: NodeJS.ProcessEnv): boolean {
  return Object.keys(env).some((key) => key.startsWith(prefix));
}

/** The environment with this gateway, and without settings for another one. */
export function withGateway(env: NodeJS.ProcessEnv, { baseUrl, token }: GatewayRecord): NodeJS.ProcessEnv {
  const others = Object.entries(env).filter(([key]) => !key.startsWith(prefix));
  return { ...Object.fromEntries(others), [`${prefix}BASE_URL`]: baseUrl, [`${prefix}ACCESS_TOKEN`]: token };
}

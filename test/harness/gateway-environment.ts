import type { GatewayRecord } from "./gateway-record.ts";

const prefix = "WORKSPACE_GATEWAY_";

/** Whether the person has named a gateway or credentials of their own. */
export function namesGateway(env: NodeJS.ProcessEnv): boolean {
  return Object.keys(env).some((key) => key.startsWith(prefix));
}

/** The environment with that gateway, and no setting meant for another one. */
export function withGateway(env: NodeJS.ProcessEnv, { baseUrl, token }: GatewayRecord): NodeJS.ProcessEnv {
  const others = Object.entries(env).filter(([key]) => !key.startsWith(prefix));
  return { ...Object.fromEntries(others), [`${prefix}BASE_URL`]: baseUrl, [`${prefix}ACCESS_TOKEN`]: token };
}

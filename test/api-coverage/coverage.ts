import type { Call } from "./call.ts";
import type { Endpoint } from "./endpoint.ts";

/** An endpoint and the tests during which the package called it. */
export interface Covered {
  readonly endpoint: Endpoint;
  readonly tests: readonly string[];
}

/** Which tests stand for which endpoint. A refused call exercises nothing, but for an endpoint that always refuses. */
export function coverage(endpoints: readonly Endpoint[], calls: readonly Call[]): Covered[] {
  return endpoints.map((endpoint) => {
    const pattern = new RegExp(`^${endpoint.path.replaceAll(/{\w+}/g, "[^/]+")}$`);
    const counted = calls.filter(
      ({ method, path, status }) =>
        method === endpoint.method &&
        pattern.test(path) &&
        (endpoint.is === "refused" || (status >= 200 && status < 300)),
    );
    return { endpoint, tests: [...new Set(counted.map(({ test }) => test))] };
  });
}

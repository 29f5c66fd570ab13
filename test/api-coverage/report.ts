import { operations } from "../gateway/resources/operations.ts";
import { scopes } from "../gateway/resources/scopes.ts";
import { defaultVariants } from "../gateway/variants.ts";

export interface Call {
  readonly method: string;
  /** Without `/api/v1`, as it was sent. */
  readonly path: string;
  readonly status: number;
  /** The file and the name of the test that ran. */
  readonly test: string;
}

interface Endpoint {
  readonly method: string;
  /** Template without `/api/v1`. */
  readonly path: string;
  /** The scope that it needs; `app credentials` for the one that takes no token. */
  readonly scope: string;
  /** `put` and `refused` are no rows of the tables of api.md's "Endpoints" that a client could exercise. */
  readonly is: "row" | "put" | "refused";
}

/** The endpoints of the API, without what stands beside it, such as OAuth. */
export const endpoints: readonly Endpoint[] = operations.map(({ method, path, auth, scope }) => {
  const needed = auth === "app" ? "app credentials" : scope(defaultVariants());
  const is = needed === null ? "refused" : method === "put" ? "put" : "row";
  return { method: method.toUpperCase(), path, scope: needed ?? "none", is };
});

interface Covered {
  readonly endpoint: Endpoint;
  readonly tests: readonly string[];
}

/** Which tests stand for which endpoint. A refused call exercises nothing, but for an endpoint that always refuses. */
export function coverage(calls: readonly Call[]): Covered[] {
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

/** Tables of the exercised endpoints and scopes (api.md, "Endpoints" and "Authentication" 3), and problems: gaps and forbidden calls. */
export function report(covered: readonly Covered[]) {
  const of = (is: Endpoint["is"]) => covered.filter(({ endpoint }) => endpoint.is === is);
  const byScope = scopes.map((scope) => {
    const needing = of("row").filter(({ endpoint }) => endpoint.scope === scope);
    return { scope, endpoints: needing.length, tests: new Set(needing.flatMap(({ tests }) => tests)).size };
  });
  const text = [
    "Endpoints, by tests in which the package had them answered with success:",
    table(["endpoint", "scope", "tests", "one of them"], of("row").map(line)),
    "Scopes, by the endpoints that need them:",
    table(
      ["scope", "endpoints", "tests"],
      byScope.map(({ scope, endpoints, tests }) => [scope, String(endpoints), String(tests)]),
    ),
  ].join("\n\n");
  const holes = of("row").filter(({ tests }) => tests.length === 0);
  const unused = byScope.filter(({ tests }) => tests === 0);
  const forbidden = of("refused").filter(({ tests }) => tests.length > 0);
  return {
    text,
    problems: [
      ...holes.map(({ endpoint }) => `no test calls ${nameOf(endpoint)}`),
      ...unused.map(({ scope }) => `no test needs the scope ${scope}`),
      ...forbidden.map(({ endpoint }) => `the package calls ${nameOf(endpoint)}, which is always refused`),
    ],
  };
}

function line({ endpoint, tests }: Covered): string[] {
  return [nameOf(endpoint), endpoint.scope, String(tests.length), tests[0] ?? "–"];
}

function nameOf({ method, path }: Endpoint): string {
  return `${method} ${path}`;
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const format = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  return [format(head), format(head.map(() => "---")), ...rows.map(format)].join("\n");
}

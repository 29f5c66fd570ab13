import { startGateway } from "../gateway/index.ts";

export interface Call {
  readonly method: string;
  /** Without `/api/v1`, as it was sent. */
  readonly path: string;
  readonly status: number;
  /** The file and the name of the test that ran. */
  readonly test: string;
}

interface ApiDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: {
    readonly securitySchemes: {
      readonly oauth2: {
        readonly flows: { readonly clientCredentials: { readonly scopes: Readonly<Record<string, string>> } };
      };
    };
  };
}

interface Operation {
  readonly security?: readonly Readonly<Record<string, readonly string[]>>[];
  readonly responses: Readonly<Record<string, unknown>>;
}

export async function readDocument(): Promise<ApiDocument> {
  const gateway = await startGateway();
  try {
    return JSON.parse(await (await fetch(`${gateway.origin}/openapi.json`)).text());
  } finally {
    await gateway.close();
  }
}

export function scopesOf({ components }: ApiDocument): string[] {
  return Object.keys(components.securitySchemes.oauth2.flows.clientCredentials.scopes);
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

const base = "/api/v1";

/** The endpoints of the API, in the document's order; what stands beside the API, such as OAuth, is left out. */
export function endpointsOf({ paths }: ApiDocument): Endpoint[] {
  return Object.entries(paths)
    .filter(([path]) => path.startsWith(`${base}/`))
    .flatMap(([path, operations]) =>
      Object.entries(operations).map(([method, operation]) => ({
        method: method.toUpperCase(),
        path: path.slice(base.length),
        scope: scopeOf(operation),
        is: groupOf(method, operation),
      })),
    );
}

function scopeOf({ security = [] }: Operation): string {
  const needed = security.flatMap((way) => ("app" in way ? ["app credentials"] : Object.values(way).flat()));
  return needed.join(" ") || "none";
}

function groupOf(method: string, { responses }: Operation): Endpoint["is"] {
  if (!Object.keys(responses).some((status) => status.startsWith("2"))) return "refused";
  return method === "put" ? "put" : "row";
}

interface Covered {
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

/** The tables of what is exercised (api.md, "Endpoints" and "Authentication" 3), and what is wrong: a hole, or a forbidden call. */
export function report(covered: readonly Covered[], scopes: readonly string[]) {
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

import type { Call } from "./call.ts";
import type { Endpoint } from "./document.ts";

/** An endpoint and the tests during which the package called it. */
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

interface Report {
  readonly text: string;
  /** What no test stands for, and what the package must not call but does. */
  readonly problems: readonly string[];
}

/** The tables of what is exercised (api.md, "Endpoints" and "Authentication" 3), and what is missing in them. */
export function report(covered: readonly Covered[], scopes: readonly string[]): Report {
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
    'PUT, accepted wherever PATCH is (api.md, "Verbs"): no row of the tables, and not asked for here.',
    table(["endpoint", "scope", "tests", "one of them"], of("put").map(line)),
    'Writes that everybody is refused (api.md, "Workflows"): the tests of test/gateway hold the 403. The package has no\n' +
      "way to send one; a test in which it did would be a problem.",
    table(["endpoint", "scope", "tests", "one of them"], of("refused").map(line)),
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
  const widths = head.map((title, column) =>
    Math.max(title.length, ...rows.map((row) => row[column]?.length ?? 0)),
  );
  const format = (cells: readonly string[]) =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(" | ")} |`;
  return [format(head), format(widths.map((width) => "-".repeat(width))), ...rows.map(format)].join("\n");
}

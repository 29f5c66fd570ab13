import { startGateway } from "../gateway/index.ts";

/** The parts of the OpenAPI document that tell of endpoints and scopes. */
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

/** What the reference gateway serves. */
export async function readDocument(): Promise<ApiDocument> {
  const gateway = await startGateway();
  try {
    return JSON.parse(await (await fetch(`${gateway.origin}/openapi.json`)).text());
  } finally {
    await gateway.close();
  }
}

/** Every scope (api.md, "Authentication" 3). */
export function scopesOf({ components }: ApiDocument): string[] {
  return Object.keys(components.securitySchemes.oauth2.flows.clientCredentials.scopes);
}

/** An endpoint that the reference gateway documents. */
export interface Endpoint {
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

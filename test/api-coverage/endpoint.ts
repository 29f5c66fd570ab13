import type { ApiDocument, Operation } from "./document.ts";

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

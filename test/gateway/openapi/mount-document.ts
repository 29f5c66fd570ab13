import type { OpenAPIHono } from "@hono/zod-openapi";
import type { Env } from "../http/exchange.ts";
import type { Operation } from "../http/operation.ts";
import { scopes } from "../resources/scopes.ts";
import type { Service } from "../service.ts";
import { documentedOAuth } from "./document-oauth.ts";
import { documentedOperation } from "./document-operation.ts";

/** Serves `/openapi.json`, made of the same operations and schemas that serve requests. */
export function mountDocument(
  app: OpenAPIHono<Env>,
  service: Service,
  documented: [Operation, string][],
): void {
  const registry = app.openAPIRegistry;
  for (const [operation, base] of documented) registry.registerPath(documentedOperation(operation, base));
  for (const route of documentedOAuth) registry.registerPath(route);
  const names = Object.fromEntries(scopes.map((scope) => [scope, scope]));
  registry.registerComponent("securitySchemes", "app", { type: "http", scheme: "basic" });
  registry.registerComponent("securitySchemes", "oauth2", {
    type: "oauth2",
    flows: {
      clientCredentials: { tokenUrl: "/oauth/token", scopes: names },
      authorizationCode: {
        authorizationUrl: "/oauth/authorize",
        tokenUrl: "/oauth/token",
        refreshUrl: "/oauth/token",
        scopes: names,
      },
    },
  });
  app.doc31("/openapi.json", () => ({
    openapi: "3.1.0",
    info: {
      title: "Workspace Gateway Management API",
      version: service.variants.versions.at(-1) ?? "",
      description: "As the reference gateway serves it in its plain variants.",
    },
    servers: [{ url: service.origin }],
  }));
}

import { OpenAPIHono } from "@hono/zod-openapi";
import { oauthRoutes } from "../oauth/routes.ts";
import { mountDocument } from "../openapi/mount-document.ts";
import { redeem } from "../resources/invitations.ts";
import { operations } from "../resources/operations.ts";
import type { Service } from "../service.ts";
import type { Env } from "./env.ts";
import type { Exchange } from "./exchange.ts";
import type { Operation } from "./operation.ts";
import { respond } from "./respond.ts";
import { serve } from "./serve.ts";
import { unknownRoute } from "./unknown-route.ts";

/** The routes of a gateway. */
export function createApp(service: Service): OpenAPIHono<Env> {
  const app = new OpenAPIHono<Env>();
  for (const operation of operations) {
    mount(app, service, operation, "/api/v1");
  }
  mount(app, service, redeem, "");
  for (const { method, path, respond: answer } of oauthRoutes) app.on(method, path, serve(service, answer));
  mountDocument(app, service, [
    ...operations.map((operation): [Operation, string] => [operation, "/api/v1"]),
    [redeem, ""],
  ]);
  const lost = unknownRoute(operations);
  app.all("/api/v1/*", serve(service, lost));
  return app;
}

function mount(app: OpenAPIHono<Env>, service: Service, operation: Operation, base: string): void {
  const path = base + operation.path.replaceAll(/{(\w+)}/g, ":$1");
  const answer = (exchange: Exchange) => respond(exchange, operation);
  app.on(operation.method.toUpperCase(), path, serve(service, answer));
}

import { OpenAPIHono } from "@hono/zod-openapi";
import { operations } from "../resources/operations.ts";
import type { Service } from "../service.ts";
import type { Env } from "./env.ts";
import { respond } from "./respond.ts";
import { serve } from "./serve.ts";
import { unknownRoute } from "./unknown-route.ts";

/** The routes of a gateway. */
export function createApp(service: Service): OpenAPIHono<Env> {
  const app = new OpenAPIHono<Env>();
  for (const operation of operations) {
    const path = `/api/v1${operation.path.replaceAll(/{(\w+)}/g, ":$1")}`;
    app.on(
      operation.method.toUpperCase(),
      path,
      serve(service, (exchange) => respond(exchange, operation)),
    );
  }
  const lost = unknownRoute(operations);
  app.all("/api/v1/*", serve(service, lost));
  return app;
}

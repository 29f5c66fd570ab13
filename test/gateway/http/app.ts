import { OpenAPIHono } from "@hono/zod-openapi";
import { oauthRoutes } from "../oauth/routes.ts";
import { mountDocument } from "../openapi/mount-document.ts";
import { redeem } from "../resources/invitations.ts";
import { operations } from "../resources/operations.ts";
import type { Service } from "../service.ts";
import type { Env, Exchange } from "./exchange.ts";
import type { Operation } from "./operation.ts";
import type { Reply } from "./reply.ts";
import { respond } from "./respond.ts";
import { serve } from "./serve.ts";
import { unknownOperation, unknownPage } from "./unknown-route.ts";

/** The routes of a gateway. */
export function createApp(service: Service): OpenAPIHono<Env> {
  const app = new OpenAPIHono<Env>();
  const mount = (method: string, path: string, answer: (exchange: Exchange) => Reply) => {
    app.on(method.toUpperCase(), path.replaceAll(/{(\w+)}/g, ":$1"), serve(service, answer));
  };
  const based: [Operation, string][] = operations.map((operation) => [operation, "/api/v1"]);
  const all: [Operation, string][] = [...based, [redeem, ""]];
  for (const [operation, base] of all) {
    mount(operation.method, base + operation.path, (exchange) => respond(exchange, operation));
  }
  for (const route of oauthRoutes) mount(route.method, route.path, route.respond);
  mountDocument(app, service, all);
  app.all("/api/v1/*", serve(service, unknownOperation(operations)));
  app.all("*", serve(service, unknownPage([redeem, ...oauthRoutes])));
  app.onError((error, c) => {
    const nobodyWaits = service.closing.signal.aborted || c.req.raw.signal.aborted;
    if (!nobodyWaits) console.error(error);
    return new Response(null, { status: 500 });
  });
  return app;
}

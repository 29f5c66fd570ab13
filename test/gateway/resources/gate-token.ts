import { z } from "@hono/zod-openapi";
import { operation } from "../http/operation.ts";
import { requireWorkspace } from "./access.ts";

/** "Short-lived" is all that the API document says. */
const LIFE_SECONDS = 3600;

/** Mints a key for inference (the API's section "Gateway token"); who asks is the app, not a person. */
export const gateToken = operation({
  tag: "Gateway token",
  method: "post",
  path: "/workspaces/{id}/gate-token",
  summary: "Mint a short-lived gateway key",
  auth: "app",
  scope: () => null,
  body: z.object({ client_id: z.string().optional(), client_secret: z.string().optional() }).optional(),
  returns: { kind: "bare", schema: z.object({ gate_key: z.string() }) },
  errors: [400, 403, 404],
  handle(call) {
    const workspaceId = call.params.id ?? "";
    requireWorkspace(call, workspaceId, "MEMBER");
    const gate_key = call.service.tokens.issue({
      kind: "gate",
      userId: call.account.id,
      appId: call.grant.appId,
      scopes: [],
      details: { workspace_id: workspaceId },
      expiresInSeconds: LIFE_SECONDS,
    });
    return { kind: "bare", body: { gate_key } };
  },
});

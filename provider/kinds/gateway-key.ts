import { z } from "zod";
import { type ArgsOf, resource } from "../program/resource.js";
import { flags, kind, minted } from "../spec/index.js";
import { inWorkspace, workspaceId } from "./shared.js";

/** A short-lived key for inference through the gateway (api.md, "Gateway token"). */
export const gatewayKey = kind("GatewayKey", {
  source: minted("the key works until it expires, there is no call that withdraws it"),
  endpoints: { create: "/workspaces/{workspaceId}/gate-token", auth: "app", parent: inWorkspace },
  scope: "workspaces",
  naturalKey: [],
  inputs: z.strictObject({
    workspaceId: workspaceId(),
    /** Any values; a change of them makes a new key. */
    triggers: z.record(z.string(), z.unknown()).register(flags, { local: true, replace: true }).optional(),
  }),
  outputs: z.object({
    /** The key. */
    gateKey: z.string().register(flags, { secret: true, createOnly: true }),
  }),
});

export interface GatewayKeyArgs extends ArgsOf<typeof gatewayKey> {}

/**
 * A short-lived key for sending inference through the gateway (api.md, "Gateway token"), made with the credentials of
 * the app (`clientId`, `clientSecret`). Its lifetime is not shown by the API, and no clock makes it anew: `triggers` do.
 *
 * @example
 * ```ts
 * import * as gateway from "pulumi-workspace-gateway";
 *
 * const team = new gateway.Workspace("team", { name: "Support assistant" });
 * const key = new gateway.GatewayKey("smoke-test", { workspaceId: team.id, triggers: { release: "2026-11" } });
 * export const gateKey = key.gateKey; // a secret output
 * ```
 */
export class GatewayKey extends resource(gatewayKey) {}

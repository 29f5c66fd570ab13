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
    /** Id of the workspace that the key sends inference for. */
    workspaceId: workspaceId(),
    /**
     * Any values; a change of them makes a new key.
     *
     * @default none: the key is made once
     */
    triggers: z.record(z.string(), z.unknown()).register(flags, { local: true, replace: true }).optional(),
  }),
  outputs: z.object({
    /** The key. */
    gateKey: z.string().register(flags, { secret: true, createOnly: true }),
  }),
});

/** What a {@link GatewayKey} is declared with: the workspace, and what makes it anew. */
export interface GatewayKeyArgs extends ArgsOf<typeof gatewayKey> {}

/**
 * A short-lived key for sending inference through the gateway (api.md, "Gateway token"). Its lifetime is not shown by
 * the API, and no clock makes it anew: `triggers` do.
 *
 * - Replaced by a change of: `workspaceId`, `triggers`.
 * - On destroy: nothing to call: the key lives until it expires.
 * - Scopes: none: it is made with the app's own credentials, the settings `clientId` and `clientSecret`.
 * - Errors: no credentials of an app in the settings (told in the preview); an app whose owner may not do that in the
 *   workspace (403); an answer that is lost: the next `up` makes another key.
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

import { z } from "zod";
import { type ArgsOf, resource } from "../program/resource.js";
import { field, harmless, issued, kind } from "../spec/index.js";
import { inWorkspace, workspaceId } from "./shared.js";

/** A short-lived key for inference through the gateway (the API's section "Gateway token"). */
export const gatewayKey = kind("GatewayKey", {
  source: issued("the key works until it expires, and the API has no call that ends it"),
  endpoints: { create: "/workspaces/{workspaceId}/gate-token", auth: "app", parent: inWorkspace },
  scope: "workspaces",
  naturalKey: [],
  inputs: z.strictObject({
    /** Id of the workspace that the key is for. */
    workspaceId: workspaceId(),
    /**
     * Any values. When they change, a new key is made.
     *
     * @default none: the key is made once
     */
    triggers: field(z.record(z.string(), z.unknown()), {
      local: true,
      replace: true,
      danger: harmless,
    }).optional(),
  }),
  danger: {
    create: [],
    delete: [],
    replace: [
      {
        rule: "key-rotated",
        level: "medium",
        says: "becomes a new key: switch to it before the old one expires",
      },
    ],
  },
  outputs: z.object({
    /** The key. */
    gateKey: field(z.string(), { secret: true, createOnly: true }),
  }),
});

/** What a {@link GatewayKey} is declared with: the workspace, and values whose change makes a new key. */
export interface GatewayKeyArgs extends ArgsOf<typeof gatewayKey> {}

/**
 * A short-lived key for sending inference through the gateway (the API's section "Gateway token"). The API does
 * not show how long it works, nor what the request for one may say: this package sends no fields. It is not
 * renewed when it expires: change `triggers` to make a new key.
 *
 * - Replaced by a change of: `workspaceId`, `triggers`.
 * - On destroy: nothing to call: the key works until it expires.
 * - Scopes: none. It is made with the app's own credentials, the settings `clientId` and `clientSecret`.
 * - Errors: the settings have no credentials of an app (the preview says so); the owner of the app may not
 *   make keys in the workspace (403); the answer is lost: the next `up` makes another key.
 *
 * @example
 * ```ts
 * const team = new gateway.Workspace("team", { name: "Support assistant" });
 * const key = new gateway.GatewayKey("smoke-test", { workspaceId: team.id, triggers: { release: "2026-11" } });
 * export const gateKey = key.gateKey; // a secret output
 * ```
 */
export class GatewayKey extends resource(gatewayKey) {}

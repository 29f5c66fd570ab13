import { z } from "zod";
import { type ArgsOf, resource } from "../program/resource.js";
import { field, harmless, issued, kind } from "../spec/index.js";
import { inWorkspace, workspaceId } from "./shared.js";

/** A short-lived key for inference through the gateway (API document, section "Gateway token"). */
export const gatewayKey = kind("GatewayKey", {
  source: issued("the key works until it expires, because the API cannot revoke it"),
  endpoints: { create: "/workspaces/{workspaceId}/gate-token", auth: "app", parent: inWorkspace },
  scope: "workspaces",
  naturalKey: [],
  inputs: z.strictObject({
    /** Id of the workspace that the key is for. */
    workspaceId: workspaceId(),
    /**
     * Arbitrary values. When one of them changes, a new key is created.
     *
     * @default none: the key is created once
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
        says: "is replaced by a new key: switch to it before the old one expires",
      },
    ],
  },
  outputs: z.object({
    /** The key. */
    gateKey: field(z.string(), { secret: true, createOnly: true }),
  }),
});

/** The arguments of a {@link GatewayKey}: the workspace, and values that trigger a new key if changed. */
export interface GatewayKeyArgs extends ArgsOf<typeof gatewayKey> {}

/**
 * A short-lived key for sending inference requests through the gateway. The API documents neither the key's
 * lifetime nor the fields of a key request, so this package sends no fields. The key is not renewed when it
 * expires. To create a new key, change `triggers`.
 *
 * - Replaced on changes to: `workspaceId`, `triggers`.
 * - On destroy: nothing is sent to the gateway, and the key works until it expires.
 * - Scopes: none. The key is created with the app's own credentials: the settings `clientId` and `clientSecret`.
 * - Errors: the settings lack the app's credentials (the preview reports this); the owner of the app is not
 * allowed to
 *   create keys in the workspace (403). If the response is lost, the next `up` creates another key.
 *
 * @example
 * ```ts
 * const team = new gateway.Workspace("team", { name: "Support assistant" });
 * const key = new gateway.GatewayKey("smoke-test", { workspaceId: team.id, triggers: { release: "2026-11" }
 * }); export const gateKey = key.gateKey; // a secret output
 * ```
 */
export class GatewayKey extends resource(gatewayKey) {}

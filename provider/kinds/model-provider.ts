import { z } from "zod";
import { type ArgsOf, resource } from "../program/resource.js";
import { created, field, harmless, kind } from "../spec/index.js";
import type { Json } from "../text/json.js";
import { address, emptiness, scoped, text, timestamps, workspaceId } from "./shared.js";

function noKey(value: Json): string | undefined {
  return emptiness(value) && "is empty: null clears it, leaving it out keeps it as it is";
}

const changed = { when: "changed", rule: "provider-changed", level: "medium" } as const;

/** A named route to an upstream endpoint that serves models (the API's section "Provider"). */
export const modelProvider = kind("ModelProvider", {
  source: created,
  endpoints: scoped("/providers", { update: true }),
  scope: "providers",
  naturalKey: ["workspaceId", "name"],
  inputs: z.strictObject({
    /** Id of the workspace that it belongs to. */
    workspaceId: workspaceId(),
    /** Name of the provider in its workspace. */
    name: text({
      danger: [
        {
          when: "changed",
          rule: "gateway-name-changed",
          level: "refused",
          says: "gives its models other gateway names: requests for the old ones get no answer",
        },
      ],
    }),
    /** URL of the upstream endpoint. */
    baseUrl: address({
      danger: [
        {
          when: "host",
          rule: "provider-host-changed",
          level: "refused",
          says: "sends its API key and all prompts to another host",
        },
        { ...changed, says: "is called at another address" },
      ],
    }),
    /** Order in which providers are tried: a provider with a lower number is tried first. */
    priority: field(z.int(), {
      danger: [{ ...changed, says: "is tried in another order" }],
    }),
    /** What the upstream endpoint is compatible with. */
    compatibility: field(z.enum(["OPENAI_SDK", "CEREBRAS", "NVIDIA_NIM", "DEEPSEEK"]), {
      danger: [{ ...changed, level: "high", says: "is called in another API format" }],
    }),
    /**
     * API key for the upstream endpoint. `null` clears it. The gateway never shows it.
     *
     * @default left as it is; for a new provider the gateway's
     */
    apiKey: field(z.string(), {
      secret: true,
      writeOnly: true,
      doubt: noKey,
      danger: [{ when: "changed", rule: "key-rotated", level: "medium", says: "gets another key, or none" }],
    }).nullish(),
    /**
     * More model identifiers to offer. The API does not say whether their order matters: this package takes them
     * for a set, so that another order is no change.
     *
     * @default the gateway's
     */
    modelOptions: field(z.array(z.string()), { unordered: true, danger: harmless }).optional(),
  }),
  danger: {
    create: [{ rule: "provider-added", level: "medium", says: "is a new place to which prompts may go" }],
    delete: [
      {
        rule: "provider-delete-with-models",
        level: "refused",
        inUse: true,
        says: "is deleted with its models",
      },
      { rule: "deleted", level: "medium", says: "is deleted" },
    ],
  },
  outputs: z.object({ ...timestamps }),
});

/** What a {@link ModelProvider} is declared with: the endpoint, its API key and its priority. */
export interface ModelProviderArgs extends ArgsOf<typeof modelProvider> {}

/**
 * An upstream endpoint that serves models; the API calls it a provider (the API's section "Provider").
 *
 * - Replaced by a change of: `workspaceId`.
 * - On destroy: deleted.
 * - Scopes: `providers:read`, `providers:write`.
 * - Errors: a `name` that is taken (409): nothing is changed. The error names the id and what you can do:
 *   `adopt`, import or another name. If somebody else changed the `apiKey`, a refresh cannot see the new key:
 *   it only warns that the provider was changed.
 *
 * @example
 * ```ts
 * import * as pulumi from "@pulumi/pulumi";
 * import * as gateway from "pulumi-workspace-gateway";
 *
 * const team = new gateway.Workspace("team", { name: "Support assistant" });
 * const openai = new gateway.ModelProvider("openai", {
 *   workspaceId: team.id,
 *   name: "openai",
 *   baseUrl: "https://api.openai.com/v1",
 *   priority: 1,
 *   compatibility: "OPENAI_SDK",
 *   apiKey: new pulumi.Config().requireSecret("openaiApiKey"),
 * });
 * ```
 */
export class ModelProvider extends resource(modelProvider) {}

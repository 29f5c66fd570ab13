import { z } from "zod";
import { type ArgsOf, resource } from "../program/resource.js";
import { created, field, harmless, kind } from "../spec/index.js";
import type { Json } from "../text/json.js";
import { address, emptiness, scoped, text, timestamps, workspaceId } from "./shared.js";

function noKey(value: Json): string | undefined {
  return emptiness(value) && "is empty: set it to null to clear it, or omit it to keep the current value";
}

const changed = { when: "changed", rule: "provider-changed", level: "medium" } as const;

/** A named route to an upstream endpoint that serves models (API document, section "Provider"). */
export const modelProvider = kind("ModelProvider", {
  source: created,
  endpoints: scoped("/providers", { update: true }),
  scope: "providers",
  naturalKey: ["workspaceId", "name"],
  inputs: z.strictObject({
    /** Id of the workspace that the provider belongs to. */
    workspaceId: workspaceId(),
    /** Name of the provider in its workspace. */
    name: text({
      danger: [
        {
          when: "changed",
          rule: "gateway-name-changed",
          level: "refused",
          says: "changes the gateway names of its models, which breaks requests for the old names",
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
          says: "sends its API key and all prompts to a different host",
        },
        { ...changed, says: "is called at a different address" },
      ],
    }),
    /** Order in which providers are tried: providers with a lower number are tried first. */
    priority: field(z.int(), {
      danger: [{ ...changed, says: "is tried in a different order" }],
    }),
    /** The API that the upstream endpoint is compatible with. */
    compatibility: field(z.enum(["OPENAI_SDK", "CEREBRAS", "NVIDIA_NIM", "DEEPSEEK"]), {
      danger: [{ ...changed, level: "high", says: "is called with a different API format" }],
    }),
    /**
     * API key for the upstream endpoint. `null` clears it. The gateway never returns it.
     *
     * @default unchanged; for a new provider, set by the gateway
     */
    apiKey: field(z.string(), {
      secret: true,
      writeOnly: true,
      doubt: noKey,
      danger: [
        { when: "changed", rule: "key-rotated", level: "medium", says: "has its API key changed or removed" },
      ],
    }).nullish(),
    /**
     * Additional model identifiers to offer. The API does not document whether their order matters, so this
     * package treats them as a set: a different order is not a change.
     *
     * @default set by the gateway
     */
    modelOptions: field(z.array(z.string()), { unordered: true, danger: harmless }).optional(),
  }),
  danger: {
    create: [{ rule: "provider-added", level: "medium", says: "is a new destination for prompts" }],
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

/** The arguments of a {@link ModelProvider}: the endpoint, its API key and its priority. */
export interface ModelProviderArgs extends ArgsOf<typeof modelProvider> {}

/**
 * An upstream endpoint that serves models. The API calls it a provider.
 *
 * - Replaced on changes to: `workspaceId`.
 * - On destroy: deleted.
 * - Scopes: `providers:read`, `providers:write`.
 * - Errors: the `name` is already taken (409). Nothing is changed; the error shows the existing object's id
 *   and your options: `adopt`, import or a different name. If someone else changed the `apiKey`, a refresh
 *   cannot read the new key and only warns that the provider was changed.
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

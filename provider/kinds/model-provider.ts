import { z } from "zod";
import { type ArgsOf, resource } from "../program/resource.js";
import { created, flags, kind } from "../spec/index.js";
import type { Json } from "../text/json.js";
import { emptiness, schemeless, scoped, text, timestamps, workspaceId } from "./shared.js";

function noKey(value: Json): string | undefined {
  return emptiness(value) && "is empty, where null clears it and leaving it out leaves it alone";
}

/** A named route to an upstream endpoint that serves models (api.md, "Provider"). */
export const modelProvider = kind("ModelProvider", {
  source: created,
  endpoints: scoped("/providers", { update: true }),
  scope: "providers",
  naturalKey: ["workspaceId", "name"],
  inputs: z.strictObject({
    workspaceId: workspaceId(),
    name: text(),
    /** URL of the upstream endpoint. */
    baseUrl: z.string().register(flags, { doubt: schemeless }),
    /** Order in which providers are tried; lower runs first. */
    priority: z.int(),
    compatibility: z.enum(["OPENAI_SDK", "CEREBRAS", "NVIDIA_NIM", "DEEPSEEK"]),
    /** Key of the upstream endpoint. Leaving it out leaves it alone; `null` clears it. */
    apiKey: z.string().register(flags, { secret: true, writeOnly: true, doubt: noKey }).nullish(),
    /** Extra model identifiers to expose; their order does not matter. */
    modelOptions: z.array(z.string()).register(flags, { unordered: true }).optional(),
  }),
  outputs: z.object({ ...timestamps }),
});

export interface ModelProviderArgs extends ArgsOf<typeof modelProvider> {}

/**
 * An upstream endpoint that serves models; the API calls it a provider (api.md, "Provider").
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

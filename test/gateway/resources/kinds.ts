import { RE2JS } from "re2js";
import { z } from "zod";
import type { Call } from "../http/operation.ts";
import { ApiError } from "../http/reply.ts";
import { isObject, type Row } from "../json.ts";
import type { Variants } from "../variants.ts";

export const anyObject = z.record(z.string(), z.unknown());

/** An integer. The API document shows no bounds, so the limit is the range of exact JSON numbers. */
export const integer = z.int();

/** The times when an object was created and last written. */
export const stamps = { created_at: z.string(), updated_at: z.string() };

/** The response fields that all objects of a workspace have. */
const inWorkspace = { id: z.string(), workspace_id: z.string(), ...stamps };

/** Returns a validated body as a row. It is JSON, because it was parsed by JSON.parse. */
export function bodyRow(body: object): Row {
  return body as Row;
}

/** A kind of object that belongs to a workspace, as data. `collection` creates its endpoints. */
export interface Resource {
  /** Its heading in the API document. */
  name: string;
  /** Its path and its table. */
  table: string;
  /** The resource part of its scopes. */
  scope: string;
  /** The body of a create, without `workspace_id`. */
  fields: z.ZodObject;
  /** The fields that PATCH may change. Null if the object cannot be updated. */
  changes: z.ZodObject | null;
  /** The values of optional fields that a create or a PUT omits (the API's section "Defaults": not shown). */
  defaults: Row;
  /** Fields of a create that a later write may not change. */
  fixed?: string[];
  /** Fields that are encrypted at rest and never shown. */
  sealed?: string[];
  /** The fields that a duplicate shares with the object, besides the workspace. */
  naturalKey: string[];
  /** The fields in which objects with the same natural key may differ. */
  distinguishedBy?: string[];
  item: z.ZodObject;
  /** Checks a draft before it is stored, and adds values that the service determines. */
  compose?(draft: Row, call: Call): Row;
  /** Converts a row for a response. */
  represent?(row: Row, variants: Variants): Row;
  /** Applies further changes after a row is stored. */
  stored?(row: Row, call: Call): void;
  /** Throws if a row cannot be deleted. */
  refuseRemoval?(row: Row, call: Call): void;
  /** Removes related data after a row is deleted. */
  removed?(row: Row, call: Call): void;
}

const modelFields = z.object({
  provider_id: z.string(),
  name: z.string(),
  display_name: z.string(),
  type: z.enum(["chat", "embedding", "moderation", "vision", "audio", "image"]),
  input_cost: z.number(),
  output_cost: z.number(),
  context_window: integer,
  api_name: z.string().optional(),
});

const model: Resource = {
  name: "Model",
  table: "models",
  scope: "models",
  fields: modelFields,
  changes: modelFields.omit({ provider_id: true }).partial(),
  fixed: ["provider_id"],
  defaults: { api_name: null },
  naturalKey: ["provider_id", "name"],
  item: modelFields.required().extend({
    id: z.string(),
    user_id: z.string(),
    api_name: z.string().nullable(),
    gateway_name: z.string(),
    ...stamps,
  }),
  compose(draft, { service }) {
    const { provider_id = null, workspace_id = null } = draft;
    const provider = service.store.table("providers").first({ id: provider_id, workspace_id });
    if (provider === undefined) {
      throw new ApiError(service.variants.badReference, "The Provider does not exist in the workspace");
    }
    const gateway_name = gatewayName(service, provider, draft);
    const twin = service.store.table("models").first({ workspace_id, gateway_name });
    if (!service.variants.gatewayNameTwins && twin !== undefined && twin.id !== draft.id) {
      throw new ApiError(409, "A Model with this gateway_name already exists in the workspace");
    }
    return { ...draft, gateway_name };
  },
  represent(row, { modelWorkspaceId }) {
    if (modelWorkspaceId) return row;
    const { workspace_id, ...shown } = row;
    return shown;
  },
  removed: detachPrompts,
};

function detachPrompts(row: Row, { service }: Call): void {
  const prompts = service.store.table("prompts");
  for (const prompt of prompts.find({ model_id: row.id ?? "" })) {
    prompts.update(String(prompt.id), { model_id: null, updated_at: service.clock.stamp() });
  }
}

/** The name that callers send to reach a model. The API's section "Model" does not show its form. */
function gatewayName({ variants }: Call["service"], provider: Row, model: Row): string {
  return variants.gatewayName === "name" ? String(model.name) : `${provider.name}/${model.name}`;
}

/** Updates the gateway names of a provider's models, because the provider's name may have changed. */
function renameInGateway(provider: Row, { service }: Call): void {
  const models = service.store.table("models");
  for (const model of models.find({ provider_id: provider.id ?? "" })) {
    const gateway_name = gatewayName(service, provider, model);
    if (gateway_name !== model.gateway_name) models.update(String(model.id), { gateway_name });
  }
}

const providerFields = z.object({
  name: z.string(),
  base_url: z.string(),
  priority: integer,
  compatibility: z.enum(["OPENAI_SDK", "CEREBRAS", "NVIDIA_NIM", "DEEPSEEK"]),
  api_key: z.string().nullish(),
  model_options: z.array(z.string()).optional(),
});

const provider: Resource = {
  name: "Provider",
  table: "providers",
  scope: "providers",
  fields: providerFields,
  changes: providerFields.partial(),
  defaults: { api_key: null, model_options: [] },
  naturalKey: ["name"],
  item: providerFields.required().extend({ ...inWorkspace, user_id: z.string(), api_key: z.null() }),
  sealed: ["api_key"],
  represent: (row) => ({ ...row, api_key: null }),
  stored: renameInGateway,
  removed(row, call) {
    const models = call.service.store.table("models");
    for (const model of models.find({ provider_id: row.id ?? "" })) {
      models.remove(String(model.id));
      detachPrompts(model, call);
    }
  },
};

const promptFields = z.object({
  name: z.string(),
  content: z.string(),
  type: z.enum(["SYSTEM", "USER", "ASSISTANT"]).optional(),
  model_id: z.string().nullish(),
  is_global: z.boolean().optional(),
  enabled: z.boolean().optional(),
  position: integer.optional(),
  environment: z.enum(["PRODUCTION", "STAGING", "EVALUATION", "EXPERIMENTS"]).nullish(),
});

const prompt: Resource = {
  name: "Prompt",
  table: "prompts",
  scope: "prompts",
  fields: promptFields,
  changes: promptFields.partial(),
  defaults: {
    model_id: null,
    type: "SYSTEM",
    is_global: false,
    enabled: true,
    position: 0,
    environment: null,
  },
  naturalKey: ["name"],
  distinguishedBy: ["environment", "model_id"],
  item: promptFields.required().extend(inWorkspace),
  compose(draft, { service }) {
    const { model_id = null, workspace_id = null } = draft;
    const models = service.store.table("models");
    if (model_id !== null && models.first({ id: model_id, workspace_id }) === undefined) {
      throw new ApiError(service.variants.badReference, "The Model does not exist in the workspace");
    }
    return draft;
  },
};

const mappingFields = z.object({
  source_name: z.string(),
  target_model: z.string(),
  priority: integer.optional(),
  enabled: z.boolean().optional(),
  is_pattern: z.boolean().optional(),
});

const mapping: Resource = {
  name: "Mapping",
  table: "mappings",
  scope: "mapping",
  fields: mappingFields,
  changes: mappingFields.partial(),
  defaults: { priority: 0, enabled: true, is_pattern: false },
  naturalKey: ["source_name"],
  distinguishedBy: ["priority", "is_pattern"],
  item: mappingFields.required().extend(inWorkspace),
  compose(draft) {
    try {
      if (draft.is_pattern === true) RE2JS.compile(String(draft.source_name));
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      throw new ApiError(400, "The request is invalid", { problems: [{ field: "source_name", message }] });
    }
    return draft;
  },
};

const indexFields = z.object({
  url: z.string(),
  title: z.string().optional(),
  max_pages: integer.optional(),
});

/** The API's section "Index". It has no update endpoint. `url` in requests is `base_url` in responses. */
const siteIndex: Resource = {
  name: "Index",
  table: "indexes",
  scope: "models",
  fields: indexFields,
  changes: null,
  defaults: { title: null, max_pages: null, page_count: 0, pages: [], status: "PENDING", error: null },
  naturalKey: ["base_url"],
  item: z.object({
    ...inWorkspace,
    base_url: z.string(),
    title: z.string(),
    page_count: integer,
    pages: z.array(z.object({ url: z.string(), title: z.string(), content: z.string() })),
    status: z.enum(["PENDING", "INDEXING", "INDEXED", "FAILED"]),
    error: z.string().nullable(),
  }),
  compose: ({ url = null, ...draft }) => ({ ...draft, base_url: url, title: draft.title ?? url }),
  represent: ({ max_pages, ...row }) => row,
  stored: (row, { service }) => service.crawls.start(String(row.id)),
  removed: (row, { service }) => service.crawls.stop(String(row.id)),
};

const configFields = z.object({
  name: z.string(),
  description: z.string().nullish(),
  enabled: z.boolean().optional(),
  is_default: z.boolean().optional(),
  workflow: anyObject.optional(),
});

/** The API's section "Config". Configs have no update endpoint. */
const config: Resource = {
  name: "Config",
  table: "configs",
  scope: "models",
  fields: configFields,
  changes: null,
  defaults: { description: null, enabled: true, is_default: false, workflow: {} },
  naturalKey: ["name"],
  item: configFields.required().extend(inWorkspace),
  compose(draft, { service }) {
    const { workflow } = draft;
    if (service.variants.workflow === "steps" && !(isObject(workflow) && "steps" in workflow)) {
      throw new ApiError(400, "workflow must have steps");
    }
    return draft;
  },
  stored({ id, workspace_id = null, is_default }, { service }) {
    if (is_default !== true || !service.variants.exclusiveDefault) return;
    const configs = service.store.table("configs");
    for (const former of configs.find({ workspace_id, is_default: true })) {
      if (former.id === id) continue;
      configs.update(String(former.id), { is_default: false, updated_at: service.clock.stamp() });
    }
  },
  refuseRemoval({ is_default }, { service }) {
    if (is_default === true && !service.variants.deleteDefault) {
      throw new ApiError(409, "The default config cannot be deleted");
    }
  },
};

/** The objects of a workspace that `collection` serves. */
export const resources: readonly Resource[] = [provider, model, prompt, mapping, siteIndex, config];

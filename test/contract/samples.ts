import type { Json } from "../../provider/client/json.js";
import { kinds } from "../../provider/kinds/index.js";
import type { Field } from "../../provider/lifecycle/field.js";
import type { Kind } from "../../provider/lifecycle/kind.js";
import type { Values } from "../../provider/lifecycle/values.js";

/** Objects that samples refer to: they exist on the gateway before a law is tried. */
export interface References {
  readonly workspaceId: string;
  readonly otherWorkspaceId: string;
  readonly providerId: string;
  readonly otherProviderId: string;
  readonly modelId: string;
  readonly otherModelId: string;
}

type Sample = [first: Json, second: Json];

/**
 * Two values of every input of every kind, of forms that a gateway likes to tidy: text with space around it, costs
 * with many digits, URLs without a path, lists out of order.
 */
const samples: Record<string, (refs: References) => Record<string, Sample>> = {
  Workspace: () => ({ name: ["Support assistant ", "Sales assistant "] }),
  ModelProvider: ({ workspaceId, otherWorkspaceId }) => ({
    workspaceId: [workspaceId, otherWorkspaceId],
    name: ["openai ", "azure "],
    baseUrl: ["https://upstream.example", "https://other.example"],
    priority: [3, 0],
    compatibility: ["OPENAI_SDK", "DEEPSEEK"],
    apiKey: ["sk-canary-first-0123456789", "sk-canary-second-9876543210"],
    modelOptions: [["zeta", "alpha"], ["omega"]],
  }),
  Model: ({ workspaceId, otherWorkspaceId, providerId, otherProviderId }) => ({
    workspaceId: [workspaceId, otherWorkspaceId],
    providerId: [providerId, otherProviderId],
    name: ["gpt ", "gpt-next "],
    displayName: ["GPT ", "GPT, next "],
    apiName: ["gpt-2025", "gpt-2026"],
    type: ["chat", "vision"],
    inputCost: [0.12345678, 0],
    outputCost: [2.5, 1.75e-7],
    contextWindow: [128_000, 1_000_000],
  }),
  Prompt: ({ workspaceId, otherWorkspaceId, modelId, otherModelId }) => ({
    workspaceId: [workspaceId, otherWorkspaceId],
    name: ["house rules ", "tone "],
    content: ["Be brief.\nSay so if you do not know.\n", "Answer in full sentences.\n"],
    type: ["SYSTEM", "USER"],
    modelId: [modelId, otherModelId],
    isGlobal: [true, false],
    enabled: [true, false],
    position: [2, 0],
    environment: ["STAGING", "PRODUCTION"],
  }),
  Mapping: ({ workspaceId, otherWorkspaceId }) => ({
    workspaceId: [workspaceId, otherWorkspaceId],
    sourceName: ["gpt-.* ", "claude-.* "],
    targetModel: ["openai/gpt", "openai/gpt-next"],
    priority: [10, 0],
    enabled: [true, false],
    isPattern: [true, false],
  }),
};

function samplesOf(kind: Kind, refs: References): Record<string, Sample> {
  const made = samples[kind.name]?.(refs);
  if (made === undefined) throw new Error(`there are no samples of ${kind.name}: add them to samples.ts`);
  return made;
}

/** Every input of a kind that the gateway takes, with its first sample. */
export function fullInputs(kind: Kind, refs: References): Values {
  return pick(kind, refs, 0, () => true);
}

/** The required inputs of a kind, with their first samples. */
export function requiredInputs(kind: Kind, refs: References): Values {
  return pick(kind, refs, 0, (field) => !field.optional);
}

export function secondValue(kind: Kind, refs: References, field: Field): Json {
  return sampleOf(kind, refs, field)[1];
}

export function sentFields(kind: Kind): Field[] {
  return [...kind.fields.values()].filter((field) => !field.local);
}

/** Pairs of a kind and each of its fields of a sort, for `test.each`. */
export function eachField(
  of: (field: Field, kind: Kind) => boolean,
): { kind: Kind; field: Field; title: string }[] {
  return kinds.flatMap((kind: Kind) =>
    sentFields(kind)
      .filter((field) => of(field, kind))
      .map((field) => ({ kind, field, title: `${kind.name}.${field.name}` })),
  );
}

function pick(kind: Kind, refs: References, which: 0 | 1, chosen: (field: Field) => boolean): Values {
  const fields = sentFields(kind).filter(chosen);
  return Object.fromEntries(fields.map((field) => [field.name, sampleOf(kind, refs, field)[which]]));
}

function sampleOf(kind: Kind, refs: References, field: Field): Sample {
  const sample = samplesOf(kind, refs)[field.name];
  if (sample === undefined)
    throw new Error(`there is no sample of ${kind.name}.${field.name}: add it to samples.ts`);
  return sample;
}

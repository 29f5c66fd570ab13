import { kinds as specs } from "../../../provider/every-kind.js";
import type { Field } from "../../../provider/spec/field.js";
import type { Kind } from "../../../provider/spec/kind.js";
import { created } from "../../../provider/spec/source.js";
import type { Values } from "../../../provider/spec/values.js";
import type { Json } from "../../../provider/text/json.js";

const kinds: readonly Kind[] = specs;

/** Objects that samples refer to: they exist on the gateway before a law is tried. */
export interface References {
  readonly workspaceId: string;
  readonly otherWorkspaceId: string;
  readonly providerId: string;
  readonly otherProviderId: string;
  readonly modelId: string;
  readonly otherModelId: string;
  /** A site that can be crawled. */
  readonly site: string;
}

/** References for tests that no gateway has to know. */
export const madeUpReferences: References = {
  workspaceId: "w-1",
  otherWorkspaceId: "w-2",
  providerId: "p-1",
  otherProviderId: "p-2",
  modelId: "m-1",
  otherModelId: "m-2",
  site: "https://site.example",
};

type Sample = [first: Json, second: Json];

/**
 * Two values of every input of every kind but its workspace, of forms that a gateway likes to tidy: text with space around it, costs
 * with many digits, URLs without a path, lists out of order.
 */
const samples: Record<string, (refs: References) => Record<string, Sample>> = {
  Workspace: () => ({ name: ["Support assistant ", "Sales assistant "] }),
  ModelProvider: () => ({
    name: ["openai ", "azure "],
    baseUrl: ["https://upstream.example", "https://other.example"],
    priority: [3, 0],
    compatibility: ["OPENAI_SDK", "DEEPSEEK"],
    apiKey: ["sk-canary-first-0123456789", "sk-canary-second-9876543210"],
    modelOptions: [["zeta", "alpha"], ["omega"]],
  }),
  Model: ({ providerId, otherProviderId }) => ({
    providerId: [providerId, otherProviderId],
    name: ["gpt ", "gpt-next "],
    displayName: ["GPT ", "GPT, next "],
    apiName: ["gpt-2025", "gpt-2026"],
    type: ["chat", "vision"],
    inputCost: [0.12345678, 0],
    outputCost: [2.5, 1.75e-7],
    contextWindow: [128_000, 1_000_000],
    retiresOn: ["2028-02-29", "2027-01-31"],
    replacedBy: ["openai/gpt-next", "openai/gpt-last"],
  }),
  Prompt: ({ modelId, otherModelId }) => ({
    name: ["house rules ", "tone "],
    content: ["Be brief.\nSay so if you do not know.\n", "Answer in full sentences.\n"],
    type: ["SYSTEM", "USER"],
    modelId: [modelId, otherModelId],
    isGlobal: [true, false],
    enabled: [true, false],
    position: [2, 0],
    environment: ["STAGING", "PRODUCTION"],
  }),
  Mapping: () => ({
    sourceName: ["gpt-4 ", "claude-4 "],
    targetModel: ["openai/gpt", "openai/gpt-next"],
    priority: [10, 0],
    enabled: [true, false],
    isPattern: [true, false],
  }),
  Budget: () => ({
    budget: [250.5, 0],
  }),
  Member: () => ({
    email: ["member@example.com", "admin@example.com"],
    role: ["ADMIN", "MEMBER"],
  }),
  Invitation: () => ({
    restrictedTo: [["zoe@example.com", "ada@example.com"], ["eve@example.com"]],
    maxUses: [3, 1],
    expiresInDays: [7, 1],
  }),
  Index: ({ site }) => ({
    url: [`${site}/docs`, `${site}/blog`],
    title: ["Docs ", "Blog "],
    maxPages: [5, 1],
  }),
  Config: () => ({
    name: ["standard ", "careful "],
    description: ["What most requests take ", null],
    enabled: [false, true],
    isDefault: [true, false],
    workflow: [{ zeta: [1, { b: 2, a: "x " }], alpha: null, some_key: true }, {}],
  }),
  Quota: () => ({
    match: [{ name: "burst" }, { name: "daily" }],
    name: ["burst ", "sustained "],
    maxRequests: [1000, 5],
    period: ["ROLLING", "CALENDAR"],
    windowMinutes: [60, 1],
  }),
  GatewayKey: () => ({
    triggers: [{ release: 1 }, { release: 2 }],
  }),
};

/** Kinds whose objects we make and delete. */
export const createdKinds = named((kind) => kind.source === created);

/** Kinds whose objects can be looked at. */
export const readableKinds = named(
  ({ endpoints }) => endpoints.list !== undefined || endpoints.get !== undefined,
);

export const allKinds = named(() => true);

function named(chosen: (kind: Kind) => boolean): { kind: Kind; name: string }[] {
  return kinds.filter(chosen).map((kind) => ({ kind, name: kind.name }));
}

function samplesOf(kind: Kind, refs: References): Record<string, Sample> {
  const made = samples[kind.name]?.(refs);
  if (made === undefined)
    throw new Error(`there are no samples of ${kind.name}: add them to test/contract/support/samples.ts`);
  const place: Sample = [refs.workspaceId, refs.otherWorkspaceId];
  return kind.fields.has("workspaceId") ? { workspaceId: place, ...made } : made;
}

/** Every input of a kind that has samples, with its first one; all that the gateway takes must have some. */
export function fullInputs(kind: Kind, refs: References): Values {
  const chosen = samplesOf(kind, refs);
  return pick(kind, refs, 0, (field) => field.name in chosen || !field.local);
}

/** The required inputs of a kind, with their first samples. */
export function requiredInputs(kind: Kind, refs: References): Values {
  return pick(kind, refs, 0, (field) => !field.optional || isChosenSelector(kind, refs, field));
}

/** The required inputs of another object of the kind: what tells the two apart has its second sample. */
export function secondInputs(kind: Kind, refs: References): Values {
  const first = requiredInputs(kind, refs);
  const telling = [...kind.fields.values()].filter(
    (field) => field.name === kind.naturalKey.at(-1) || isChosenSelector(kind, refs, field),
  );
  return {
    ...first,
    ...Object.fromEntries(telling.map((field) => [field.name, secondValue(kind, refs, field)])),
  };
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

/** The fields that an update can change, and a read shows. */
export const updatableFields = eachField(
  (field, kind) =>
    kind.endpoints.patch !== undefined &&
    field.replace !== true &&
    !field.writeOnly &&
    field.selects === undefined,
);

/** Of several selectors exactly one is to be declared: the one that has samples. */
function isChosenSelector(kind: Kind, refs: References, field: Field): boolean {
  return field.selects !== undefined && field.name in samplesOf(kind, refs);
}

function pick(kind: Kind, refs: References, which: 0 | 1, chosen: (field: Field) => boolean): Values {
  const fields = [...kind.fields.values()].filter(chosen);
  return Object.fromEntries(fields.map((field) => [field.name, sampleOf(kind, refs, field)[which]]));
}

function sampleOf(kind: Kind, refs: References, field: Field): Sample {
  const sample = samplesOf(kind, refs)[field.name];
  if (sample === undefined)
    throw new Error(
      `there is no sample of ${kind.name}.${field.name}: add it to test/contract/support/samples.ts`,
    );
  return sample;
}

/** Local inputs with which an object is taken over and given up for good. */
export function asOurs(kind: Kind): Values {
  const { shape } = kind.source.inputs;
  return {
    ...("adopt" in shape ? { adopt: true } : {}),
    ...("onDestroy" in shape ? { onDestroy: "delete" } : {}),
    ...(kind.guard === undefined ? {} : { [kind.guard.unless]: true }),
    ...(kind.wait === undefined ? {} : { [kind.wait.unless]: false }),
  };
}

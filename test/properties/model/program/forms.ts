import type { Json } from "../../../../provider/text/json.js";
import { type Ref, ref } from "./program.ts";
import type { Slot, Surroundings } from "./shape.ts";

/** What a slot's inputs are made of. */
interface Place {
  readonly slot: Slot;
  readonly around: Surroundings;
  readonly home: Json | Ref;
  /** The name of a provider or model of the same workspace that is declared, if there is one. */
  readonly provider: string | undefined;
  readonly model: string | undefined;
}

type Inputs = Record<string, Json | Ref | undefined>;

/** A kind of resource as slots declare it. */
export interface Form {
  readonly kind: string;
  /** How many different objects the key tells apart. */
  readonly keys: number;
  /** Whether the key is told apart in its workspace, or for the account. */
  readonly inWorkspace: boolean;
  readonly inputs: (place: Place) => Inputs;
}

const created = ({ around }: Place): Inputs => (around.adopts ? { adopt: true } : {});
const bit = ({ slot }: Place, index: number) => ((slot.content >> index) & 1) === 1;
/** One of the values, chosen by two bits; what is left out is undeclared. */
const choice = ({ slot }: Place, index: number, values: readonly (Json | undefined)[]) =>
  values[(slot.content >> index) % values.length];
const keyed = ({ slot }: Place, names: readonly string[]) => names[slot.key % names.length] ?? "";

const workspace: Form = {
  kind: "Workspace",
  keys: 3,
  inWorkspace: false,
  inputs: (place) => ({
    ...created(place),
    name: keyed(place, ["Support", "Sales", "Research"]),
    forceDestroy: true,
  }),
};

const provider: Form = {
  kind: "ModelProvider",
  keys: 3,
  inWorkspace: true,
  inputs: (place) => ({
    ...created(place),
    workspaceId: place.home,
    name: keyed(place, ["openai", "azure", "local"]),
    baseUrl: bit(place, 0) ? "https://one.example/v1" : "https://two.example/v1",
    priority: bit(place, 1) ? 1 : 2,
    compatibility: "OPENAI_SDK",
    apiKey: choice(place, 2, ["sk-canary-first-0123456789", undefined, "sk-canary-second-0123456789"]),
    modelOptions: choice(place, 4, [undefined, ["zeta", "alpha"], ["alpha", "zeta"]]),
  }),
};

const model: Form = {
  kind: "Model",
  keys: 2,
  inWorkspace: true,
  inputs: (place) => ({
    ...created(place),
    workspaceId: place.home,
    providerId: place.provider === undefined ? undefined : ref(place.provider),
    name: keyed(place, ["gpt", "mini"]),
    displayName: bit(place, 0) ? "GPT" : "The model",
    apiName: choice(place, 1, [undefined, "gpt-2026", "gpt-2025"]),
    type: "chat",
    inputCost: bit(place, 3) ? 0.25 : 0,
    outputCost: 2.5,
    contextWindow: 128_000,
  }),
};

const prompt: Form = {
  kind: "Prompt",
  keys: 3,
  inWorkspace: true,
  inputs: (place) => ({
    ...created(place),
    workspaceId: place.home,
    name: keyed(place, ["tone", "rules", "style"]),
    content: bit(place, 0) ? "Be brief.\n" : "Say so if you do not know.",
    environment: choice(place, 1, [undefined, null, "STAGING", "PRODUCTION"]),
    enabled: choice(place, 3, [undefined, false]),
    modelId: place.model === undefined || bit(place, 4) ? undefined : ref(place.model),
  }),
};

const mapping: Form = {
  kind: "Mapping",
  keys: 3,
  inWorkspace: true,
  inputs: (place) => ({
    ...created(place),
    workspaceId: place.home,
    sourceName: keyed(place, ["default", "fast", "careful"]),
    targetModel: place.model === undefined || bit(place, 0) ? "openai/gpt" : ref(place.model, "gatewayName"),
    priority: choice(place, 1, [undefined, 0, 7]),
    enabled: choice(place, 3, [undefined, false]),
  }),
};

const config: Form = {
  kind: "Config",
  keys: 2,
  inWorkspace: true,
  inputs: (place) => ({
    ...created(place),
    workspaceId: place.home,
    name: keyed(place, ["standard", "careful"]),
    description: choice(place, 0, [undefined, null, "What most requests take"]),
    enabled: choice(place, 2, [undefined, false]),
    workflow: choice(place, 3, [undefined, { steps: [1, { b: 2, a: null }] }]),
  }),
};

const siteIndex: Form = {
  kind: "Index",
  keys: 2,
  inWorkspace: true,
  inputs: (place) => ({
    ...created(place),
    workspaceId: place.home,
    url: `${place.around.site}${keyed(place, ["/docs", "/blog"])}`,
    title: choice(place, 0, ["Docs", "Handbook"]),
    maxPages: choice(place, 1, [undefined, 2]),
    waitForIndexed: false,
  }),
};

const budget: Form = {
  kind: "Budget",
  keys: 1,
  inWorkspace: true,
  inputs: (place) => ({
    workspaceId: place.home,
    budget: choice(place, 0, [250.5, 0, 10]),
    onDestroy: choice(place, 2, [undefined, "restore"]),
  }),
};

const people = ["member", "admin"];

const member: Form = {
  kind: "Member",
  keys: people.length,
  inWorkspace: false,
  inputs: (place) => {
    const name = keyed(place, people);
    const selectors: Inputs[] = [
      { email: `${name}@example.com` },
      { username: name },
      { userId: place.around.memberIds[people.indexOf(name)] },
    ];
    return {
      workspaceId: place.around.workspaceId,
      role: bit(place, 0) ? "ADMIN" : "MEMBER",
      onDestroy: choice(place, 3, [undefined, "keep"]),
      ...selectors[(place.slot.content >> 1) % selectors.length],
    };
  },
};

const quotaNames = ["burst", "daily"];

const quota: Form = {
  kind: "Quota",
  keys: quotaNames.length,
  inWorkspace: false,
  inputs: (place) => ({
    match: bit(place, 0)
      ? { id: place.around.quotaIds[place.slot.key % quotaNames.length] ?? "" }
      : { name: keyed(place, quotaNames) },
    maxRequests: choice(place, 1, [undefined, 1000, 5]),
    windowMinutes: choice(place, 3, [undefined, 60]),
    onDestroy: choice(place, 4, [undefined, "restore"]),
  }),
};

const invitation: Form = {
  kind: "Invitation",
  keys: 4,
  inWorkspace: true,
  inputs: (place) => ({
    workspaceId: place.home,
    restrictedTo: choice(place, 0, [undefined, ["zoe@example.com", "ada@example.com"]]),
    maxUses: choice(place, 1, [undefined, 3]),
  }),
};

const gatewayKey: Form = {
  kind: "GatewayKey",
  keys: 4,
  inWorkspace: true,
  inputs: (place) => ({ workspaceId: place.home, triggers: choice(place, 0, [undefined, { release: 1 }]) }),
};

/** What stands in each slot, in an order in which every one comes after those that it may refer to. */
export const forms: readonly Form[] = [
  workspace,
  workspace,
  provider,
  provider,
  model,
  model,
  prompt,
  prompt,
  mapping,
  mapping,
  config,
  config,
  siteIndex,
  budget,
  member,
  member,
  quota,
  quota,
  invitation,
  gatewayKey,
];

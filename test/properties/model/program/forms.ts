import type { Json } from "../../../../provider/text/json.js";
import { type Ref, ref } from "../../../contract/support/engine/program.ts";
import type { Shape, Slot, Surroundings } from "./shape.ts";

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
interface Form {
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

/** What programs make in a workspace, and tell apart by one of its inputs. */
function named(kind: string, key: string, names: readonly string[], inputs: Form["inputs"]): Form {
  const all = (place: Place) => ({
    ...created(place),
    workspaceId: place.home,
    [key]: keyed(place, names),
    ...inputs(place),
  });
  return { kind, keys: names.length, inWorkspace: true, inputs: all };
}

const workspaceNames = ["Support", "Sales", "Research"];
const workspace: Form = {
  kind: "Workspace",
  keys: workspaceNames.length,
  inWorkspace: false,
  inputs: (place) => ({ ...created(place), name: keyed(place, workspaceNames), forceDestroy: true }),
};

const provider = named("ModelProvider", "name", ["openai", "azure", "local"], (place) => ({
  baseUrl: bit(place, 0) ? "https://one.example/v1" : "https://two.example/v1",
  priority: bit(place, 1) ? 1 : 2,
  compatibility: "OPENAI_SDK",
  apiKey: choice(place, 2, ["sk-canary-first-0123456789", undefined, "sk-canary-second-0123456789"]),
  modelOptions: choice(place, 4, [undefined, ["zeta", "alpha"], ["alpha", "zeta"]]),
}));

const model = named("Model", "name", ["gpt", "mini"], (place) => ({
  providerId: place.provider === undefined ? undefined : ref(place.provider),
  displayName: bit(place, 0) ? "GPT" : "The model",
  apiName: choice(place, 1, [undefined, "gpt-2026", "gpt-2025"]),
  type: "chat",
  inputCost: bit(place, 3) ? 0.25 : 0,
  outputCost: 2.5,
  contextWindow: 128_000,
}));

const prompt = named("Prompt", "name", ["tone", "rules", "style"], (place) => ({
  content: bit(place, 0) ? "Be brief.\n" : "Say so if you do not know.",
  environment: choice(place, 1, [undefined, null, "STAGING", "PRODUCTION"]),
  enabled: choice(place, 3, [undefined, false]),
  modelId: place.model === undefined || bit(place, 4) ? undefined : ref(place.model),
}));

const mapping = named("Mapping", "sourceName", ["default", "fast", "careful"], (place) => ({
  targetModel: place.model === undefined || bit(place, 0) ? "openai/gpt" : ref(place.model, "gatewayName"),
  priority: choice(place, 1, [undefined, 0, 7]),
  enabled: choice(place, 3, [undefined, false]),
}));

const config = named("Config", "name", ["standard", "careful"], (place) => ({
  description: choice(place, 0, [undefined, null, "What most requests take"]),
  enabled: choice(place, 2, [undefined, false]),
  workflow: choice(place, 3, [undefined, { steps: [1, { b: 2, a: null }] }]),
}));

const site = "https://site.example";
const siteIndex = named("Index", "url", [`${site}/docs`, `${site}/blog`], (place) => ({
  title: choice(place, 0, ["Docs", "Handbook"]),
  maxPages: choice(place, 1, [undefined, 2]),
  waitForIndexed: false,
}));

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
  ...[workspace, provider, model, prompt, mapping, config].flatMap((form) => [form, form]),
  ...[siteIndex, budget],
  ...[member, quota].flatMap((form) => [form, form]),
  ...[invitation, gatewayKey],
];

/** All kinds, in a workspace of the program. */
export const everything: Shape = forms.map((_form, index) => ({
  ...{ declared: true, name: 0, aliased: false, nested: false, connection: 0 },
  ...{ key: index, home: 0, content: 9, protect: false, retained: false, order: 0 },
}));

import fc from "fast-check";
import type { Json } from "../../../provider/text/json.js";
import { type Program, type Ref, ref, urnOf } from "../../contract/support/engine/program.ts";

/** True once in so many times. */
export const rarely = (times: number) => fc.nat(times - 1).map((chance) => chance === times - 1);

/** One place of a program where a resource may stand, and how it does. All of it is small numbers, so that a counter-example shrinks. */
export const slot = fc.record({
  declared: rarely(4).map((isLeftOut) => !isLeftOut),
  /** Which of its names in the program it has. */
  name: fc.constant<number>(0),
  /** Whether a change of its URN goes with an alias. */
  aliased: fc.boolean(),
  /** Whether it is a child of its workspace for the engine. */
  nested: fc.boolean(),
  /** Which connection it names; all lead to one gateway. */
  connection: fc.constant<number>(0),
  /** Which of the names on the gateway (or people, quotas, pages) it has. */
  key: fc.nat(2),
  /** Which workspace it is in: 0 and 1 are of the program, 2 is not. */
  home: fc.nat(2),
  /** What else is declared, a bit for each choice. */
  content: fc.nat(63),
  protect: fc.constant<boolean>(false),
  /** Whether its object stays on the gateway when the resource goes. */
  retained: rarely(6),
  /** What a replacement does: 0 what the provider wants, 1 deletes before, 2 creates before. */
  order: fc.constant<number>(0),
});
export type Slot = Readonly<typeof slot extends fc.Arbitrary<infer T> ? T : never>;

export type Shape = readonly Slot[];

const workspaces = 2;
const connections = [undefined, "eu", "west"] as const;

/** What the program has no resource for. */
export interface Surroundings {
  readonly workspaceId: string;
  readonly quotaIds: readonly string[];
  readonly memberIds: readonly string[];
  /** Whether resources take over what they find. */
  readonly adopts: boolean;
}

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

/**
 * The program of a shape. What could not be one is left out: what would stand in a workspace or on a provider that is not
 * declared, and a second resource for one object.
 */
export function materialize(shape: Shape, around: Surroundings): Program {
  const taken = new Set<string>();
  const placed: Placed[] = [];
  for (const [index, form] of forms.entries()) {
    const slot = shape[index];
    if (slot === undefined || !slot.declared) continue;
    const home = form.inWorkspace ? homeOf(slot, placed) : "account";
    const isModel = form.kind === "Model";
    const provider = providerOf(slot, home, placed);
    const object = `${form.kind} ${home} ${isModel ? provider : ""} ${slot.key % form.keys}`;
    if (home === undefined || taken.has(object) || (isModel && provider === undefined)) continue;
    taken.add(object);
    const name = `${form.kind.toLowerCase()}-${index}-${"abc"[slot.name % 3]}`;
    placed.push({ index, form, slot, name, home });
  }
  return placed.map(({ form, slot, name, home }) => {
    const inputs = form.inputs({
      slot,
      around,
      home: home === "unmanaged" ? around.workspaceId : ref(home),
      provider: providerOf(slot, home, placed),
      model: placed.find((each) => each.form.kind === "Model" && each.home === home)?.name,
    });
    const connection = connections[slot.connection % connections.length];
    return {
      name,
      kind: form.kind,
      inputs: Object.fromEntries(
        Object.entries<Json | undefined>({ ...inputs, connection }).filter(
          (entry): entry is [string, Json] => entry[1] !== undefined,
        ),
      ),
      parent: slot.nested && home !== "unmanaged" && home !== "account" ? home : undefined,
      protect: slot.protect,
      retainOnDelete: slot.retained,
      deleteBeforeReplace: [undefined, true, false][slot.order % 3],
    };
  });
}

/** The program with the URNs that resources of the same slots had, as aliases, where the slots want them. */
export function withAliases(program: Program, shape: Shape, former: readonly string[]): Program {
  const urns = new Set(program.map((each) => urnOf(each, program)));
  return program.map((declared) => {
    const index = slotOf(declared.name);
    const own = former.filter((urn) => slotOf(urn.split("::").at(-1) ?? "") === index && !urns.has(urn));
    return shape[index]?.aliased === true ? { ...declared, aliases: [...new Set(own)] } : declared;
  });
}

/** The slot of the resource of this name. */
export function slotOf(name: string): number {
  return Number(name.split("-")[1]);
}

/** A slot that is declared. */
interface Placed {
  readonly index: number;
  readonly form: (typeof forms)[number];
  readonly slot: Slot;
  readonly name: string;
  readonly home: string;
}

/** The name of the workspace's resource; `unmanaged` for the workspace that no program has. */
function homeOf({ home }: Slot, placed: readonly Placed[]): string | undefined {
  const wanted = home % (workspaces + 1);
  return wanted === workspaces ? "unmanaged" : placed.find(({ index }) => index === wanted)?.name;
}

function providerOf({ content }: Slot, home: string | undefined, placed: readonly Placed[]) {
  const there = placed.filter(({ form, ...each }) => form.kind === "ModelProvider" && each.home === home);
  return there[(content >> 5) % Math.max(1, there.length)]?.name;
}

import { Chance } from "../../../e2e/support/chance.ts";

/** What a program declares for its callers: it is the config of the one program of these tests. */
export interface RoutedSetup {
  readonly host: string;
  readonly models: readonly {
    readonly name: string;
    readonly inputCost: number;
    readonly displayName: string;
  }[];
  readonly mappings: readonly {
    readonly logical: string;
    readonly source: string;
    readonly model: number;
    readonly priority: number;
    readonly isPattern: boolean;
    readonly enabled: boolean;
  }[];
  readonly prompts: readonly string[];
}

/** Declares what the config says. */
export const routedProgram = `
const { host, models, mappings, prompts } = new pulumi.Config().requireObject("setup");
const workspaceId = new gateway.Workspace("team", { name: "Support" }).id;
const provider = new gateway.ModelProvider("openai", {
  workspaceId, name: "openai", baseUrl: "https://" + host + "/v1", priority: 1, compatibility: "OPENAI_SDK",
});
const made = models.map(({ name, ...others }) => new gateway.Model(name, {
  workspaceId, providerId: provider.id, name, type: "chat", outputCost: 1, contextWindow: 128000, ...others,
}));
for (const { logical, source, model, ...others } of mappings) {
  new gateway.Mapping(logical, { workspaceId, sourceName: source, targetModel: made[model].gatewayName, ...others });
}
for (const name of prompts) new gateway.Prompt(name, { workspaceId, name, content: "Be brief." });
`;

const callers = ["default", "fast", "careful", "summaries"];

/** One of twenty setups: exact names, and a pattern behind them for older clients. */
export function setupOf(seed: number): RoutedSetup {
  const chance = new Chance(seed % 20);
  const models = ["small", "large", "mini", "vision"].slice(0, 2 + chance.below(3)).map((name, index) => ({
    name,
    inputCost: 1 + index,
    displayName: name.toUpperCase(),
  }));
  const exact = chance.some(callers, 2 + chance.below(3)).map((source, index) => ({
    logical: `to-${source}`,
    source,
    model: chance.below(models.length),
    priority: 10 + index,
    isPattern: false,
    enabled: true,
  }));
  const older = {
    logical: "older",
    source: "gpt-4.*",
    model: 0,
    priority: 100,
    isPattern: true,
    enabled: true,
  };
  return { host: "api.openai.com", models, mappings: [...exact, older], prompts: ["tone"] };
}

/** What its team expects: each name ends where it ends, at no more than it costs, at this vendor. */
export function expectationsOf({ host, models, mappings }: RoutedSetup): string {
  const lines = mappings.flatMap(({ source, model, isPattern }) => {
    const { name = "", inputCost = 0 } = models[model] ?? {};
    const asked = isPattern ? "gpt-4-turbo" : source;
    return `      ${asked}: { model: openai/${name}, maxInputCost: ${inputCost}, host: ${host} }`;
  });
  return ["workspaces:", "  Support:", "    routes:", ...lines, "      unheard-of: nowhere"].join("\n");
}

type Edit = (setup: RoutedSetup, chance: Chance) => RoutedSetup;
type Mapping = RoutedSetup["mappings"][number];

function changed(setup: RoutedSetup, chance: Chance, change: (mapping: Mapping) => Mapping[]): RoutedSetup {
  const at = chance.below(setup.mappings.length);
  return {
    ...setup,
    mappings: setup.mappings.flatMap((each, index) => (index === at ? change(each) : [each])),
  };
}

const before = (source: string, isPattern: boolean, model: number): Mapping => ({
  ...{ logical: "intruder", source, model, priority: 1, isPattern, enabled: true },
});

/** Edits after which a name ends elsewhere, costs more, or goes to another vendor. */
export const misroutes: readonly Edit[] = [
  (setup, chance) =>
    changed(setup, chance, (each) => [{ ...each, model: (each.model + 1) % setup.models.length }]),
  (setup, chance) => changed(setup, chance, () => []),
  (setup, chance) => changed(setup, chance, (each) => [{ ...each, enabled: false }]),
  (setup, chance) =>
    changed(setup, chance, (each) => [{ ...each, source: `${each.source}x`, isPattern: false }]),
  (setup) => ({ ...setup, mappings: [...setup.mappings, before(".*", true, setup.models.length - 1)] }),
  (setup) => ({ ...setup, mappings: [...setup.mappings, before("unheard-of", false, 0)] }),
  (setup, chance) => {
    const model = setup.mappings[chance.below(setup.mappings.length)]?.model;
    const models = setup.models.map((each, index) => (index === model ? { ...each, inputCost: 9 } : each));
    return { ...setup, models };
  },
  (setup) => ({ ...setup, host: "api.elsewhere.example" }),
];

/** Edits that change the program, and nothing of what is expected. */
export const harmless: readonly Edit[] = [
  (setup, chance) => changed(setup, chance, (each) => [{ ...each, logical: `${each.logical}-renamed` }]),
  (setup) => ({ ...setup, mappings: setup.mappings.toReversed() }),
  (setup) => ({
    ...setup,
    mappings: setup.mappings.map((each) => ({ ...each, priority: each.priority + 5 })),
  }),
  (setup) => ({ ...setup, models: setup.models.map((each) => ({ ...each, displayName: "Another" })) }),
  (setup) => ({ ...setup, models: setup.models.map((each) => ({ ...each, inputCost: each.inputCost / 2 })) }),
  (setup) => ({ ...setup, prompts: [...setup.prompts, "more"] }),
  (setup) => ({ ...setup, mappings: [...setup.mappings, before("only-theirs", false, 0)] }),
  (setup) => setup,
];

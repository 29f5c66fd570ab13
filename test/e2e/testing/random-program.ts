import { Chance } from "../support/chance.ts";

/** The stack's config of every random program. */
export const configOfRandom = { plain: "from the config", list: '[1,{"two":"2"}]' };
export const secretsOfRandom = { apiKey: "sk-canary-of-the-config" };

/** What a program declares, line by line, with what later lines may refer to. */
interface Draft {
  readonly chance: Chance;
  readonly lines: string[];
  readonly workspaces: string[];
  readonly providers: { readonly name: string; readonly workspace: string }[];
  readonly models: { readonly name: string; readonly workspace: string }[];
  readonly names: string[];
}

/** A program of all kinds, with components, aliases, secrets, transforms and functions. The same seed makes the same program. */
export function randomProgram(seed: number): string {
  const chance = new Chance(seed);
  const draft: Draft = { chance, lines: [], workspaces: [], providers: [], models: [], names: [] };
  const count = 1 + chance.below(2);
  for (let index = 0; index < count; index++) addWorkspace(draft, index);
  for (const add of chance.some(kinds, 4 + chance.below(8))) add(draft);
  if (chance.below(3) === 0) addFunctions(draft);
  if (chance.below(4) === 0) draft.lines.push(chance.one(mistakes)(draft));
  const named = draft.names.filter(() => chance.below(3) === 0);
  draft.lines.push(`export const ids = [${named.map((name) => `${name}.id`).join(", ")}];`);
  return [head, ...(chance.below(3) === 0 ? [stackTransform] : []), ...draft.lines].join("\n");
}

const head = `
import * as pulumi from "@pulumi/pulumi";
import * as gateway from "pulumi-workspace-gateway";

const config = new pulumi.Config();
class Team extends pulumi.ComponentResource {
  constructor(name: string, opts?: pulumi.ComponentResourceOptions) {
    super("acme:gateway:Team", name, { plain: config.get("plain") }, opts);
    this.registerOutputs({ called: name, list: config.requireObject("list") });
  }
}`;

/** By the SDK itself: the language host that the tests build hands on no transforms of the engine for a whole stack, and no hooks. */
const stackTransform = `
pulumi.runtime.registerStackTransformation(({ type, props, opts }) =>
  type.endsWith(":Prompt") ? { props: { ...props, position: 7 }, opts } : undefined);`;

/** The options that a resource may have without another meaning. */
function options({ chance, names }: Draft, parent: string | undefined): string {
  const all = [
    ...(parent === undefined ? [] : [`parent: ${parent}`]),
    ...(chance.below(6) === 0 ? ["protect: true"] : []),
    ...(chance.below(6) === 0 ? ["retainOnDelete: true"] : []),
    ...(chance.below(5) === 0 ? [`aliases: [{ name: "former-${chance.below(99)}" }]`] : []),
    ...(chance.below(6) === 0 ? ['additionalSecretOutputs: ["createdAt"]'] : []),
    ...(chance.below(6) === 0 ? ['ignoreChanges: ["name"]'] : []),
    ...(chance.below(5) === 0 && names.length > 0 ? [`dependsOn: [${chance.one(names)}]`] : []),
    ...(chance.below(8) === 0 ? ["transforms: [({ props, opts }) => ({ props: { ...props }, opts })]"] : []),
  ];
  return all.length === 0 ? "" : `, { ${all.join(", ")} }`;
}

function declare(draft: Draft, kind: string, args: string, parent?: string): string {
  const name = `${kind.toLowerCase()}${draft.names.length}`;
  draft.lines.push(`const ${name} = new gateway.${kind}("${name}", { ${args} }${options(draft, parent)});`);
  draft.names.push(name);
  return name;
}

function addWorkspace(draft: Draft, index: number): void {
  const { chance, lines, workspaces } = draft;
  let parent: string | undefined;
  if (chance.below(2) === 0) {
    parent = `team${index}`;
    const inherited = chance.below(3) === 0 ? ', { aliases: [{ name: "old" }], protect: false }' : "";
    lines.push(`const ${parent} = new Team("${parent}"${inherited});`);
  }
  const name = chance.one([
    `"Team ${index}"`,
    `pulumi.interpolate\`Team \${config.require("plain")} ${index}\``,
  ]);
  const force = chance.below(2) === 0 ? ", forceDestroy: true" : "";
  workspaces.push(declare(draft, "Workspace", `name: ${name}${force}`, parent));
}

/** Arguments, of which those that may be left out sometimes are. */
function some({ chance }: Draft, ...optional: readonly string[]): string {
  return optional
    .filter(() => chance.below(2) === 0)
    .map((each) => `, ${each}`)
    .join("");
}

function addProvider(draft: Draft): void {
  const { chance, providers } = draft;
  const workspace = chance.one(draft.workspaces);
  const key = chance.one([
    'config.requireSecret("apiKey")',
    '"sk-canary-literal"',
    'pulumi.secret("sk-canary-marked")',
    "null",
    "undefined",
  ]);
  const name = declare(
    draft,
    "ModelProvider",
    `workspaceId: ${workspace}.id, name: "provider-${providers.length}", baseUrl: "https://api.example.com/v1/", priority: ${chance.below(4)}, ` +
      `compatibility: "OPENAI_SDK", apiKey: ${key}${some(draft, 'modelOptions: ["zeta", "alpha"]')}`,
  );
  providers.push({ name, workspace });
}

function addModel(draft: Draft): void {
  if (draft.providers.length === 0) addProvider(draft);
  const { chance, models } = draft;
  const { name: provider, workspace } = chance.one(draft.providers);
  const name = declare(
    draft,
    "Model",
    `workspaceId: ${workspace}.id, providerId: ${provider}.id, name: "model-${models.length}", displayName: "A model", type: "chat", ` +
      `inputCost: ${chance.one(["0.1", "2", "pulumi.secret(3.5)"])}, outputCost: 8, contextWindow: 128000${some(draft, 'apiName: "gpt"')}`,
  );
  models.push({ name, workspace });
}

function addPrompt(draft: Draft): void {
  const { chance, models, names } = draft;
  const workspace = chance.one(draft.workspaces);
  const model = models.find((each) => each.workspace === workspace);
  const bound = model === undefined ? "" : `modelId: ${model.name}.id`;
  declare(
    draft,
    "Prompt",
    `workspaceId: ${workspace}.id, name: "prompt-${names.length}", content: "Be brief.\\n"` +
      some(
        draft,
        'type: "SYSTEM"',
        'environment: "PRODUCTION"',
        "environment: null",
        "isGlobal: true",
        "enabled: false",
      ).replace(/(, environment: [^,]*)(.*), environment: null/, "$1$2") +
      (bound === "" ? "" : some(draft, bound)),
  );
}

function addMapping(draft: Draft): void {
  const { chance, models, names } = draft;
  const workspace = chance.one(draft.workspaces);
  const model = models.find((each) => each.workspace === workspace);
  const target =
    model === undefined || chance.below(3) === 0 ? '"vendor/model"' : `${model.name}.gatewayName`;
  declare(
    draft,
    "Mapping",
    `workspaceId: ${workspace}.id, sourceName: "name-${names.length}-*", targetModel: ${target}` +
      some(draft, "priority: 3", "enabled: true", "isPattern: true"),
  );
}

function addConfig(draft: Draft): void {
  declare(
    draft,
    "Config",
    `workspaceId: ${draft.chance.one(draft.workspaces)}.id, name: "config-${draft.names.length}"` +
      some(
        draft,
        "workflow: { zeta: [1, { b: 2, a: null }], snake_case: true }",
        'description: "What most take"',
        "isDefault: false",
      ),
  );
}

/** Of each workspace and each rule there is one. */
const once =
  (kind: string, args: (draft: Draft) => string) =>
  (draft: Draft): void => {
    if (!draft.names.some((name) => name.startsWith(kind.toLowerCase()))) declare(draft, kind, args(draft));
  };

const first = ({ workspaces }: Draft) => `workspaceId: ${workspaces[0]}.id`;

const kinds: readonly ((draft: Draft) => void)[] = [
  ...[addProvider, addModel, addModel, addPrompt, addPrompt, addMapping, addMapping, addConfig],
  once(
    "Budget",
    (draft) => `${first(draft)}, budget: ${draft.chance.below(900)}${some(draft, 'onDestroy: "restore"')}`,
  ),
  once(
    "Quota",
    (draft) => `match: { name: "Requests per hour" }, maxRequests: 5${some(draft, 'onDestroy: "restore"')}`,
  ),
  once(
    "Invitation",
    (draft) => first(draft) + some(draft, 'restrictedTo: ["zoe@example.com"]', "maxUses: 2"),
  ),
  once(
    "GatewayKey",
    (draft) => first(draft) + some(draft, 'triggers: { release: pulumi.secret("r-1"), other: 2 }'),
  ),
  once(
    "Index",
    (draft) =>
      `${first(draft)}, url: process.env.TEST_SITE + "/docs"${some(draft, 'title: "Docs"', "maxPages: 2")}`,
  ),
  (draft) => {
    const { lines, chance, names } = draft;
    const name = `found${names.length}`;
    lines.push(`const ${name} = gateway.Workspace.get("${name}", ${chance.one(draft.workspaces)}.id, {});`);
    names.push(name);
  },
];

function addFunctions({ lines, workspaces }: Draft): void {
  lines.push(
    `export const read = gateway.getWorkspaceOutput({ id: ${workspaces[0]}.id }).name;`,
    "export const quotas = gateway.getQuotas().then((all) => all.map(({ name }) => name).sort());",
    'export const hidden = { a: [config.requireSecret("apiKey"), 1] };',
  );
}

/** What makes a program fail, each in another way. */
const mistakes: readonly ((draft: Draft) => string)[] = [
  () => 'new gateway.Workspace("faulty", { name: "" });',
  () => 'new gateway.Workspace("faulty", { nam: "n" } as never);',
  (draft) =>
    `new gateway.Prompt("faulty", { ${first(draft)}, name: "n", content: "c", environment: "TEST" } as never);`,
  (draft) =>
    `new gateway.Model("faulty", { ${first(draft)}, name: 5, type: "text", inputCost: "2" } as never);`,
  () => 'new gateway.Prompt("faulty", { workspaceId: "nowhere", name: "n", content: "c" });',
  (draft) => `new gateway.Member("faulty", { ${first(draft)}, email: "nobody@example.com", role: "ADMIN" });`,
  (draft) => `new gateway.Workspace("${draft.workspaces[0]}", { name: "twice" });`,
  () => 'gateway.Workspace.get("faulty", "nobody", {});',
  () => 'new gateway.Quota("faulty", { match: { name: "no such rule" }, maxRequests: 1 });',
  () => 'throw new Error("no such team");',
  () => 'config.require("missing");',
  () => 'gateway.getWorkspace({ name: "nobody" }).then(() => {});',
  () =>
    'new gateway.Workspace("faulty", { name: "n" }, { transforms: [() => { throw new Error("not so"); }] });',
];

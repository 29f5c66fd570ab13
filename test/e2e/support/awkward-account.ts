import type { Gateway } from "../../gateway/index.ts";
import { awkwardNames, awkwardWorkspaces } from "./awkward-names.ts";
import { Chance } from "./chance.ts";
import { type Clicked, Console } from "./console.ts";

/** What people write, in every form that a file, a template or a line end could spoil. */
const texts: readonly string[] = [
  "Answer briefly.",
  "",
  "\n",
  "One.\nTwo.\nThree.",
  "One.\nTwo.\nThree.\nFour.",
  "One.\nTwo.\nThree.\nFour.\n",
  "One.\nTwo.\nThree.\nFour.\n\n\n",
  "\n\nOne.\nTwo.\nThree.\nFour.",
  "One.\r\nTwo.\r\nThree.\r\nFour.\r\n",
  "One.\rTwo.\nThree.\r\nFour.",
  "\ufeffOne.\nTwo.\nThree.\nFour.\n",
  `Use \`code\` and \${name}.\n\`\`\`js\nconst a = \`b\`;\n\`\`\`\n*/ </script> \\n \\u0041\n`,
  "---\ntitle: not front matter\n---\n\n{{ name }} <%= name %>\n",
  "Trailing spaces  \n\ttabs\t\n\u2028separators\u2029\n\u00a0\n",
  "\u202eright to left\u202c\nשלום\nمرحبا\n🚀\n",
  "A sentence that goes on without an end. ".repeat(150),
  "A line of a long text.\n".repeat(200),
];

/** Graphs are free: any key may stand in one, and any JSON. */
const graphs: readonly object[] = [
  {},
  { nodes: [{ id: "start", type: "input" }], edges: [] },
  { "": 1, "a b": 2, "a.b": 3, "a-b": 4, "0": 5, class: 6, "it's": 8, '"q"': 9, "🚀": 10 },
  // Keys that objects of JavaScript have from their birth, and one that makes a promise of an object.
  Object.fromEntries(["toString", "valueOf", "constructor", "then"].map((key) => [key, { [key]: "text" }])),
  { more: { toString: { deep: { er: [[[]], {}, [{}], null, true, false, "", 0] } } }, "`x`": [1, "1"] },
  { numbers: [0.1, 1e21, 1e-7, -1, 123456789012345], text: `two\nlines \`and\` \${more}` },
  { snake_case: 1, camelCase: 2, z: 3, a: 4, __hidden: 5 },
];

const environments = ["PRODUCTION", "STAGING", "EVALUATION", "EXPERIMENTS", null] as const;
const modelTypes = ["chat", "embedding", "moderation", "vision", "audio", "image"] as const;

interface Wanted {
  readonly gateway: Gateway;
  /** The same seed makes the same account. */
  readonly seed: number;
  /** Of a site that indexes crawl. */
  readonly site: string;
}

/** Fills a gateway with 300 objects whose names nobody would choose for a program. */
export async function fillAwkwardly({ gateway, seed, site }: Wanted): Promise<void> {
  const chance = new Chance(seed);
  for (const name of chance.some(awkwardWorkspaces, 15)) await fillWorkspace(gateway, chance, name, site);
  for (const name of chance.some(awkwardNames, 13))
    gateway.seed.quota({ name, max_requests: chance.below(9) });
  for (const _ of [1, 2]) gateway.seed.quota({ name: "the same", period: "CALENDAR", window_minutes: 5 });
  await gateway.idle();
}

/** 19 objects, and what no program can declare: a workflow, and the owner's place. */
async function fillWorkspace(gateway: Gateway, chance: Chance, name: string, site: string): Promise<void> {
  const people = new Console(gateway);
  const workspace = await people.workspace(name);
  if (chance.isLikely()) await people.budget(workspace, chance.below(1_000_000) / 100);
  const models: Clicked[] = [];
  for (const provider of chance.some(awkwardNames, 2)) {
    const upstream = {
      base_url: chance.one([
        "https://upstream.example/v1",
        "http://[::1]:8080/a b?c=d#e",
        "it's not an address",
      ]),
      model_options: chance.some(awkwardNames, chance.below(4)),
      ...(chance.isLikely() && { api_key: "sk-canary-awkward" }),
    };
    const made = await people.provider(workspace, provider, upstream);
    for (const model of chance.some(awkwardNames, 2)) {
      models.push(await people.model(workspace, made, model, priced(chance)));
    }
  }
  for (const prompt of chance.some(awkwardNames, 5)) {
    await people.prompt(workspace, prompt, chance.one(texts), placed(chance, models));
  }
  for (const source of chance.some(awkwardNames, 4)) {
    const target = chance.isLikely() ? chance.one(models).gateway_name : chance.one(awkwardNames);
    await people.mapping(workspace, source, target, {
      priority: chance.below(3),
      enabled: chance.isLikely(),
    });
  }
  for (const config of chance.some(awkwardNames, 1)) {
    const description = chance.one([null, ...awkwardNames]);
    const workflow = chance.one(graphs);
    await people.config(workspace, config, { description, workflow, is_default: chance.isLikely() });
  }
  const title = { ...(chance.isLikely() && { title: chance.one(awkwardNames) }) };
  await people.index(workspace, `${site}/docs?${encodeURIComponent(chance.one(awkwardNames))}`, title);
  gateway.seed.member(workspace.id, chance.one(["admin", "member"]), chance.one(["ADMIN", "MEMBER"]));
  gateway.seed.workflow(workspace.id, { name: chance.one(awkwardNames) });
}

function priced(chance: Chance) {
  return {
    display_name: chance.one(awkwardNames),
    type: chance.one(modelTypes),
    input_cost: chance.one([0, 0.1, 1e-7, 2.5]),
    output_cost: chance.one([0, 0.30000000000000004, 10]),
    context_window: chance.one([0, 128_000, 9_007_199_254_740_991]),
    ...(chance.isLikely() && { api_name: chance.one(awkwardNames) }),
  };
}

function placed(chance: Chance, models: readonly Clicked[]) {
  return {
    model_id: chance.isLikely() ? chance.one(models).id : null,
    type: chance.one(["SYSTEM", "USER", "ASSISTANT"] as const),
    environment: chance.one(environments),
    position: chance.below(5),
    enabled: chance.isLikely(),
    is_global: chance.isLikely(),
  };
}

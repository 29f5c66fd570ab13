import { writeFile } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";
import { Chance } from "../support/chance.ts";
import { runCommand } from "../support/command.ts";
import { type Declared, ref } from "../support/declaration.ts";
import { life, up } from "../support/life.ts";
import type { World } from "../support/world.ts";

const teams = 20;

/** What a team has, under logical names that are others on each stage: names on the gateway alone say what is the same. */
function teamOf(team: number, stage: string): Declared[] {
  const at = (name: string) => `${stage}-${team}-${name}`;
  const inTeam = (kind: Declared["kind"], name: string, args: Declared["args"]): Declared => ({
    kind,
    name: at(name),
    args: { workspaceId: ref(at("team")), ...args },
  });
  const provider = (name: string) =>
    inTeam("ModelProvider", name, {
      name,
      baseUrl: `https://${name}.example/v1`,
      priority: 1,
      compatibility: "OPENAI_SDK",
      apiKey: `sk-canary-${stage}`,
    });
  const model = (name: string, of: string) =>
    inTeam("Model", name, {
      providerId: ref(at(of)),
      name,
      displayName: name,
      type: "chat",
      inputCost: 1,
      outputCost: 2,
      contextWindow: 1000,
    });
  return [
    { kind: "Workspace", name: at("team"), args: { name: `Team ${team}` } },
    inTeam("Budget", "cap", { budget: 100 }),
    ...["openai", "azure"].map(provider),
    ...[model("large", "openai"), model("small", "openai"), model("far", "azure")],
    ...["a", "b", "c", "d"].map((name) =>
      inTeam("Mapping", name, {
        sourceName: name,
        targetModel: ref(at("large"), "gatewayName"),
        priority: 1,
      }),
    ),
    ...["tone", "voice", "law"].map((name) =>
      inTeam("Prompt", name, { name, content: `${name}: be brief.` }),
    ),
    inTeam("Config", "standard", {
      name: "standard",
      description: "For most requests",
      workflow: { steps: [] },
    }),
  ];
}

/** What may differ of an object, by its kind. */
const edits: Readonly<Partial<Record<Declared["kind"], Declared["args"]>>> = {
  Budget: { budget: 250 },
  ModelProvider: { baseUrl: "https://elsewhere.example/v1" },
  Model: { inputCost: 3 },
  Mapping: { priority: 7 },
  Prompt: { content: "Be long." },
  Config: { description: "For all requests" },
};

const all = (stage: string) => Array.from({ length: teams }, (_, team) => teamOf(team, stage)).flat();
const random = new Chance(30);
const chosen = all("x")
  .map(({ name, kind }) => ({ place: name.slice(2), kind, draw: random.below(1_000_000) }))
  .filter(({ kind }) => kind in edits)
  .toSorted((a, b) => a.draw - b.draw)
  .slice(0, 40);
const isLeaf = ({ kind }: { kind: string }) => ["Mapping", "Prompt", "Config"].includes(kind);
/** Of forty objects, some are only on one stage, and the others differ in one property. */
const onlyThere = chosen.filter(isLeaf).slice(0, 8);
const onlyHere = chosen.filter(isLeaf).slice(8, 15);
const edited = chosen.filter((each) => !onlyThere.includes(each) && !onlyHere.includes(each));

const has = (some: readonly { place: string }[], { name }: Declared) =>
  some.some(({ place }) => name.slice(name.indexOf("-") + 1) === place);
const staging = all("staging")
  .filter((object) => !has(onlyHere, object))
  .map((object) =>
    has(edited, object) ? { ...object, args: { ...object.args, ...edits[object.kind] } } : object,
  );
const prod = all("prod").filter((object) => !has(onlyThere, object));

const env = { PULUMI_SKIP_CHECKPOINTS: "true" };
const from = life({ objects: staging, env }, (w) => up(w, undefined, { parallel: 32 }));
const to = life({ objects: prod, env }, (w) => up(w, undefined, { parallel: 32 }));

interface Change {
  readonly operation: string;
  readonly kind: string;
  readonly name: string;
  readonly fields: readonly { readonly name: string }[];
}

/** Each difference as a line, by the place that its object has on both stages. */
async function differences(): Promise<string[]> {
  const files = await Promise.all([exported(from, "staging.json"), exported(to, "prod.json")]);
  const [here = "", there = ""] = files;
  const { code, stdout, output } = await runCommand({ project: from.project }, [
    "compare",
    "--from",
    here,
    "--to",
    there,
    "--json",
  ]);
  expect(code, output).toBe(0);
  expect(output).not.toContain("canary");
  const { changes }: { changes: readonly Change[] } = JSON.parse(stdout);
  return changes.map(({ operation, kind, name, fields }) => {
    const place = name.slice(name.indexOf("-") + 1);
    return [
      operation,
      kind,
      place,
      ...(["update", "replace"].includes(operation) ? fields.map((field) => field.name) : []),
    ].join(" ");
  });
}

async function exported(w: World, name: string): Promise<string> {
  const file = path.join(from.project.directory, name);
  await writeFile(file, JSON.stringify(await w.project.exportState()));
  return file;
}

test("a comparison of two stacks finds all that differs, and nothing else", async () => {
  expect([staging.length + onlyHere.length, chosen.length]).toEqual([300, 40]);
  const seeded = [
    ...edited.map(
      ({ kind, place }) =>
        `${kind === "Config" ? "replace" : "update"} ${kind} ${place} ${Object.keys(edits[kind] ?? {})}`,
    ),
    ...onlyThere.map(({ kind, place }) => `create ${kind} ${place}`),
    ...onlyHere.map(({ kind, place }) => `delete ${kind} ${place}`),
  ];
  expect((await differences()).toSorted()).toEqual(seeded.toSorted());
});

test("after all that differs was copied, a comparison is empty", async () => {
  const stage = JSON.stringify(staging).replaceAll('"staging-', '"prod-');
  await up(to, JSON.parse(stage), { parallel: 32 });
  expect(await differences()).toEqual([]);
});

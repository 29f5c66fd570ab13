/** The collections of the API whose objects the benchmark makes. */
export const collections = ["workspaces", "providers", "models", "prompts", "mappings"] as const;
export type Collection = (typeof collections)[number];

/** The id, or another field, of an object that stands earlier in the mix. */
export interface Reference {
  readonly ref: string;
  readonly output: string;
}

/** An object to be made: the body of its POST (api.md, "Endpoints"), and the name that references know it by. */
export interface BenchObject {
  readonly collection: Collection;
  readonly name: string;
  readonly body: Readonly<Record<string, string | number | boolean | Reference>>;
}

/** How many objects are changed, and how far. */
export interface Change {
  readonly count: number;
  readonly by: number;
}

/** Contents are fixed and short, so that no ratio can be moved by what is carried. */
export const mixes = {
  a: { title: "workspaces with 10 mappings each", object: (index: number) => inTeams(index, mappingsOnly) },
  b: { title: "one workspace with mappings", object: oneTeam },
  c: { title: "workspaces with a provider, 2 models, 2 prompts and 5 mappings each", object: realistic },
} as const;

export type MixName = keyof typeof mixes;

/** The first objects of a mix; what an object refers to stands before it. */
export function objectsOf(mix: MixName, size: number): BenchObject[] {
  return Array.from({ length: size }, (_, index) => mixes[mix].object(index));
}

/** The field of each collection that a change steps up. */
const steps: Partial<Record<Collection, string>> = {
  providers: "priority",
  models: "context_window",
  prompts: "position",
  mappings: "priority",
};

/** For `count` objects, spread evenly, a field and what it is stepped up to; by the objects' names. */
export function changesOf(
  objects: readonly BenchObject[],
  { count, by }: Change,
): Map<string, Record<string, number>> {
  const able = objects.filter(({ collection }) => collection in steps);
  const chosen = Array.from({ length: count }, (_, index) => able[Math.floor((index * able.length) / count)]);
  return new Map(
    chosen.filter((object) => object !== undefined).map((object) => [object.name, stepped(object, by)]),
  );
}

function stepped({ collection, body }: BenchObject, by: number): Record<string, number> {
  const field = steps[collection] ?? "";
  return { [field]: Number(body[field]) + by };
}

const teamSize = 11;

function inTeams(index: number, member: (team: number, place: number) => BenchObject): BenchObject {
  const [team, place] = [Math.floor(index / teamSize), index % teamSize];
  return place === 0 ? workspace(team) : member(team, place);
}

function oneTeam(index: number): BenchObject {
  return index === 0 ? workspace(0) : mapping(0, index, "openai/gpt");
}

function mappingsOnly(team: number, place: number): BenchObject {
  return mapping(team, place, "openai/gpt");
}

function realistic(index: number): BenchObject {
  return inTeams(index, (team, place) => {
    if (place === 1) return provider(team);
    if (place <= 3) return model(team, place);
    if (place <= 5) return prompt(team, place);
    return mapping(team, place, { ref: `model-${team}-2`, output: "gateway_name" });
  });
}

function inWorkspace(team: number) {
  return { workspace_id: { ref: `team-${team}`, output: "id" } };
}

function workspace(team: number): BenchObject {
  return { collection: "workspaces", name: `team-${team}`, body: { name: `Team ${team}` } };
}

function provider(team: number): BenchObject {
  const body = {
    ...inWorkspace(team),
    name: "openai",
    base_url: "https://upstream.example/v1",
    priority: 1,
    compatibility: "OPENAI_SDK",
  };
  return { collection: "providers", name: `provider-${team}`, body };
}

function model(team: number, place: number): BenchObject {
  const body = {
    ...inWorkspace(team),
    provider_id: { ref: `provider-${team}`, output: "id" },
    name: `gpt-${place}`,
    display_name: `GPT ${place}`,
    type: "chat",
    input_cost: 2.5,
    output_cost: 10,
    context_window: 128_000,
  };
  return { collection: "models", name: `model-${team}-${place}`, body };
}

function prompt(team: number, place: number): BenchObject {
  const body = {
    ...inWorkspace(team),
    name: `tone-${place}`,
    content: "Be brief.",
    type: "SYSTEM",
    position: 1,
  };
  return { collection: "prompts", name: `prompt-${team}-${place}`, body };
}

function mapping(team: number, place: number, target: string | Reference): BenchObject {
  const body = { ...inWorkspace(team), source_name: `model-${place}`, target_model: target, priority: 1 };
  return { collection: "mappings", name: `mapping-${team}-${place}`, body };
}

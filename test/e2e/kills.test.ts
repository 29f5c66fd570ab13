import { afterAll, beforeAll, expect, test } from "vitest";
import { type Declared, ref } from "./support/declaration.ts";
import { killAfter } from "./support/kill.ts";
import { ok } from "./support/outcome.ts";
import { runRecover } from "./support/recover-command.ts";
import { type World, world } from "./support/world.ts";

const team: Declared = { kind: "Workspace", name: "team", args: { name: "Support" } };
const letters = ["a", "b", "c"];
const workspaceId = ref("team");

/** The same kinds of objects every time, none of them the same; the person's role goes to and fro. */
function declared(round: number): Declared[] {
  const names = letters.map((letter) => `${letter}${round}`);
  return [
    team,
    { kind: "Member", name: "person", args: { workspaceId, email: "member@example.com", role: role(round) } },
    ...names.map(
      (name): Declared => ({
        kind: "Prompt",
        name: `prompt-${name}`,
        args: { workspaceId, name, content: "Be brief.", type: "SYSTEM", isGlobal: true },
      }),
    ),
    ...names.map(
      (name): Declared => ({
        kind: "Mapping",
        name: `mapping-${name}`,
        args: { workspaceId, sourceName: name, targetModel: "openai/gpt", priority: 1 },
      }),
    ),
  ];
}

function role(round: number): string {
  return round % 2 === 0 ? "MEMBER" : "ADMIN";
}

let w: World;
beforeAll(async () => {
  w = await world({ objects: [team] });
  await ok(w.project.up({ skipPreview: true }));
  w.gateway.seed.member(w.calls.id("workspaces", "Support"), "member");
  await w.declare(declared(0));
  await ok(w.project.up({ skipPreview: true }));
});
afterAll(() => w?.dispose());

const named = (collection: "prompts" | "mappings", field: string) =>
  w.gateway.rows(collection).map((row) => row[field]);

test.each([
  { requests: 3, round: 1 },
  { requests: 8, round: 2 },
  { requests: 13, round: 3 },
])(
  "killed after $requests requests and recovered, everything declared exists once and nothing else",
  async ({ requests, round }) => {
    await w.declare(declared(round));
    await killAfter(w, requests);

    await ok(runRecover(w));
    await ok(w.project.up({ skipPreview: true }));
    const names = letters.map((letter) => `${letter}${round}`);
    expect(named("prompts", "name").sort()).toEqual(names);
    expect(named("mappings", "source_name").sort()).toEqual(names);
    expect(w.gateway.rows("members").map((row) => row.role)).toContain(role(round));
    await ok(w.project.preview({ expectNoChanges: true, refresh: true }));
  },
);

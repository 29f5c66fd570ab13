import { truncate } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";
import { type Declared, ref } from "./support/declaration.ts";
import { grow } from "./support/grown.ts";
import { killAfter } from "./support/kill.ts";
import { hasNoChanges, life, up } from "./support/life.ts";
import { mapping, prompt, team } from "./support/objects.ts";
import { ok } from "./support/outcome.ts";
import { runRecover } from "./support/recover-command.ts";

const letters = ["a", "b", "c"];

/** The same kinds of objects every time, none of them the same; the person's role goes to and fro. */
function declared(round: number): Declared[] {
  const names = letters.map((letter) => `${letter}${round}`);
  const workspaceId = ref("team");
  return [
    team,
    { kind: "Member", name: "person", args: { workspaceId, email: "member@example.com", role: role(round) } },
    ...names.map((name) => prompt(`prompt-${name}`, { name, isGlobal: true })),
    ...names.map((name) => mapping(`mapping-${name}`, { sourceName: name })),
  ];
}

function role(round: number): string {
  return round % 2 === 0 ? "MEMBER" : "ADMIN";
}

const w = life({ objects: [team] }, () => grow(w, declared(0)));

const named = (collection: "prompts" | "mappings", field: string) =>
  w.gateway.rows(collection).map((row) => row[field]);

test.each([
  { requests: 3, round: 1 },
  // A kill can also cut files of the backend short.
  { requests: 8, round: 2, cut: "json.attrs", length: 0 },
  { requests: 13, round: 3, cut: "json", length: 300 },
])(
  "killed after $requests requests and recovered, everything declared exists once and nothing else",
  async ({ requests, round, cut, length }) => {
    await w.declare(declared(round));
    await killAfter(w, requests);
    if (cut) await truncate(path.join(w.project.backend, `.pulumi/stacks/e2e/test.${cut}`), length);

    await ok(runRecover(w));
    await up(w);
    const names = letters.map((letter) => `${letter}${round}`);
    expect(named("prompts", "name").sort()).toEqual(names);
    expect(named("mappings", "source_name").sort()).toEqual(names);
    expect(w.gateway.rows("members").map((row) => row.role)).toContain(role(round));
    await hasNoChanges(w);
  },
);

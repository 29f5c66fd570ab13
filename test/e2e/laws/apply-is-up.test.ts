import { rm } from "node:fs/promises";
import { describe, expect, test } from "vitest";
import type { TableName } from "../../gateway/store/tables.ts";
import { runCommand } from "../support/command.ts";
import { type Declared, ref, renamed, withArgs, withOpts, without } from "../support/declaration.ts";
import { lastingState } from "../support/lasting-state.ts";
import { life, up } from "../support/life.ts";
import { mapping, model, prompt, provider, team } from "../support/objects.ts";
import type { World } from "../support/world.ts";

const inTeam = (kind: Declared["kind"], name: string, args: Declared["args"]): Declared => ({
  kind,
  name,
  args: { workspaceId: ref("team"), ...args },
});

const base: readonly Declared[] = [
  team,
  inTeam("Budget", "cap", { budget: 250 }),
  provider("openai", { apiKey: "sk-canary-first" }),
  provider("spare", { priority: 2 }),
  model("gpt", "openai"),
  model("mini", "openai"),
  ...["tone", "voice", "rules", "draft", "law"].map((name) => prompt(name)),
  ...["default", "fast", "old", "chat"].map((name) =>
    mapping(name, { targetModel: ref("gpt", "gatewayName") }),
  ),
  inTeam("Config", "standard", { name: "standard", description: "One" }),
  inTeam("Invitation", "welcome", { restrictedTo: ["ada@example.com"], maxUses: 1 }),
];

const called = (objects: readonly Declared[], from: string, to: string) =>
  renamed(objects, from, to, { aliases: [{ name: from }] });
const showing = (
  objects: readonly Declared[],
  shows: Readonly<Record<string, readonly string[]>>,
): Declared[] =>
  objects.map((object) => ({ ...object, ...(shows[object.name] && { shows: shows[object.name] ?? [] }) }));

/** One program after the other. The first ones change nothing but options, which no request shows. */
const isProtected = withOpts(base, { tone: { protect: true } });
const optionsAlone = called(
  withOpts(isProtected, {
    old: { retainOnDelete: true },
    gpt: { deleteBeforeReplace: true },
    fast: { dependsOn: ["mini"] },
    cap: { customTimeouts: { update: "2m" } },
  }),
  "voice",
  "speech",
);
const exported = showing(
  withArgs(
    withOpts(called(optionsAlone, "rules", "order"), {
      tone: { protect: false },
      draft: { ignoreChanges: ["content"] },
      mini: { protect: true },
      default: { retainOnDelete: true },
    }),
    { draft: { content: "Nobody sends this." }, cap: { budget: 260 }, mini: { displayName: "Mini" } },
  ),
  { gpt: ["gatewayName", "displayName"], team: ["ownerId"] },
);
const withoutAliases = withArgs(
  withOpts(
    without(
      [...exported, prompt("new"), mapping("new-name", { targetModel: ref("mini", "gatewayName") })],
      "old",
      "law",
    ),
    {
      speech: { aliases: [] },
      order: { aliases: [] },
      mini: { protect: false },
    },
  ),
  { standard: { description: "Two" }, openai: { priority: 3 }, tone: { content: "Be clear.", position: 2 } },
);
const last = showing(
  withArgs(
    withOpts(without(withoutAliases, "new", "spare"), {
      default: { retainOnDelete: false },
      cap: { protect: true },
    }),
    {
      welcome: { maxUses: 2 },
      chat: { targetModel: ref("mini", "gatewayName"), priority: 4 },
      team: { name: "Support, all of it" },
    },
  ),
  { gpt: [], team: ["name"] },
);

const programs = { isProtected, optionsAlone, exported, withoutAliases, last };

// Two gateways, and the same stack on each: what is applied on one is brought up on the other.
const applied = life({ objects: base }, (w) => up(w));
const upped = life({ objects: base }, (w) => up(w));

describe.each(Object.entries(programs))("the program %s", (_name, objects) => {
  test("leaves the same state and the same gateway, whether it is applied or brought up", async () => {
    await applied.declare(objects);
    await run(applied, "review", "--pin", "gateway.pin", "--", "--stack", "test");
    await run(applied, "apply", "gateway.pin");
    await up(upped, objects);
    await rm(`${applied.project.directory}/gateway.pin`, { force: true });
    expect(await stateOf(applied)).toEqual(await stateOf(upped));
    expect(tablesOf(applied)).toEqual(tablesOf(upped));
  });
});

async function run({ project }: World, ...args: readonly string[]): Promise<void> {
  const { code, output } = await runCommand({ project }, args);
  expect(code, output).toBe(0);
}

/** What differs between two gateways, or between two programs at one place. */
const passing = ["sourcePosition", "stackTrace", "ciphertext", "__account", "__gateway"];

async function stateOf(w: World): Promise<unknown> {
  return JSON.parse(plain(JSON.stringify(await lastingState(w, passing)), names(w)));
}

const tables: readonly TableName[] = [
  "workspaces",
  "providers",
  "models",
  "prompts",
  "mappings",
  "configs",
  "invitations",
];

function tablesOf(w: World): unknown {
  const named = names(w);
  return Object.fromEntries(
    tables.map((table) => [
      table,
      w.gateway
        .rows(table)
        .map((row) => plain(JSON.stringify(row), named))
        .toSorted(),
    ]),
  );
}

/** Every id of a gateway by what it is the id of, so that those of two gateways are the same. */
function names({ gateway }: World): Map<string, string> {
  const rows = tables.flatMap((table) => gateway.rows(table).map((row) => [table, row] as const));
  return new Map(
    rows.map(([table, row]) => [String(row.id), `${table} ${row.name ?? row.source_name ?? row.max_uses}`]),
  );
}

function plain(text: string, named: ReadonlyMap<string, string>): string {
  return text
    .replace(/[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/g, (id) => named.get(id) ?? "an id")
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, "a time")
    .replace(/127\.0\.0\.1:\d+/g, "the gateway")
    .replace(/"(code|link|api_key)":"[^"]*"/g, '"$1":"…"');
}

import { expect, test } from "vitest";
import { share } from "../../harness/tests/depth.ts";
import { runCommand } from "../support/command.ts";
import type { Declared } from "../support/declaration.ts";
import { lastingState } from "../support/lasting-state.ts";
import { up, worldOfTest } from "../support/life.ts";
import type { World } from "../support/world.ts";
import { seededPrograms } from "./seeded-programs.ts";

const numbered = seededPrograms.map((program, number) => ({ ...program, number }));
/** A run of all tests tries a fifth; `PROGRAMS=all` tries all. */
const tried = process.env.PROGRAMS === "all" ? numbered : share(numbered);

// Two gateways, and the same stack on each: what is applied on one is brought up on the other.
test.each(tried)(
  "program $number leaves the same state and the same gateway, whether it is applied or brought up",
  async ({ before, after }) => {
    const [applied, upped] = await Promise.all([begun(before), begun(before)]);
    await applied.declare(after);
    await run(applied, "review", "--pin", "gateway.pin", "--", "--stack", "test");
    await run(applied, "apply", "gateway.pin");
    await up(upped, after);
    expect(await stateOf(applied)).toEqual(await stateOf(upped));
    expect(tablesOf(applied)).toEqual(tablesOf(upped));
  },
);

async function begun(objects: readonly Declared[]): Promise<World> {
  const w = await worldOfTest({ objects });
  await up(w);
  return w;
}

async function run({ project }: World, ...args: readonly string[]): Promise<void> {
  const { code, output } = await runCommand({ project }, args);
  expect(code, output).toBe(0);
}

/** What differs between two gateways, or between two programs at one place. */
const passing = ["sourcePosition", "stackTrace", "ciphertext", "__account", "__gateway"];

async function stateOf(w: World): Promise<unknown> {
  return JSON.parse(plain(JSON.stringify(await lastingState(w, passing)), names(w)));
}

const tables: readonly string[] = [
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

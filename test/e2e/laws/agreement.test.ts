import fc from "fast-check";
import { expect, test, vi } from "vitest";
import { argsOf, clickedAt } from "../../cli/account/agreement/clicks.ts";
import { situations } from "../../cli/account/agreement/situations.ts";
import type { TableName } from "../../gateway/store/tables.ts";
import type { ProcessResult } from "../../harness/process.ts";
import { runCommand } from "../support/command.ts";
import { Console } from "../support/console.ts";
import { type Declared, ref } from "../support/declaration.ts";
import { life, up } from "../support/life.ts";
import { mapping, model, prompt, provider, team } from "../support/objects.ts";

const to = (name: string) => ({ targetModel: ref(name, "gatewayName") });
const objects: readonly Declared[] = [
  team,
  provider("openai"),
  provider("azure", { priority: 2 }),
  model("gpt", "openai"),
  model("mini", "openai"),
  model("far", "azure"),
  ...["tone", "voice", "law"].map((name) => prompt(name)),
  ...["default", "fast", "chat"].map((name) => mapping(name, { ...to("gpt"), enabled: true })),
  { kind: "Quota", name: "burst", args: { match: { name: "burst" } } },
  mapping("gpt-4", { ...to("gpt"), priority: 9 }),
  mapping("gpt-.*", { ...to("mini"), isPattern: true, priority: 3 }),
];
/** What the run declares that is killed. */
const more = ["lost-a", "lost-b", "lost-c"].map((name) => mapping(name, to("mini")));

const tables: Readonly<Record<string, TableName>> = {
  Workspace: "workspaces",
  ModelProvider: "providers",
  Model: "models",
  Prompt: "prompts",
  Mapping: "mappings",
};

// The tests are the nights of one stack, in this order: each leaves behind what the next one finds.
const w = life({ objects }, (world) => up(world));
const place = () => ({ id: w.calls.id("workspaces", "Support"), gateway_name: "" });

/** How an account differs from a state: objects by kind and name, one that was changed with its properties. */
interface Difference {
  readonly changed: string[];
  readonly missing: string[];
  readonly undeclared: string[];
}

/** By hand: each object of the state beside its row, and each row that no object of the state is. */
async function naive(): Promise<Difference> {
  const { deployment } = await w.project.exportState();
  const known = (deployment.resources ?? []).filter(
    ({ id, type }) => id !== undefined && kindOf(type) in tables,
  );
  const changed: string[] = [];
  const missing: string[] = [];
  for (const { id, type, urn, inputs = {} } of known) {
    const row = w.gateway.rows(tables[kindOf(type)] ?? "workspaces").find((each) => each.id === id);
    const name = `${kindOf(type)} ${urn.split("::").at(-1)}`;
    const other = Object.keys(inputs).filter(
      (key) => !key.startsWith("__") && row?.[snake(key)] !== inputs[key],
    );
    if (row === undefined) missing.push(name);
    else if (other.length > 0) changed.push([name, ...other.sort()].join(" "));
  }
  const ids = new Set(known.map(({ id }) => id));
  const undeclared = Object.entries(tables).flatMap(([kind, table]) =>
    w.gateway
      .rows(table)
      .flatMap((row) => (ids.has(String(row.id)) ? [] : [`${kind} ${row.name ?? row.source_name}`])),
  );
  return sorted({ changed, missing, undeclared });
}

const kindOf = (type: string) => type.split(":").at(-1) ?? "";
const snake = (key: string) => key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
const sorted = ({ changed, missing, undeclared }: Difference): Difference => ({
  changed: changed.sort(),
  missing: missing.sort(),
  undeclared: undeclared.sort(),
});

interface Told {
  readonly kind: string;
  readonly name: string;
  readonly title?: string;
  readonly operation: string;
  readonly fields: readonly { readonly name: string }[];
}

const line = ({ kind, name, fields }: Pick<Told, "kind" | "name" | "fields">) =>
  [`${kind} ${name}`, ...fields.map((field) => field.name).sort()].join(" ");
const command = (...args: readonly string[]) => runCommand(w, args);

/** What each of them says, or undefined where it says that it could not read the account. */
const tellers: Readonly<Record<string, () => Promise<Partial<Difference> | undefined>>> = {
  drift: async () => {
    const run = await command("drift", "--stack", "test", "--json");
    if (run.code === 1) return undefined;
    const { changed, missing, undeclared } = JSON.parse(run.stdout);
    const name = (each: Told) => `${each.kind} ${each.name}`;
    expect(run.code).toBe((changed.length && 8) + (missing.length && 16) + (undeclared.length && 32));
    return { changed: changed.map(line), missing: missing.map(name), undeclared: undeclared.map(name) };
  },
  "preview --refresh, and its review": async () => {
    const run = await w.project.preview({ json: true, refresh: true, args: ["--show-sames"] });
    if (run.code !== 0) return undefined;
    const { steps }: { steps: { op: string; urn: string }[] } = JSON.parse(run.stdout);
    const planned = (op: string) => steps.filter((step) => step.op === op).map(({ urn }) => nameOf(urn));
    await w.project.write("preview.json", run.stdout);
    const { changes, drift }: { changes: Told[]; drift: Told[] } = JSON.parse(
      (await command("review", "preview.json", "--json")).stdout,
    );
    const told = (operation: string) =>
      changes.filter((each) => each.operation === operation).map(({ kind, name }) => `${kind} ${name}`);
    expect([told("update").sort(), told("create").sort()]).toEqual([
      planned("update").sort(),
      planned("create").sort(),
    ]);
    const gone = drift
      .filter(({ operation }) => operation === "delete")
      .map(({ kind, name }) => `${kind} ${name}`);
    expect(gone.sort()).toEqual(planned("create").sort());
    return { changed: drift.filter(({ operation }) => operation === "update").map(line), missing: gone };
  },
  refresh: async () => {
    const run = await w.project.refresh({ previewOnly: true, json: true });
    if (run.code !== 0) return undefined;
    const { steps }: { steps: { op: string; urn: string }[] } = JSON.parse(run.stdout);
    return { missing: steps.filter(({ op }) => op === "delete").map(({ urn }) => nameOf(urn)) };
  },
  compare: async () => {
    const run = await command("compare", "--from", "test", "--to", "live", "--json");
    if (run.code !== 0) return undefined;
    const { changes }: { changes: Told[] } = JSON.parse(run.stdout);
    const of = (operation: string) => changes.filter((each) => each.operation === operation);
    return {
      changed: of("update").map(line),
      missing: of("create").map(({ kind, name }) => `${kind} ${name}`),
      undeclared: of("delete")
        .filter(({ kind }) => kind in tables)
        .map(({ kind, name, title }) => `${kind} ${title ?? name}`),
    };
  },
  graph: async () => {
    const run = await command("graph", "--json");
    if (run.code !== 0) return undefined;
    const shown = [...run.stdout.matchAll(/"objectId":\s*"([^"]+)"/g)].map(([, id = ""]) => id);
    const rows = ["providers", "models", "prompts", "mappings"] as const;
    expect([...new Set(shown)].sort()).toEqual(
      rows.flatMap((table) => w.gateway.rows(table).map(({ id }) => String(id))).sort(),
    );
    // Which mapping comes first: the lower priority, and of one priority the exact name.
    const live = w.gateway.rows("mappings").filter(({ enabled }) => enabled === true);
    const ranks = shown.flatMap((id) => {
      const row = live.find((each) => each.id === id);
      return row === undefined ? [] : [2 * Number(row.priority) + Number(row.is_pattern)];
    });
    expect([ranks.length, ranks]).toEqual([live.length, ranks.toSorted((a, b) => a - b)]);
    return {};
  },
};

const nameOf = (urn: string) => `${kindOf(urn.split("::").at(-2) ?? "")} ${urn.split("::").at(-1)}`;

/** Fails unless all of them say what the tables say, or say that they could not read. */
async function agree(mayFail = false): Promise<Difference> {
  const expected = await naive();
  for (const [who, tell] of Object.entries(tellers)) {
    const told = await tell();
    if (told === undefined && mayFail) continue;
    const {
      changed = expected.changed,
      missing = expected.missing,
      undeclared = expected.undeclared,
    } = told ?? expect.unreachable(who);
    expect({ who, ...sorted({ changed, missing, undeclared }) }).toEqual({ who, ...expected });
  }
  return expected;
}

test("after an up all of them say that nothing differs", async () => {
  expect(await agree()).toEqual({ changed: [], missing: [], undeclared: [] });
});

test("after a day at the console all of them say what the tables say", async () => {
  const clicks = new Console(w.gateway);
  const edit = (
    table: "models" | "prompts" | "mappings" | "providers",
    name: string,
    change: Record<string, unknown>,
  ) => clicks.change(`/${table}`, place(), { id: w.calls.id(table, name) }, change);
  await edit("models", "mini", { input_cost: 5, context_window: 9 });
  await edit("prompts", "tone", { content: "By hand." });
  await edit("mappings", "fast", { enabled: false });
  await edit("providers", "azure", { base_url: "https://elsewhere.example/v1" });
  await clicks.remove("/prompts", place(), { id: w.calls.id("prompts", "law") });
  await clicks.remove("/mappings", place(), { id: w.calls.id("mappings", "chat") });
  await clicks.prompt(place(), "draft", "Only here.");
  await clicks.mapping(place(), "by-hand", "openai/gpt");
  const { changed, missing, undeclared } = await agree();
  expect([changed.length, missing.length, undeclared.length]).toEqual([4, 2, 2]);
});

test("where lists fail, each of them says so, or what the tables say", async () => {
  const fault = w.gateway.faults.add({ method: "GET", path: "/prompts", kind: "status", status: 403 });
  try {
    await agree(true);
    expect(fault.hits).toBeGreaterThan(0);
  } finally {
    w.gateway.faults.clear();
  }
});

test("after a run that was killed all of them say what the tables say", async () => {
  await up(w);
  await w.declare([...objects, ...more]);
  const lost = w.gateway.faults.add({ method: "POST", path: "/mappings", kind: "hang-after" });
  const run = w.project.start(["up", "--yes", "--skip-preview", "--stack", "test"]);
  await vi.waitFor(() => expect(lost.hits).toBe(more.length), { timeout: 120_000 });
  run.kill("SIGKILL");
  await run.done;
  w.gateway.faults.clear();
  await w.declare(objects);
  await cancelled();
  const { undeclared } = await agree();
  expect(undeclared.filter((each) => each.startsWith("Mapping lost"))).toHaveLength(more.length);
});

// Accounts that nobody has thought of, with what was done to them by chance; their laws in process try many more.
const drawn = fc.sample(situations, { numRuns: 2, seed: 30 }).map(({ clicks, things, trouble }, night) => ({
  night,
  trouble,
  clicks: clicks.filter((click) => click.does !== "add" || click.thing.kind !== "Config"),
  things: things
    .filter(({ kind }) => kind !== "Config")
    .map((thing) => ({ ...thing, name: `n${night}-${thing.name}` })),
}));

test.each(drawn)(
  "after random night $night all of them say what the tables say, or that they could not read them",
  async ({ night, things, clicks, trouble }) => {
    const around = { workspaceId: ref("team"), providerId: ref("openai") };
    await up(w, [...objects, ...things.map((thing) => ({ ...thing, args: argsOf(thing, around) }))]);
    const ids = { workspaceId: place().id, providerId: w.calls.id("providers", "openai") };
    for (const click of clicks) {
      const own =
        click.does === "add" ? { ...click.thing, name: `n${night}-${click.thing.name}` } : undefined;
      await clickedAt(w.gateway, ids, things, own === undefined ? click : { does: "add", thing: own });
    }
    await agree();
    if (trouble !== undefined) {
      const { how, table, skip } = trouble;
      w.gateway.faults.add({ method: "GET", path: `/${table}`, skip, ...how });
      await agree(true);
    }
    w.gateway.faults.clear();
  },
);

/** The lock that the killed run has left says nothing of the account. */
async function cancelled(): Promise<ProcessResult> {
  return w.project.run(["cancel", "--yes", "--stack", "test"]);
}

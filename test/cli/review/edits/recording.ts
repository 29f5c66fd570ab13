import { isDeepStrictEqual } from "node:util";
import { Console } from "../../../e2e/support/console.ts";
import { type World, world } from "../../../e2e/support/world.ts";
import type { Adapter } from "../../../harness/adapter.ts";
import { recording, succeeded } from "../previews/recording.ts";
import { base, clickUnmanaged, secrets } from "./base.ts";
import { type Edit, inOrder } from "./edit.ts";

type Row = Record<string, unknown>;

/** A step of a preview, with what differs from run to run taken out. */
interface Step {
  readonly op: string;
  readonly urn: string;
  readonly oldState?: unknown;
  readonly newState?: unknown;
}

/** A real preview of a program. */
interface Preview {
  readonly steps: readonly Step[];
  readonly diagnostics?: readonly unknown[];
}

/** What the engine and the gateway said of a stack, after the `up` of the program that the edits change. */
export interface Recording {
  /** The preview of the program as it is. */
  readonly base: Preview;
  /** The tables of the gateway. */
  readonly tables: Readonly<Partial<Record<string, readonly Row[]>>>;
  /** The previews of the edits, by what they are. */
  readonly edits: Readonly<Record<string, Preview>>;
}

const tables = [
  ...["users", "workspaces", "members", "providers", "models", "prompts", "mappings"],
  ...["indexes", "configs", "quotas"],
] as string[];

/** Records a stack of the base program and previews of these edits, with the real engine against the reference gateway. */
export async function record(adapter: Adapter, edits: readonly Edit[]): Promise<Recording> {
  const w = await world({ objects: base, secrets, adapter });
  try {
    await w.declare(base.filter(({ kind }) => kind !== "Member"));
    await succeeded(w.project.up({ skipPreview: true }));
    const id = (name: "prod" | "staging") =>
      w.calls.id("workspaces", name === "prod" ? "Support" : "Support, staging");
    w.gateway.seed.member(id("prod"), "admin", "ADMIN");
    w.gateway.seed.member(id("prod"), "member");
    w.gateway.seed.member(id("staging"), "member");
    await w.declare(base);
    await succeeded(w.project.up({ skipPreview: true }));
    const openai = w.gateway
      .rows("providers")
      .find(({ name, workspace_id }) => name === "openai" && workspace_id === id("prod"));
    const unmanaged = await clickUnmanaged(new Console(w.gateway), {
      prod: id("prod"),
      openai: String(openai?.id),
    });
    const all: Record<string, Preview> = {};
    const before = await preview(w);
    for (const { what, after, args } of edits) {
      await w.declare(inOrder(typeof after === "function" ? after(unmanaged) : after));
      all[what] = await preview(w, args);
    }
    const text = JSON.stringify({ base: before, tables: tablesOf(w), edits: all });
    return JSON.parse(recording(text, adapter));
  } finally {
    await w.dispose();
  }
}

/** The engine's order of steps is another one in each run. */
function inOrderOfUrns(steps: readonly Step[]): Step[] {
  const key = ({ urn, op }: Step) => `${urn} ${op}`;
  return steps.toSorted((a, b) => (key(a) < key(b) ? -1 : 1));
}

async function preview(w: World, args: readonly string[] = []): Promise<Preview> {
  const { stdout, output } = await w.project.preview({ json: true, args: ["--show-sames", ...args] });
  if (!stdout.startsWith("{")) {
    throw new Error(`pulumi printed no preview:\n${output}`);
  }
  const {
    steps = [],
    diagnostics = [],
  }: { steps?: Step[]; diagnostics?: { severity: string; message: string; urn?: string }[] } =
    JSON.parse(stdout);
  const told = diagnostics.flatMap(({ severity, message, urn }) =>
    severity === "error" ? [{ severity, message, urn }] : [],
  );
  return { steps: inOrderOfUrns(steps), ...(told.length > 0 && { diagnostics: told }) };
}

/** The rows of a gateway, in an order that is the same in each run: ids and times say nothing of it. */
function tablesOf({ gateway }: World): Recording["tables"] {
  const named = [...gateway.rows("workspaces"), ...gateway.rows("users"), ...gateway.rows("providers")];
  const names = new Map(named.map(({ id, name, username }) => [String(id), String(name ?? username)]));
  const key = (row: Row) =>
    JSON.stringify(row).replace(/[\da-f-]{36}|\d{4}-\d\d-\d\dT[\d:.]+Z/g, (id) => names.get(id) ?? "");
  const rowsOf = (table: string) =>
    gateway
      .rows(table)
      .map((row): Row => ({ ...row, ...("api_key" in row && { api_key: null }) }))
      .toSorted((a, b) => (key(a) < key(b) ? -1 : 1));
  return Object.fromEntries(tables.map((table) => [table, rowsOf(table)]));
}

/** A recording as text: of an edit only the steps that are not those of the base, and an edit a line. */
export function packed({ base, tables, edits }: Recording): string {
  const known = new Map(base.steps.map((step) => [step.urn, step]));
  const lines = Object.entries(edits).map(([what, { steps, ...more }]) => {
    const own = steps.filter((step) => !isDeepStrictEqual(step, known.get(step.urn)));
    const there = new Set(steps.map(({ urn }) => urn));
    const gone = [...known.keys()].filter((urn) => !there.has(urn));
    const short = own.map((step) => ({
      ...step,
      ...(isDeepStrictEqual(step.oldState, known.get(step.urn)?.oldState) && { oldState: "base" }),
    }));
    return `${JSON.stringify(what)}:${JSON.stringify({ steps: short, gone, ...more })}`;
  });
  return `{"base":${JSON.stringify(base)},\n"tables":${JSON.stringify(tables)},\n"edits":{\n${lines.join(",\n")}\n}}\n`;
}

interface Packed extends Preview {
  readonly gone: readonly string[];
}

/** The recording that a text holds. */
export function unpacked(text: string): Recording {
  const { base, tables, edits }: Recording & { readonly edits: Record<string, Packed> } = JSON.parse(text);
  const known = new Map(base.steps.map((step) => [step.urn, step]));
  const whole = Object.entries(edits).map(([what, { steps, gone, ...more }]): [string, Preview] => {
    const own = steps.map((step) => ({
      ...step,
      ...(step.oldState === "base" && { oldState: known.get(step.urn)?.oldState }),
    }));
    const others = base.steps.filter(
      ({ urn }) => !gone.includes(urn) && !own.some((step) => step.urn === urn),
    );
    return [what, { steps: inOrderOfUrns([...own, ...others]), ...more }];
  });
  return { base, tables, edits: Object.fromEntries(whole) };
}

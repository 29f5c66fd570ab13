import { expect } from "vitest";
import { isFixed } from "../../../provider/lifecycle/state/fate.js";
import { hidden, type Values } from "../../../provider/spec/values.js";
import { scopes as allScopes } from "../../gateway/auth/scopes.ts";
import { ModelEngine, type Outcome } from "./engine.ts";
import { differences } from "./expected.ts";
import { materialize, slotOf } from "./materialize.ts";
import { kindNamed } from "./plugin.ts";
import { isRef, type Program, urnOf } from "./program.ts";
import { type ConsoleAct, edited, type Lost, type Step, type Story } from "./schedule.ts";
import type { Shape } from "./shape.ts";
import type { Stored } from "./state.ts";
import { hasTable, ModelWorld, made, type Row } from "./world.ts";

/** Runs after the last fault in which all must be as declared. */
const mostRuns = 3;

/** Lives through a story and holds the laws after every run. */
export async function live(story: Story): Promise<void> {
  await using world = await ModelWorld.open({ twins: story.twins }, story.adopts);
  const chronicle = new Chronicle(world, story.first);
  try {
    for (const step of story.steps) await chronicle.play(step);
    await chronicle.settle();
  } catch (error) {
    throw new Error(
      `${error instanceof Error ? error.message : String(error)}\n${chronicle.lines.join("\n")}`,
      {
        cause: error,
      },
    );
  }
}

class Chronicle {
  /** What has happened, for people. */
  readonly lines: string[] = [];
  private readonly engine: ModelEngine;
  private program: Program = [];
  /** Objects of runs whose end nobody recorded. */
  private readonly lost = new Set<string>();
  private isTouched = false;
  private wasKilled = false;

  constructor(
    private readonly world: ModelWorld,
    private shape: Shape,
  ) {
    this.engine = new ModelEngine(world.env(world.gateway.token({ user: "owner" })));
  }

  async play(step: Step): Promise<void> {
    this.world.restore();
    await this.asConsole(step.console);
    this.shape = edited(this.shape, step.edits);
    this.declare();
    this.lines.push(`program: ${JSON.stringify(this.program)}`);
    const token = this.tokenWithout(step.lost);
    const { env } = this.engine;
    this.engine.env = this.world.env(token, hurried);
    const faults = step.faults.map((fault) => this.world.gateway.faults.add(fault));
    if (step.refresh) await this.refresh();
    // To another account a program would declare everything anew; this setting is what stops it.
    const { id } = this.world.gateway.account("owner");
    if (step.lost === "account")
      this.engine.env = this.world.env(token, { ...hurried, ALLOWED_ACCOUNTS: id });
    await this.up(step);
    for (const fault of faults) fault.remove();
    this.engine.env = env;
    await this.readsTheSameTwice();
  }

  /** After the last fault: a few runs bring everything to what is declared, and then nothing is left to do. */
  async settle(): Promise<void> {
    const { engine, world } = this;
    world.restore();
    engine.env = world.env(world.gateway.token({ user: "owner" }), { ADOPT: "always" });
    this.shape = this.shape.map((slot) => ({ ...slot, protect: false, deleteFirst: false }));
    this.declare();
    this.lines.push(`settling: ${JSON.stringify(this.program)}`);
    if (this.isTouched) expect(await this.refresh(), "the last refresh").toBe("done");
    let outcome: Outcome = "failed";
    for (let run = 0; run < mostRuns && outcome !== "done"; run++) outcome = await this.up({});
    expect(outcome, `settled in ${mostRuns} runs`).toBe("done");
    expect(differences(world, engine, this.program, this.lost).join("; "), "settled").toBe("");
    world.gateway.log.clear();
    const before = inputsIn(engine.state.resources);
    expect(await this.up({})).toBe("done");
    expect(
      world.gateway.log.entries().filter(({ method }) => method !== "GET"),
      "nothing left to do",
    ).toEqual([]);
    expect(await this.refresh()).toBe("done");
    expect(inputsIn(engine.state.resources)).toEqual(before);
  }

  /**
   * The program of the shape. A resource cannot get a name in the same run in which another resource gives it up with its
   * object: objects are deleted last. Whoever wants that takes two runs, so it is not declared in the first.
   */
  private declare(): void {
    const before = this.program;
    this.program = materialize(this.shape, this.world.around, before);
    const names = new Set(this.program.map(({ name }) => name));
    const leaving = this.engine.state.resources.filter(
      ({ name, fate }) => !names.has(name) || fate !== "stays",
    );
    const taken = new Set(leaving.map(({ kind, id }) => keyOf(kind, this.world.row(kind, id) ?? {})));
    const blocked = this.program.filter(({ name, kind, args }) => {
      const id = this.engine.stored(name)?.id;
      const row = this.world.row(kind, id) ?? {};
      const input = kindNamed(kind).naturalKey.at(-1) ?? "";
      return (
        id !== undefined &&
        keyOf(kind, row) !== keyOf(kind, { ...row, [nameColumn(kind)]: args[input] }) &&
        taken.has(keyOf(kind, { ...row, [nameColumn(kind)]: args[input] }))
      );
    });
    if (blocked.length === 0) return;
    const slots = new Set(blocked.map(({ name }) => slotOf(name)));
    this.shape = this.shape.map((slot, index) => (slots.has(index) ? { ...slot, declared: false } : slot));
    this.program = before;
    this.declare();
  }

  private async up({ mishap = {}, faults = [] }: Partial<Step>): Promise<Outcome> {
    const { engine, world } = this;
    const ids = world.ids();
    const managed = new Set(engine.state.resources.map(({ id }) => id));
    // What was under way when the last run was killed has come to its end only now.
    for (const id of [...ids].filter((each) => this.wasKilled && !managed.has(each))) this.lost.add(id);
    const keys = world.apiKeys();
    const safe = this.survivors();
    const outcome = await engine.up(this.program, mishap);
    this.lines.push(
      `up ${JSON.stringify(mishap)}: ${outcome} ${outcome === "failed" ? engine.errors.at(-1) : ""}`,
    );
    const after = world.ids();
    for (const { name, kind, id } of safe) {
      expect(
        hasTable(kind) && world.row(kind, id) !== undefined,
        `${name} (${id}) is declared and stays`,
      ).toBe(true);
    }
    expect(this.twins(), "no twins").toEqual([]);
    const recorded = new Set(engine.state.resources.map(({ id }) => id));
    const unrecorded = [...after].filter((id) => !ids.has(id) && !recorded.has(id));
    if (outcome === "done") expect(unrecorded, "what a run makes is recorded").toEqual([]);
    const forgotten = [...managed].filter((id) => !recorded.has(id) && after.has(id));
    const isStale = faults.some(({ kind }) => kind === "stale"); // then an object may be shown as gone
    if (!isStale) expect(forgotten, "what is there is not forgotten").toEqual([]);
    for (const id of [...unrecorded, ...forgotten]) this.lost.add(id);
    this.wasKilled = mishap.kill !== undefined && outcome !== "done";
    this.keysAreKept(keys);
    if (outcome === "done" && !this.isTouched) {
      expect(differences(world, engine, this.program, this.lost).join("; "), "a whole run").toBe("");
    }
    return outcome;
  }

  private async refresh(): Promise<Outcome> {
    const before = this.engine.state.resources;
    const outcome = await this.engine.refresh();
    this.lines.push(`refresh: ${outcome} ${outcome === "failed" ? this.engine.errors.at(-1) : ""}`);
    this.onlyTheGoneAreForgotten(before);
    return outcome;
  }

  private onlyTheGoneAreForgotten(before: readonly Stored[]): void {
    const kept = new Set(this.engine.state.resources.map(({ urn, id }) => `${urn} ${id}`));
    const forgotten = before.filter(({ urn, id }) => !kept.has(`${urn} ${id}`));
    const wrongly = forgotten.filter(({ kind, id }) => this.world.row(kind, id) !== undefined);
    expect(
      wrongly.map(({ name }) => name),
      "a refresh forgets only what is gone",
    ).toEqual([]);
  }

  private async readsTheSameTwice(): Promise<void> {
    const probe = new ModelEngine(this.engine.env);
    probe.state = this.engine.state;
    expect(await probe.refresh(), probe.errors.at(-1)).toBe("done");
    const once = probe.state;
    expect(await probe.refresh(), probe.errors.at(-1)).toBe("done");
    expect(probe.state, "a second read changes nothing").toEqual(once);
  }

  /** Resources whose objects this program neither replaces nor gives up. */
  private survivors(): Stored[] {
    const { engine, program, world } = this;
    const staying = new Set<string>();
    return program.flatMap((declared) => {
      const urns = [urnOf(declared, program), ...declared.aliases];
      const stored = engine.state.resources.find(({ urn, fate }) => urns.includes(urn) && fate === "stays");
      if (stored === undefined || !hasTable(declared.kind) || stored.outputs[hidden.failed] === true)
        return [];
      if (world.row(declared.kind, stored.id) === undefined) return [];
      const kind = kindNamed(declared.kind);
      const isFixedHere = [...kind.fields.values()]
        .filter((field) => isFixed(kind, field) || field.selects !== undefined)
        .every(({ name }) => {
          const value = declared.args[name];
          if (!isRef(value)) return JSON.stringify(value) === JSON.stringify(stored.inputs[name]);
          const source = engine.stored(value.ref);
          return staying.has(value.ref) && value.output === "id" && source?.id === stored.inputs[name];
        });
      if (!isFixedHere) return [];
      staying.add(declared.name);
      return [stored];
    });
  }

  /** Objects of one name, where there may be one. */
  private twins(): string[] {
    return made.flatMap((name) => {
      const rows = this.world.rows(name).map((row) => {
        const key = [row.workspace_id, row.provider_id, row.name ?? row.source_name ?? row.base_url];
        return JSON.stringify(key);
      });
      return rows.filter((key, index) => rows.indexOf(key) !== index).map((key) => `${name} ${key}`);
    });
  }

  /** A provider has the key from before the run, or one that the program declares; none takes a key away. */
  private keysAreKept(before: ReadonlyMap<string, string | null>): void {
    const declared = this.program.flatMap(({ args }) =>
      typeof args.apiKey === "string" ? [args.apiKey] : [],
    );
    for (const [id, key] of this.world.apiKeys()) {
      const former = before.get(id);
      if (former !== undefined) {
        expect([former, ...declared], `the provider ${id} has another key`).toContain(key);
      }
      if (typeof former === "string") expect(key, `the provider ${id} has lost its key`).not.toBeNull();
    }
  }

  private async asConsole(act: ConsoleAct | undefined): Promise<void> {
    const kind = made[(act?.kind ?? 0) % made.length];
    if (act === undefined || kind === undefined) return;
    const rows = this.world.rows(kind).filter(({ id }) => id !== this.world.around.workspaceId);
    const row = rows[act.row % Math.max(1, rows.length)];
    const body = edits[kind];
    if (row === undefined || (act.does === "edits" && body === undefined)) return;
    this.isTouched = true;
    this.lines.push(`console ${act.does} ${kind} ${row.id}`);
    await this.world.console(
      act.does === "edits" ? "PATCH" : "DELETE",
      kind,
      row,
      act.does === "edits" ? (body ?? {}) : {},
    );
  }

  private tokenWithout(lost: Lost): string {
    const { gateway } = this.world;
    if (lost === "account") return gateway.token({ user: "stranger" });
    const scopes = typeof lost === "string" ? allScopes : allScopes.filter((scope) => !lost.includes(scope));
    const token = gateway.token({ user: "owner", scopes: [...scopes] });
    if (lost === "token") gateway.revoke(token);
    return token;
  }
}

/** What never answers is given up soon. */
const hurried = { REQUEST_TIMEOUT: "0.25" };

/** The inputs of all resources. A read knows of a URN only what the last create or update was told. */
function inputsIn(resources: readonly Stored[]): Values[] {
  return resources.map(({ inputs: { [hidden.urn]: _urn, ...inputs } }) => inputs);
}

function nameColumn(kind: string): string {
  return kind === "Mapping" ? "source_name" : "name";
}

/** What tells the row apart from others of its kind. */
function keyOf(kind: string, row: Row): string {
  return JSON.stringify([kind, row.workspace_id, row.provider_id, row[nameColumn(kind)]]);
}

/** What people like to change in the console. */
const edits: Partial<Record<(typeof made)[number], Record<string, unknown>>> = {
  ModelProvider: { priority: 9 },
  Model: { display_name: "Edited" },
  Prompt: { content: "Edited." },
  Mapping: { priority: 9 },
};

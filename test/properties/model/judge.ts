import { lineOf, stepsOf } from "../../../cli/recover/recovery-plan.js";
import { isFixed } from "../../../provider/lifecycle/changes.js";
import { sameValue } from "../../../provider/spec/compare.js";
import type { Field } from "../../../provider/spec/field.js";
import { hidden } from "../../../provider/spec/values.js";
import type { Engine } from "../../contract/support/engine/engine.ts";
import { kindNamed } from "../../contract/support/engine/plugin.ts";
import { type Declared, isRef, type Program, urnsOf } from "../../contract/support/engine/program.ts";
import type { Stored } from "../../contract/support/engine/state.ts";
import { hasTable } from "../../faults/judge/remains.ts";
import { hash } from "../../gateway/auth/tokens.ts";
import type { Law, Tally } from "./laws.ts";
import { recover } from "./recovery.ts";
import { keyOf, type ModelWorld, made, nameColumn, type Row } from "./world.ts";

/**
 * In what the gateway differs from a program: what is missing or not as declared, and what nobody declares.
 * `others`: ids of what somebody else has made.
 */
export function differences(world: ModelWorld, program: Program, others?: ReadonlySet<string>): string[] {
  const { engine } = world;
  const wrong = program.flatMap((declared) => {
    const stored = engine.stored(declared.name);
    if (stored === undefined) return [`${declared.name} is not in the state`];
    if (!hasTable(declared.kind)) return wrongOutputs(stored, {});
    const row = world.row(declared.kind, stored.id);
    if (row === undefined) return [`${declared.name} is not on the gateway`];
    return [...wrongInputs(world, stored, row), ...wrongOutputs(stored, row)];
  });
  return [
    ...wrong,
    ...leftInState(engine, program),
    ...shared(engine),
    ...orphans(world, others),
    ...misled(engine, program),
  ];
}

/** Objects that no resource has, and that none has left there. */
export function orphans(world: ModelWorld, others: ReadonlySet<string> = new Set()): string[] {
  const { state, retained } = world.engine;
  const known = new Set([
    ...others,
    ...state.resources.map(({ id }) => id),
    ...retained.keys(),
    world.around.workspaceId,
  ]);
  return made.flatMap((kind) =>
    world
      .rows(kind)
      .filter(({ id }) => !known.has(String(id)))
      .map((row) => `nobody has the ${kind} ${row[nameColumn(kind)] ?? row.base_url} (${row.id})`),
  );
}

/** Declared values that the gateway has not, also those that it never shows. */
function wrongInputs(world: ModelWorld, { name, kind, inputs }: Stored, row: Row): string[] {
  const actual = ({ secret, writeOnly, readFrom, sendAs }: Field) =>
    secret && writeOnly ? world.opened(row[sendAs]) : JSON.parse(JSON.stringify(row[readFrom] ?? null));
  return [...kindNamed(kind).fields.values()]
    .filter(({ local, readFrom, sendAs }) => !local && (readFrom in row || sendAs in row))
    .filter((field) => inputs[field.name] !== undefined)
    .filter((field) => !sameValue(field, inputs[field.name], actual(field)))
    .map((field) => `${name} has another ${field.name}`);
}

/** Secrets that are shown only once: the state has what the gateway gave, of which it keeps a hash. */
function wrongOutputs({ name, kind, outputs }: Stored, row: Row): string[] {
  const secrets = [...kindNamed(kind).outputFields.values()].filter(({ secret }) => secret);
  return secrets
    .filter(({ name: output, readFrom }) => {
      const kept = outputs[output];
      return typeof kept !== "string" || kept === "" || (readFrom in row && hash(kept) !== row[readFrom]);
    })
    .map(({ name: output }) => `${name} has lost its ${output}`);
}

function leftInState({ state }: Engine, program: Program): string[] {
  const names = new Set(program.map(({ name }) => name));
  return state.resources
    .filter(({ name, status }) => status !== "stays" || !names.has(name))
    .map(({ name, status }) => `${name} is still in the state (${status})`);
}

function shared({ state }: Engine): string[] {
  const resources = Map.groupBy(state.resources, ({ kind, id }) => `${kind} ${id}`);
  return [...resources.values()]
    .filter(({ length }) => length > 1)
    .map((same) => `${same.map(({ name }) => name).join(" and ")} are one object`);
}

/** References that the state has resolved to another object than the one that is declared. */
function misled(engine: Engine, program: Program): string[] {
  return program.flatMap(({ name, inputs }) =>
    Object.entries(inputs).flatMap(([input, value]) => {
      if (!isRef(value)) return [];
      const source = engine.stored(value.ref);
      const wanted = value.output === "id" ? source?.id : source?.outputs[value.output];
      return engine.stored(name)?.inputs[input] === wanted ? [] : [`${name} has an outdated ${input}`];
    }),
  );
}

/** What is there before a run, and judges it afterwards by that. */
export class Witness {
  private readonly managed: readonly Stored[];
  private readonly keys: ReadonlyMap<string, string | null>;
  private readonly safe: readonly Stored[];

  constructor(
    private readonly world: ModelWorld,
    private readonly program: Program,
  ) {
    const { engine } = world;
    this.managed = engine.state.resources;
    this.keys = world.apiKeys();
    this.safe = this.survivors();
  }

  /**
   * `forgetting`: the law by which nothing may be forgotten in this run. `isWhole`: whether it has done all that the
   * program declares.
   */
  judge(tally: Tally, forgetting: Law, isWhole: boolean): void {
    const gone = this.safe.filter(({ kind, id }) => this.world.row(kind, id) === undefined);
    tally.hold("kept", nameEach(gone, "is declared, and was deleted"));
    tally.hold("twins", this.twins(isWhole));
    tally.hold("keys", this.otherKeys());
    tally.hold(forgetting, this.forgotten());
  }

  /** Resources that the state has no more, and whose objects are there. */
  forgotten(): string[] {
    const { state, retained } = this.world.engine;
    const kept = new Set(state.resources.map(({ kind, id }) => `${kind} ${id}`));
    const forgotten = this.managed
      .filter(({ kind, id }) => made.some((each) => each === kind) && !kept.has(`${kind} ${id}`))
      .filter(({ kind, id }) => !retained.has(id) && this.world.row(kind, id) !== undefined);
    return nameEach(forgotten, "is there, and was forgotten");
  }

  /** The resource from before the run that goes on as what is declared. */
  private formerOf(declared: Declared): Stored | undefined {
    const urns = urnsOf(declared, this.program);
    return this.managed.find(({ urn, status }) => urns.includes(urn) && status === "stays");
  }

  /** Resources whose objects this program neither replaces nor gives up. */
  private survivors(): Stored[] {
    const staying = new Set<string>();
    return this.program.flatMap((declared) => {
      const stored = this.formerOf(declared);
      if (stored === undefined || !hasTable(declared.kind) || stored.outputs[hidden.failed] === true)
        return [];
      if (this.world.row(declared.kind, stored.id) === undefined) return [];
      const kind = kindNamed(declared.kind);
      const isFixedHere = [...kind.fields.values()]
        .filter((field) => isFixed(kind, field) || field.selects !== undefined)
        .every(({ name }) => {
          const value = declared.inputs[name];
          if (!isRef(value)) return JSON.stringify(value) === JSON.stringify(stored.inputs[name]);
          const source = this.world.engine.stored(value.ref);
          return staying.has(value.ref) && value.output === "id" && source?.id === stored.inputs[name];
        });
      if (!isFixedHere) return [];
      staying.add(declared.name);
      return [stored];
    });
  }

  /**
   * Objects of one name. Where the gateway allows that, two resources that pass a name on both have it halfway: these
   * are no twins, because each is the object of a resource from before, and a run that has done all leaves none.
   */
  private twins(isWhole: boolean): string[] {
    const old = new Set(this.managed.map(({ id }) => id));
    return made.flatMap((kind) => {
      const rows = this.world.rows(kind).filter(({ id }) => !this.world.engine.retained.has(String(id)));
      return [...Map.groupBy(rows, (row) => keyOf(kind, row))]
        .filter(([, same]) => same.length > 1)
        .filter(([, same]) => isWhole || same.some(({ id }) => !old.has(String(id))))
        .map(([key]) => key);
    });
  }

  /** A provider has the key from before the run, or the one that it is declared with; none takes a key away. */
  private otherKeys(): string[] {
    return [...this.world.apiKeys()].flatMap(([id, key]) => {
      const former = this.keys.get(id);
      if (former === undefined || former === key) return [];
      return key !== null && this.declaredKeys(id).includes(key)
        ? []
        : [`the key of the provider ${id} is ${key === null ? "lost" : "another one"}`];
    });
  }

  private declaredKeys(id: string): unknown[] {
    const name = this.world.row("ModelProvider", id)?.name;
    return this.program
      .filter((declared) => this.formerOf(declared)?.id === id || declared.inputs.name === name)
      .map(({ inputs }) => inputs.apiKey);
  }
}

function nameEach(resources: readonly Stored[], what: string): string[] {
  return resources.map(({ name, id }) => `${name} (${id}) ${what}`);
}

/** Looks after what runs leave on the gateway that no resource has. */
export class Lookout {
  /** The ids of all that the state has ever had. */
  private readonly had = new Set<string>();
  /** The ids of invitations that nobody has and of which was told. */
  private readonly told = new Set<string>();
  private readonly cleared = new Set<string>();
  private errorsRead = 0;

  constructor(
    private readonly world: ModelWorld,
    private readonly tally: Tally,
  ) {}

  /**
   * What resources were to leave is there, if it was there before the run; whoever wanted it gives it another name.
   *
   * @param before - the ids of what was there
   */
  async clearAway(before: ReadonlySet<string>): Promise<void> {
    const { world, tally } = this;
    const { engine } = world;
    for (const { id, status } of engine.state.resources) {
      this.had.add(id);
      // Another resource has taken it over. One that waits for its replacement has given its object up already.
      if (status !== "replacing") engine.retained.delete(id);
    }
    for (const [id, stored] of engine.retained) {
      const kind = made.find((each) => each === stored.kind);
      if (kind === undefined || this.cleared.has(id)) continue;
      this.cleared.add(id);
      const row = world.row(kind, id);
      const isThere = row !== undefined || !before.has(id) || this.hasLostItsHome(stored);
      tally.hold("retained", isThere ? [] : [`${stored.name} (${id}) was deleted`]);
      if (row !== undefined) await world.clearAway(kind, row);
    }
  }

  /** Recovers what runs since then have left, and returns a line for people. */
  async recover(program: Program, since: number): Promise<string> {
    const { world, tally } = this;
    const { engine } = world;
    const pending = engine.state.pending.filter(({ doing }) => doing === "creating");
    world.gateway.log.clear();
    // Where a protected resource is to be replaced, there is no preview: people take the protection away first.
    const unprotected = program.map((each) => ({ ...each, protect: false }));
    const steps = await recover(engine, unprotected, since);
    tally.hold("harmless", world.writes);
    tally.hold("orphans", orphans(world));
    const found = stepsOf(steps, "record");
    const doubtful = stepsOf(steps, "look");
    const toldUrns = new Set(doubtful.map(({ urn }) => urn));
    const issued = pending.filter(({ kind }) => kindNamed(kind).source.how === "issued");
    const untold = issued.filter(({ urn }) => !toldUrns.has(urn));
    const begun = untold.map(({ urn }) => `${urn} was begun`);
    tally.hold("told", begun);
    const said = [...doubtful.map(({ says }) => says), ...engine.errors.slice(this.errorsRead)].join("\n");
    tally.hold("told", said.includes("Invitation") ? [] : this.strays());
    this.forgive();
    tally.recoveries++;
    tally.recovered += found.length;
    return `recover: ${steps.map(lineOf).join(" ")}`;
  }

  /** People who do not look before they run again are not told of what they cannot see. */
  forgive(): void {
    this.errorsRead = this.world.engine.errors.length;
    for (const id of this.strays()) this.told.add(id);
  }

  private strays(): string[] {
    const ids = this.world.rows("Invitation").map(({ id }) => String(id));
    return ids.filter((id) => !this.had.has(id) && !this.told.has(id));
  }

  /** Whether what the object belonged to is gone: that takes it along. */
  private hasLostItsHome({ inputs: { workspaceId, providerId } }: Stored): boolean {
    const isGone = (kind: string, id: unknown) =>
      typeof id === "string" && hasTable(kind) && this.world.row(kind, id) === undefined;
    return isGone("Workspace", workspaceId) || isGone("ModelProvider", providerId);
  }
}

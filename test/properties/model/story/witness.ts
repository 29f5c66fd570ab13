import { isFixed } from "../../../../provider/lifecycle/changes.js";
import { hidden } from "../../../../provider/spec/values.js";
import type { Engine } from "../../../contract/support/engine/engine.ts";
import { kindNamed } from "../../../contract/support/engine/plugin.ts";
import { type Declared, isRef, type Program, urnsOf } from "../../../contract/support/engine/program.ts";
import type { Stored } from "../../../contract/support/engine/state.ts";
import { hasTable } from "../../../faults/judge/remains.ts";
import { keyOf, type ModelWorld, made } from "../world.ts";
import type { Law, Tally } from "./laws.ts";

/** What is there before a run, and judges it afterwards by that. */
export class Witness {
  private readonly managed: readonly Stored[];
  private readonly keys: ReadonlyMap<string, string | null>;
  private readonly safe: readonly Stored[];

  constructor(
    private readonly world: ModelWorld,
    private readonly engine: Engine,
    private readonly program: Program,
  ) {
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
    const { state, retained } = this.engine;
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
          const source = this.engine.stored(value.ref);
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
      const rows = this.world.rows(kind).filter(({ id }) => !this.engine.retained.has(String(id)));
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

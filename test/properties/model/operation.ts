import { needsUrn } from "../../../provider/spec/kind.js";
import { hasUnknown, hidden, type Values } from "../../../provider/spec/values.js";
import type { Json } from "../../../provider/text/json.js";
import { secretsOpened } from "./envelope.ts";
import { kindNamed, type Plugin } from "./plugin.ts";
import { type Declared, dependenciesOf, isRef, type Program, urnOf } from "./program.ts";
import { Queue } from "./queue.ts";
import { type Pending, partialOf, type State, type Stored } from "./state.ts";

const unknown = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";

/** How an `up` goes. */
export interface Course {
  /** Only these are worked on (`--target`). */
  readonly targets?: readonly string[] | undefined;
  /** Fails, as some other resource of the program does, when so many resources are through. */
  readonly failsAfter?: number | undefined;
  /** Carries out side by side what waits for nothing, instead of one after the other (`--parallel 1`). */
  readonly parallel?: boolean | undefined;
}

/**
 * One operation of the engine, from the state that it finds to the state that it leaves: what it has recorded by any
 * moment is in `state`. The order of calls is that of the real engine (3.259), as it was seen to make them.
 */
export class Operation {
  /** What this operation has recorded; it stands before the rest, as in the engine's snapshot. */
  private fresh: readonly Stored[] = [];
  private rest: readonly Stored[];
  private pending: readonly Pending[];
  private readonly found: State;
  private readonly seen = new Set<string>();
  /** Deleted by this operation before it was registered, because a replacement reaches it. */
  private readonly condemned = new Set<string>();
  private readonly registrations = new Map<string, Promise<void>>();
  /** The engine plans one resource after the other, whatever is being carried out meanwhile. */
  private readonly planning = new Queue();
  private readonly working = new Queue();
  private failure: unknown;

  constructor(
    before: State,
    private readonly plugin: Plugin,
  ) {
    this.found = before;
    this.rest = before.resources;
    this.pending = before.pending;
  }

  get state(): State {
    return { resources: [...this.fresh, ...this.rest], pending: this.pending };
  }

  async up(program: Program, course: Course): Promise<void> {
    const work = course.failsAfter === undefined ? program : program.slice(0, course.failsAfter);
    for (const declared of work) {
      const registration = this.register(declared, program, course).catch((error: unknown) => {
        this.failure ??= error;
      });
      this.registrations.set(declared.name, registration);
    }
    await Promise.all(this.registrations.values());
    if (this.failure !== undefined) throw this.failure;
    if (work.length < program.length) throw new Error("another resource of the program failed");
    await this.deleteWhatIsLeft(course);
  }

  /** After what was read is there, the engine asks for its difference from the inputs of before. */
  async refresh(): Promise<void> {
    for (const stored of this.rest) {
      if (stored.fate === "replacing") continue;
      const provider = this.plugin.provider(stored.kind);
      const seen = await provider.read?.(stored.id, structuredClone(stored.outputs));
      const outputs = secretsOpened({ ...seen?.props });
      const inputs = secretsOpened({ ...(seen?.inputs ?? stored.inputs) });
      if (seen?.id !== "") await provider.diff?.(stored.id, structuredClone(outputs), stored.inputs);
      const read = { ...stored, inputs, outputs, hasInitErrors: false };
      this.rest = this.rest.flatMap((each) => (each !== stored ? [each] : seen?.id === "" ? [] : [read]));
    }
  }

  async destroy(): Promise<void> {
    await this.deleteWhatIsLeft({});
  }

  private async register(declared: Declared, program: Program, course: Course): Promise<void> {
    await Promise.all(dependenciesOf(declared).map((name) => this.registrations.get(name)));
    if (this.failure !== undefined) return; // nothing new is started after a failure
    const urn = urnOf(declared, program);
    const old = [urn, ...declared.aliases]
      .map((candidate) => this.rest.find((each) => each.urn === candidate && each.fate !== "leaving"))
      .find((stored) => stored !== undefined);
    if (course.targets !== undefined && !course.targets.includes(declared.name)) {
      if (old !== undefined) this.record(old, { ...old, urn, name: declared.name });
      return;
    }
    const steps = await this.planning.next(() => this.plan(declared, urn, program, old));
    const carryOut = async () => {
      for (const step of this.failure === undefined ? steps : []) await step();
    };
    await (course.parallel === true ? carryOut() : this.working.next(carryOut));
  }

  private async plan(
    declared: Declared,
    urn: string,
    program: Program,
    old: Stored | undefined,
  ): Promise<(() => Promise<void>)[]> {
    if (this.failure !== undefined) return [];
    const news = this.resolved(declared, urn);
    const check = (olds: Values) => this.check(declared.kind, olds, news);
    const inputsFrom = Object.fromEntries(
      Object.entries(declared.args).flatMap(([name, value]) =>
        isRef(value) ? [[name, urnOf(named(program, value.ref), program)]] : [],
      ),
    );
    const goal = { urn, name: declared.name, kind: declared.kind, protect: declared.protect, inputsFrom };
    if (old === undefined || this.condemned.has(urn)) {
      const inputs = await check({});
      return [() => this.create(goal, inputs, old)];
    }
    const inputs = await check(old.inputs);
    const provider = this.plugin.provider(declared.kind);
    const diff = await provider.diff?.(old.id, structuredClone(old.outputs), inputs);
    const replaces = (diff?.replaces ?? []).length > 0 || old.fate === "replacing";
    if (!replaces) {
      const changes = diff?.changes === true || old.hasInitErrors;
      return [() => (changes ? this.update(goal, old, inputs) : this.same(goal, old, inputs))];
    }
    if (declared.protect && old.protect) throw new Error(`unable to replace resource "${urn}"`);
    const fresh = await check({});
    if (!(declared.deleteBeforeReplace ?? diff?.deleteBeforeReplace ?? false)) {
      return [() => this.create(goal, fresh, old)];
    }
    const reached = await this.reachedBy(old);
    const victims = [...reached.reverse(), ...(old.fate === "replacing" ? [] : [old])];
    const blocked = reached.find(({ protect }) => protect);
    if (blocked !== undefined) throw new Error(`unable to replace resource "${blocked.urn}"`);
    for (const victim of reached) this.condemned.add(victim.urn);
    return [
      ...victims.map((victim) => () => this.deleteFor(victim)),
      () =>
        this.create(
          goal,
          fresh,
          this.rest.find((each) => each.urn === old.urn && each.fate === "replacing"),
        ),
    ];
  }

  /** The resources that the deletion of this one takes along: those that a change of their inputs would replace. */
  private async reachedBy(root: Stored): Promise<Stored[]> {
    const urns = new Set([root.urn]);
    const reached: Stored[] = [];
    const later = this.found.resources.slice(
      this.found.resources.findIndex(({ urn }) => urn === root.urn) + 1,
    );
    for (const { urn } of later) {
      const stored = this.rest.find((each) => each.urn === urn && each.fate !== "leaving");
      if (stored === undefined || this.seen.has(urn) || this.condemned.has(urn)) continue;
      const inputs = { ...stored.inputs };
      const from = Object.entries(stored.inputsFrom).filter(([, source]) => urns.has(source));
      if (from.length === 0) continue;
      for (const [name] of from) inputs[name] = unknown;
      const diff = await this.plugin
        .provider(stored.kind)
        .diff?.(stored.id, structuredClone(stored.outputs), inputs);
      if ((diff?.replaces ?? []).length === 0) continue;
      urns.add(urn);
      reached.push(stored);
    }
    return reached;
  }

  private resolved({ kind, name, args, parent }: Declared, urn: string): Values {
    const values = Object.entries(args).map(([key, value]) => [
      key,
      isRef(value) ? this.output(value) : value,
    ]);
    return {
      ...Object.fromEntries(values),
      [hidden.name]: parent === undefined ? name : urn,
      ...(needsUrn(kindNamed(kind)) ? { [hidden.urn]: urn } : {}),
    };
  }

  private output({ ref, output }: { ref: string; output: string }): Json {
    const source = this.fresh.find(({ name, fate }) => name === ref && fate === "stays");
    const value = output === "id" ? source?.id : source?.outputs[output];
    if (value === undefined) throw new Error(`${ref} has no ${output} in this run`);
    return value;
  }

  private async check(kind: string, olds: Values, news: Values): Promise<Values> {
    const checked = await this.plugin.provider(kind).check?.(structuredClone(olds), structuredClone(news));
    const { inputs = news, failures = [] } = checked ?? {};
    if (failures.length > 0) throw new Error(failures.map(({ reason }) => reason).join("\n"));
    if (hasUnknown(inputs)) throw new Error("an up has no unknown values");
    return inputs;
  }

  private async create(goal: Goal, inputs: Values, old: Stored | undefined): Promise<void> {
    const begun: Pending = { urn: goal.urn, kind: goal.kind, inputs };
    this.pending = [...this.pending, begun];
    const made = { ...goal, inputs, fate: "stays", hasInitErrors: false } as const;
    try {
      const creating = this.plugin.provider(goal.kind).create(structuredClone(inputs));
      const { id, outs } = await this.plugin.written(creating);
      this.created(old, { ...made, id, outputs: secretsOpened({ ...outs }) });
    } catch (error) {
      const partial = partialOf(error);
      if (partial !== undefined) this.created(old, { ...made, ...partial, hasInitErrors: true });
      throw error;
    } finally {
      this.pending = this.pending.filter((each) => each !== begun);
    }
  }

  private created(old: Stored | undefined, made: Stored): void {
    const predecessor = this.rest.find(
      (each) => old !== undefined && each.urn === old.urn && each.fate !== "leaving",
    );
    if (predecessor?.fate === "replacing") this.record(predecessor, made);
    else if (predecessor === undefined) this.record(undefined, made);
    else {
      this.fresh = [...this.fresh, made];
      this.rest = this.rest.map((each) =>
        each === predecessor ? { ...each, fate: "leaving" as const } : each,
      );
    }
  }

  private async same(goal: Goal, old: Stored, inputs: Values): Promise<void> {
    this.record(old, { ...old, ...goal, inputs });
  }

  private async update(goal: Goal, old: Stored, inputs: Values): Promise<void> {
    try {
      const updating = this.plugin.provider(goal.kind).update?.(old.id, structuredClone(old.outputs), inputs);
      const { outs } = await this.plugin.written(updating ?? Promise.resolve({ outs: {} }));
      const outputs = secretsOpened({ ...outs });
      this.record(old, { ...old, ...goal, inputs, outputs, hasInitErrors: false });
    } catch (error) {
      const partial = partialOf(error);
      if (partial !== undefined) this.record(old, { ...old, ...goal, ...partial, hasInitErrors: true });
      throw error;
    }
  }

  /** Deletes the object of a resource whose replacement comes next. */
  private async deleteFor(stored: Stored): Promise<void> {
    await this.release(stored);
    this.rest = this.rest.map((each) => (each === stored ? { ...each, fate: "replacing" as const } : each));
  }

  private async deleteWhatIsLeft({ targets }: Course): Promise<void> {
    const gone = this.rest.filter(({ name }) => targets === undefined || targets.includes(name));
    for (const stored of gone.toReversed()) {
      if (stored.protect && stored.fate === "stays") {
        throw new Error(`resource "${stored.urn}" cannot be deleted: it is protected`);
      }
      if (stored.fate !== "replacing") await this.release(stored);
      this.rest = this.rest.filter((each) => each !== stored);
    }
  }

  private async release({ kind, id, outputs }: Stored): Promise<void> {
    const deleting = this.plugin.provider(kind).delete?.(id, structuredClone(outputs));
    await this.plugin.written(deleting ?? Promise.resolve());
  }

  private record(old: Stored | undefined, made: Stored): void {
    this.seen.add(made.urn);
    this.fresh = [...this.fresh, made];
    this.rest = this.rest.filter((each) => each !== old);
  }
}

/** What the program says of a resource apart from its inputs. */
type Goal = Pick<Stored, "urn" | "name" | "kind" | "protect" | "inputsFrom">;

function named(program: Program, wanted: string): Declared {
  const found = program.find(({ name }) => name === wanted);
  if (found === undefined) throw new Error(`the program has no ${wanted}`);
  return found;
}

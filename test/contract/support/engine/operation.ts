import { hasUnknown, unknownValue, type Values } from "../../../../provider/spec/values.js";
import { assertReplaceable, goalOf, inputsOf, planOf, providerFor } from "./plans.ts";
import type { Plugin } from "./plugin.ts";
import { type Declared, dependenciesOf, type Program, urnsOf } from "./program.ts";
import {
  type Goal,
  type Pending,
  partialOf,
  Snapshot,
  type State,
  type Stored,
  secretsOpened,
} from "./state.ts";

/** How an `up` goes. */
export interface Course {
  /** Only these are worked on (`--target`). */
  readonly targets?: readonly string[] | undefined;
  /** Fails, as some other resource of the program does, when so many resources are through. */
  readonly failsAfter?: number | undefined;
  /** Carries out side by side what waits for nothing, instead of one after the other (`--parallel 1`). */
  readonly parallel?: boolean | undefined;
}

/** Work of which each piece begins when the one before has ended. */
class Queue {
  private last: Promise<unknown> = Promise.resolve();

  next<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.last.then(work);
    this.last = turn.catch(() => {});
    return turn;
  }
}

type Steps = readonly (() => Promise<void>)[];

/**
 * One operation of the engine, from the state that it finds to the state that it leaves. The order of calls is that of
 * the real engine (3.259), as it was seen to make them.
 */
export class Operation {
  /** Resources whose objects were to be left on the gateway. */
  readonly retained: Stored[] = [];
  private readonly snapshot: Snapshot;
  /** Deleted by this operation before it was registered, because a replacement reaches it. */
  private readonly condemned = new Set<string>();
  private readonly registrations = new Map<string, Promise<void>>();
  /** The engine plans one resource after the other, whatever is being carried out meanwhile. */
  private readonly planning = new Queue();
  private readonly working = new Queue();
  private failure: unknown;

  constructor(
    private readonly found: State,
    private readonly plugin: Plugin,
  ) {
    this.snapshot = new Snapshot(found);
  }

  get state(): State {
    return this.snapshot.state;
  }

  async up(program: Program, course: Course): Promise<void> {
    const { failsAfter = Number.POSITIVE_INFINITY } = course;
    for (const declared of program.slice(0, failsAfter)) {
      const registration = this.register(declared, program, course).catch((error: unknown) => {
        this.failure ??= error;
      });
      this.registrations.set(declared.name, registration);
    }
    await Promise.all(this.registrations.values());
    if (this.failure !== undefined) throw this.failure;
    if (failsAfter <= program.length) throw new Error("another resource of the program failed");
    await this.deleteWhatIsLeft(course);
  }

  /**
   * After what was read is there, the engine asks for its difference from the inputs of before. Of a run that is limited to
   * targets, only they are read.
   */
  async refresh(targets?: readonly string[]): Promise<void> {
    for (const stored of this.snapshot.left) {
      if (stored.status === "replacing") continue;
      if (targets !== undefined && !targets.includes(stored.name)) continue;
      const provider = this.plugin.provider(stored.kind, stored.name, stored.by);
      const seen = await provider.read(stored.id, structuredClone(stored.outputs), stored.inputs);
      const outputs = secretsOpened({ ...seen.props });
      const inputs = secretsOpened({ ...(seen.inputs ?? stored.inputs) });
      if (seen.id !== "") await provider.diff(stored.id, structuredClone(outputs), stored.inputs);
      if (seen.id === "") this.snapshot.forget(stored);
      else this.snapshot.change(stored, { inputs, outputs, hasInitErrors: false });
    }
  }

  async destroy(targets?: readonly string[]): Promise<void> {
    await this.deleteWhatIsLeft({ targets });
  }

  private async register(declared: Declared, program: Program, course: Course): Promise<void> {
    await Promise.all(dependenciesOf(declared).map((name) => this.registrations.get(name)));
    if (this.failure !== undefined) return; // nothing new is started after a failure
    const goal = goalOf(declared, program, this.plugin);
    const old = this.snapshot.former(urnsOf(declared, program));
    if (course.targets !== undefined && !course.targets.includes(declared.name)) {
      if (old !== undefined) this.snapshot.record(old, { ...old, urn: goal.urn, name: declared.name });
      return;
    }
    const steps = await this.planning.next(() => this.plan(declared, goal, old));
    const carryOut = async () => {
      for (const step of this.failure === undefined ? steps : []) await step();
    };
    await (course.parallel === true ? carryOut() : this.working.next(carryOut));
  }

  private async plan(declared: Declared, goal: Goal, old: Stored | undefined): Promise<Steps> {
    if (this.failure !== undefined) return [];
    const news = inputsOf(declared, goal.urn, (ref) => {
      const value = this.snapshot.output(ref);
      if (value === undefined) throw new Error(`${ref.ref} has no ${ref.output} in this run`);
      return value;
    });
    const provider = providerFor(declared, goal, this.plugin);
    const plan = await planOf(provider, news, this.condemned.has(goal.urn) ? undefined : old);
    assertReplaceable(plan, goal);
    const { inputs } = plan;
    if (hasUnknown(inputs)) throw new Error("an up has no unknown values");
    switch (plan.does) {
      case "create":
        return [() => this.create(declared, goal, inputs, old)];
      case "update":
        return [() => this.update(declared, goal, plan.old, inputs)];
      case "same":
        return [async () => this.snapshot.record(plan.old, { ...plan.old, ...goal, inputs })];
      case "replace":
        return (declared.deleteBeforeReplace ?? plan.deletesBefore)
          ? this.replacedAfterDelete(declared, goal, inputs, plan.old)
          : [() => this.create(declared, goal, inputs, plan.old)];
    }
  }

  private async replacedAfterDelete(
    declared: Declared,
    goal: Goal,
    inputs: Values,
    old: Stored,
  ): Promise<Steps> {
    const reached = await this.reachedBy(old);
    const blocked = reached.find(({ protect }) => protect);
    if (blocked !== undefined) throw new Error(`unable to replace resource "${blocked.urn}"`);
    for (const victim of reached) this.condemned.add(victim.urn);
    const victims = [...reached.toReversed(), ...(old.status === "replacing" ? [] : [old])];
    const replacing = ({ urn, status }: Stored) => urn === old.urn && status === "replacing";
    return [
      ...victims.map((victim) => async () => {
        await this.release(victim);
        this.snapshot.change(victim, { status: "replacing" });
      }),
      () => this.create(declared, goal, inputs, this.snapshot.left.find(replacing)),
    ];
  }

  /** The resources that the deletion of this one takes along: those that a change of their inputs would replace. */
  private async reachedBy(root: Stored): Promise<Stored[]> {
    const urns = new Set([root.urn]);
    const reached: Stored[] = [];
    const { resources } = this.found;
    for (const { urn } of resources.slice(resources.findIndex((each) => each.urn === root.urn) + 1)) {
      const stored = this.snapshot.former([urn]);
      if (stored === undefined || this.snapshot.has(urn) || this.condemned.has(urn)) continue;
      const from = Object.entries(stored.inputsFrom).filter(([, source]) => urns.has(source));
      if (from.length === 0) continue;
      const inputs = { ...stored.inputs, ...Object.fromEntries(from.map(([name]) => [name, unknownValue])) };
      const provider = this.plugin.provider(stored.kind, stored.name, stored.by);
      const diff = await provider.diff(stored.id, structuredClone(stored.outputs), inputs);
      if ((diff.replaces ?? []).length === 0) continue;
      urns.add(urn);
      reached.push(stored);
    }
    return reached;
  }

  private async deleteWhatIsLeft({ targets }: Course): Promise<void> {
    const gone = this.snapshot.left.filter(({ name }) => targets === undefined || targets.includes(name));
    for (const stored of gone.toReversed()) {
      if (stored.protect && stored.status === "stays") {
        throw new Error(`resource "${stored.urn}" cannot be deleted: it is protected`);
      }
      if (stored.status !== "replacing") await this.release(stored);
      this.snapshot.forget(stored);
    }
  }

  private async create(
    declared: Declared,
    goal: Goal,
    inputs: Values,
    old: Stored | undefined,
  ): Promise<void> {
    const made = { ...goal, inputs, status: "stays", created: this.plugin.now() } as const;
    const provider = providerFor(declared, goal, this.plugin);
    await this.written(
      { ...goal, doing: "creating", inputs },
      () => provider.create(structuredClone(inputs)),
      (outcome) => this.snapshot.recordCreated(old, { ...made, ...outcome }),
    );
  }

  private async update(declared: Declared, goal: Goal, old: Stored, inputs: Values): Promise<void> {
    const { id, outputs } = old;
    const provider = providerFor(declared, goal, this.plugin);
    await this.written(
      { ...goal, doing: "updating", inputs },
      async () => ({ id, ...(await provider.update(id, structuredClone(outputs), inputs)) }),
      (outcome) => {
        const own = outcome.hasInitErrors ? {} : { inputs };
        this.snapshot.record(old, { ...old, ...goal, ...own, ...outcome });
      },
    );
  }

  private async release(stored: Stored): Promise<void> {
    if (stored.retainOnDelete) {
      this.retained.push(stored);
      return;
    }
    const { kind, id, name, by, outputs } = stored;
    await this.noted({ ...stored, doing: "deleting" }, async () => {
      const provider = this.plugin.provider(kind, name, by);
      await this.plugin.written(provider.delete(id, structuredClone(outputs)));
    });
  }

  /** Records what came of it: all that was asked for, or what an error says that there is of it. */
  private async written(
    operation: Omit<Pending, "since">,
    call: () => Promise<{ id: string; outs?: Values }>,
    record: (outcome: Pick<Stored, "id" | "outputs" | "hasInitErrors">) => void,
  ): Promise<void> {
    await this.noted(operation, async () => {
      try {
        const { id, outs } = await this.plugin.written(call());
        record({ id, outputs: secretsOpened({ ...outs }), hasInitErrors: false });
      } catch (error) {
        const partial = partialOf(error);
        if (partial !== undefined) record({ ...partial, hasInitErrors: true });
        throw error;
      }
    });
  }

  /** Notes a step before it begins, and that it has ended. A process that dies does not come to the end. */
  private async noted(operation: Omit<Pending, "since">, work: () => Promise<void>): Promise<void> {
    const begun = { ...operation, since: this.plugin.began };
    this.snapshot.begin(begun);
    try {
      await work();
    } finally {
      this.snapshot.end(begun);
    }
  }
}

import { hasUnknown, type Values } from "../../../../provider/spec/values.js";
import type { Provider } from "../provider.ts";
import { goalOf, inputsOf, planOf } from "./plans.ts";
import type { Plugin } from "./plugin.ts";
import { type Declared, dependenciesOf, type Program } from "./program.ts";
import { type Goal, partialOf, Snapshot, type Stored, secretsOpened } from "./state.ts";

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
 * the real engine (3.276), as it was seen to make them.
 */
export class Operation {
  private readonly snapshot: Snapshot;
  private readonly registrations = new Map<string, Promise<void>>();
  /** The engine plans one resource after the other, whatever is being carried out meanwhile. */
  private readonly planning = new Queue();
  private readonly working = new Queue();
  private failure: unknown;

  constructor(
    found: readonly Stored[],
    private readonly plugin: Plugin,
  ) {
    this.snapshot = new Snapshot(found);
  }

  get resources(): readonly Stored[] {
    return this.snapshot.resources;
  }

  async up(program: Program, course: Course): Promise<void> {
    const { failsAfter = Number.POSITIVE_INFINITY } = course;
    for (const declared of program.slice(0, failsAfter)) {
      const registration = this.register(declared, course).catch((error: unknown) => {
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
      const provider = this.providerFor(stored);
      const seen = await provider.read(stored.id, structuredClone(stored.outputs), stored.inputs);
      const outputs = secretsOpened({ ...seen.props });
      const inputs = secretsOpened({ ...(seen.inputs ?? stored.inputs) });
      if (seen.id !== "") await provider.diff(stored.id, structuredClone(outputs), stored.inputs);
      if (seen.id === "") this.snapshot.forget(stored);
      else this.snapshot.change(stored, { inputs, outputs, hasInitErrors: false });
    }
  }

  async destroy(): Promise<void> {
    await this.deleteWhatIsLeft({});
  }

  private async register(declared: Declared, course: Course): Promise<void> {
    await Promise.all(dependenciesOf(declared).map((name) => this.registrations.get(name)));
    if (this.failure !== undefined) return; // nothing new is started after a failure
    const goal = goalOf(declared, this.plugin);
    const old = this.snapshot.former(goal.urn);
    if (course.targets !== undefined && !course.targets.includes(declared.name)) {
      if (old !== undefined) this.snapshot.record(old, old);
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
    const plan = await planOf(this.providerFor(goal), news, old);
    const { inputs } = plan;
    if (hasUnknown(inputs)) throw new Error("an up has no unknown values");
    switch (plan.does) {
      case "create":
        return [() => this.create(goal, inputs, old)];
      case "update":
        return [() => this.update(goal, plan.old, inputs)];
      case "same":
        return [async () => this.snapshot.record(plan.old, { ...plan.old, ...goal, inputs })];
      case "replace":
        return plan.deletesBefore
          ? this.replacedAfterDelete(goal, inputs, plan.old)
          : [() => this.create(goal, inputs, plan.old)];
    }
  }

  private replacedAfterDelete(goal: Goal, inputs: Values, old: Stored): Steps {
    const replacing = ({ urn, status }: Stored) => urn === old.urn && status === "replacing";
    const release = async () => {
      await this.release(old);
      this.snapshot.change(old, { status: "replacing" });
    };
    return [
      ...(old.status === "replacing" ? [] : [release]),
      () => this.create(goal, inputs, this.snapshot.left.find(replacing)),
    ];
  }

  private async deleteWhatIsLeft({ targets }: Course): Promise<void> {
    const gone = this.snapshot.left.filter(({ name }) => targets === undefined || targets.includes(name));
    for (const stored of gone.toReversed()) {
      if (stored.status !== "replacing") await this.release(stored);
      this.snapshot.forget(stored);
    }
  }

  private async create(goal: Goal, inputs: Values, old: Stored | undefined): Promise<void> {
    const made = { ...goal, inputs, status: "stays" } as const;
    const provider = this.providerFor(goal);
    await this.written(
      () => provider.create(structuredClone(inputs)),
      (outcome) => this.snapshot.recordCreated(old, { ...made, ...outcome }),
    );
  }

  private async update(goal: Goal, old: Stored, inputs: Values): Promise<void> {
    const { id, outputs } = old;
    const provider = this.providerFor(goal);
    await this.written(
      async () => ({ id, ...(await provider.update(id, structuredClone(outputs), inputs)) }),
      (outcome) => {
        const own = outcome.hasInitErrors ? {} : { inputs };
        this.snapshot.record(old, { ...old, ...goal, ...own, ...outcome });
      },
    );
  }

  private async release(stored: Stored): Promise<void> {
    if (stored.retainOnDelete) return;
    const { id, outputs } = stored;
    await this.plugin.written(this.providerFor(stored).delete(id, structuredClone(outputs)));
  }

  /** Records what came of it: all that was asked for, or what an error says that there is of it. */
  private async written(
    call: () => Promise<{ id: string; outs?: Values }>,
    record: (outcome: Pick<Stored, "id" | "outputs" | "hasInitErrors">) => void,
  ): Promise<void> {
    try {
      const { id, outs } = await this.plugin.written(call());
      record({ id, outputs: secretsOpened({ ...outs }), hasInitErrors: false });
    } catch (error) {
      const partial = partialOf(error);
      if (partial !== undefined) record({ ...partial, hasInitErrors: true });
      throw error;
    }
  }

  /** The process that works on a resource. */
  private providerFor({ kind, name, by }: Goal): Provider {
    return this.plugin.provider(kind, name, by);
  }
}

import type { Callback } from "@pulumi/pulumi/proto/callback_pb.js";
import { defined, messageOf, unknownValue, type Values } from "pulumi-workspace-gateway/tools";
import { formerUrns } from "./aliases.js";
import type { Course, ResourceDecision, ResourceOutcome } from "./course.js";
import type { Goal } from "./goal.js";
import { assertMakeable, withParentOptions } from "./goal-rules.js";
import { madeObject } from "./made-object.js";
import { Planner } from "./planner.js";
import { openedValues, sealedLike, sealedNames } from "./property-values.js";
import type { ResourceSubject } from "./providers/answering.js";
import { recordOf } from "./record-of.js";
import { DeploymentStopped, manyErrors } from "./stopped.js";
import { urnIn } from "./urns.js";

/**
 * One `up` or preview, as the engine does it: each resource is checked and compared one after the other, and made beside the
 * others. The first failure ends it; what is under way goes on to its end.
 */
export class ProgramDeployment {
  /** By URN, in the order in which they were made. */
  readonly outcomes = new Map<string, ResourceOutcome>();
  private readonly goals = new Map<string, Goal>();
  private readonly planner: Planner;
  private readonly underWay = new Set<Promise<unknown>>();
  private turn: Promise<unknown> = Promise.resolve();
  private hasStopped = false;

  /** @param stopped - called once, at the first failure */
  constructor(
    private readonly course: Course,
    private readonly stopped: () => void,
  ) {
    this.planner = new Planner(course);
  }

  get failed(): boolean {
    return this.hasStopped;
  }

  /** Resolves when nothing is under way any more. */
  async settled(): Promise<void> {
    while (this.underWay.size > 0) {
      await Promise.allSettled([...this.underWay]);
    }
  }

  /**
   * Makes what a program declares. Never resolves after a failure, as the engine then answers nothing; what a transform throws is for
   * the program.
   */
  async register(asked: Goal, transforms: readonly Callback[]): Promise<ResourceOutcome> {
    const inherited = withParentOptions(asked, this.goals.get(asked.parent ?? "")?.options);
    const ancestors = this.ancestorsOf(asked.parent);
    const goal = await this.course.transforms.applied(inherited, transforms, ancestors);
    const urn = urnIn(this.course.stack, goal.parent, goal.type, goal.name);
    return this.work(urn, async () => {
      const decision = await this.inTurn(() => this.decided(goal, urn));
      this.course.transforms.keep(urn, transforms);
      return this.carriedOut(goal, urn, decision);
    });
  }

  /** Reads what a program does not manage. */
  read(goal: Goal, id: string): Promise<ResourceOutcome> {
    const urn = urnIn(this.course.stack, goal.parent, goal.type, goal.name);
    return this.work(urn, async () => {
      const old = this.course.olds.get(urn);
      await this.inTurn(async () => this.claim(goal, urn));
      const subject = { urn, type: goal.type, name: goal.name };
      const provider = await this.course.providerOf(goal.type, goal.options.getProvider() || undefined);
      const isKnown = id !== unknownValue;
      const found = isKnown
        ? await provider.read(subject, id, openedValues(goal.inputs))
        : { id, outputs: {} };
      if (found === undefined) {
        throw new Error(`resource '${id}' does not exist`);
      }
      const outputs = sealedLike(found.outputs, goal.inputs);
      const record = recordOf(goal, urn, { external: true, id: found.id, inputs: goal.inputs, outputs });
      return this.settle({ record, decision: { op: "read", inputs: goal.inputs, ...defined({ old }) } });
    });
  }

  /** Keeps what a component or the stack says of itself when it is complete. */
  complete(urn: string, outputs: Values): void {
    const outcome = this.outcomes.get(urn);
    if (outcome !== undefined) {
      this.outcomes.set(urn, { ...outcome, record: { ...outcome.record, outputs } });
    }
  }

  /** Says what is wrong with the whole, and ends it. */
  fail(message: string, urn?: string): void {
    this.course.tell({ severity: "error", message, ...defined({ urn }) });
    this.stop();
  }

  private stop(): void {
    if (!this.hasStopped) {
      this.hasStopped = true;
      this.stopped();
    }
  }

  /** What fails is said of the resource, and then nothing more is begun. */
  private work<T>(urn: string, task: () => Promise<T>): Promise<T> {
    if (this.hasStopped) {
      return new Promise(() => {});
    }
    const working = task();
    const ended: Promise<void> = working
      .then(
        () => {},
        (error: unknown) => this.end(error, urn),
      )
      .finally(() => this.underWay.delete(ended));
    this.underWay.add(ended);
    return working.catch(() => new Promise<never>(() => {}));
  }

  private end(error: unknown, urn: string): void {
    if (error instanceof DeploymentStopped) {
      this.stop();
    } else {
      this.fail(messageOf(error), urn);
    }
  }

  /** One after the other, as the engine checks and compares. */
  private inTurn<T>(task: () => Promise<T>): Promise<T> {
    const next = this.turn.then(() => {
      if (this.hasStopped) {
        throw new DeploymentStopped();
      }
      return task();
    });
    this.turn = next.catch(() => {});
    return next;
  }

  private async decided(goal: Goal, urn: string): Promise<ResourceDecision> {
    this.claim(goal, urn);
    assertMakeable(goal);
    const aliases = formerUrns(goal, this.course.stack, this.planner.foundAs);
    const provider = goal.custom
      ? await this.course.providerOf(goal.type, goal.options.getProvider() || undefined)
      : undefined;
    return this.planner.decide(goal, urn, aliases, provider);
  }

  private claim(goal: Goal, urn: string): void {
    if (goal.parent !== undefined && !this.goals.has(goal.parent)) {
      throw new Error(`could not find parent resource ${goal.parent}`);
    }
    if (this.goals.has(urn)) {
      throw new Error(`Duplicate resource URN '${urn}'; try giving it a unique name`);
    }
    this.goals.set(urn, goal);
  }

  private async carriedOut(goal: Goal, urn: string, decision: ResourceDecision): Promise<ResourceOutcome> {
    const subject: ResourceSubject = { urn, type: goal.type, name: goal.name };
    const { inputs, op } = decision;
    const hooks = goal.options.getHooks();
    const isCreated = op === "create" || op === "replace";
    if (isCreated) {
      await this.course.hooks.beforeCreate(hooks, { ...subject, inputs });
    }
    const made = await madeObject(subject, decision, this.course.isPreview);
    const own = sealedLike(made.outputs, inputs);
    const outputs = sealedNames(own, goal.options.getAdditionalSecretOutputsList());
    const { id, initErrors } = made;
    const found = this.planner.foundAs.get(urn);
    const record = recordOf(goal, urn, {
      external: false,
      inputs,
      outputs,
      aliases: found === undefined ? [] : [found],
      ...defined({ id, initErrors }),
    });
    const outcome = this.settle({ record, decision });
    if (initErrors !== undefined) {
      throw new Error(manyErrors(initErrors));
    }
    if (isCreated) {
      await this.course.hooks.afterCreate(hooks, { ...subject, ...defined({ id }), inputs, outputs });
    }
    return outcome;
  }

  private settle(outcome: ResourceOutcome): ResourceOutcome {
    this.outcomes.set(outcome.record.urn, outcome);
    return outcome;
  }

  private ancestorsOf(urn: string | undefined): string[] {
    return urn === undefined ? [] : [urn, ...this.ancestorsOf(this.goals.get(urn)?.parent)];
  }
}

import { isDeepStrictEqual } from "node:util";
import { Engine, type Mishap, type Outcome } from "../../../contract/support/engine/engine.ts";
import type { Program } from "../../../contract/support/engine/program.ts";
import { scopes as allScopes } from "../../../gateway/resources/scopes.ts";
import { materialize, slotOf, withAliases } from "../program/materialize.ts";
import type { Shape } from "../program/shape.ts";
import type { ModelWorld } from "../world.ts";
import { asConsole } from "./console.ts";
import { edited } from "./edits.ts";
import { differences, orphans } from "./expected.ts";
import type { Law, Tally } from "./laws.ts";
import { Lookout } from "./lookout.ts";
import { possible } from "./possible.ts";
import type { Lost, Step } from "./schedule.ts";
import { Witness } from "./witness.ts";

/** What never answers is given up soon. */
const hurried = { REQUEST_TIMEOUT: "0.25" };

/** A stack through a story: after every run, and after every look at what a run has left, the laws are held. */
export class Chronicle {
  /** What has happened, for people. */
  readonly lines: string[] = [];
  readonly engine: Engine;
  program: Program = [];
  private readonly lookout: Lookout;
  /** Something was done past the state, or may have been: only a refresh shows it. */
  isUnsure = false;
  private former: Shape;
  /** The law by which nothing may be forgotten now. */
  private forgetting: Law = "forgotten";

  constructor(
    private readonly world: ModelWorld,
    public shape: Shape,
    private readonly tally: Tally,
  ) {
    this.former = shape;
    this.engine = new Engine(this.wholeEnv, { now: () => world.now() });
    this.lookout = new Lookout(world, this.engine, tally);
  }

  async play(step: Step): Promise<void> {
    const { world, engine } = this;
    world.passes();
    world.restore();
    const act = await asConsole(world, step.console);
    if (act !== undefined) this.isUnsure = true;
    if (act !== undefined) this.lines.push(act);
    const before = this.shape;
    this.declare(edited(this.shape, step.edits, this.former));
    this.former = before;
    const since = world.now();
    const token = this.tokenWithout(step.lost);
    engine.env = world.env(token, hurried);
    // Reads lag behind writes by seconds: what is read first shows all that earlier runs have written.
    const readsFirst = step.refresh || step.mishap.refreshed === true;
    const faults = step.faults
      .filter(({ kind }) => kind !== "stale" || !readsFirst)
      .map((fault) => world.gateway.faults.add(fault));
    if (step.lost !== "nothing") this.forgetting = "scopes";
    if (step.refresh) await this.refresh();
    // To another account a program would declare everything anew; this setting is what stops it.
    const { id } = world.gateway.account("owner");
    if (step.lost === "account") engine.env = world.env(token, { ...hurried, ALLOWED_ACCOUNTS: id });
    const outcome = await this.run(step);
    this.forgetting = "forgotten";
    for (const fault of faults) {
      this.tally.faults += fault.hits;
      fault.remove();
    }
    engine.env = this.wholeEnv;
    if (outcome !== "done") await this.remedied(step, since);
    this.tally.hold("orphans", orphans(world, engine));
    await this.readsTheSameTwice();
  }

  /** A program of this shape, and of its resources the URNs that the state has for their places. */
  declare(shape: Shape): void {
    const { world, engine } = this;
    const declared = (wanted: Shape) => {
      const staying = engine.state.resources.filter(({ status }) => status !== "leaving");
      const urns = staying.map(({ urn }) => urn);
      return withAliases(materialize(wanted, world.around), wanted, urns);
    };
    this.shape = possible(shape, declared, world, engine);
    this.program = declared(this.shape);
    this.lines.push(`program: ${JSON.stringify(this.program)}`);
  }

  async up(mishap: Mishap = {}): Promise<Outcome> {
    const isPart = mishap.targets !== undefined;
    const what = `up ${JSON.stringify(mishap)}`;
    const outcome = await this.judged(what, () => this.engine.up(this.program, mishap), isPart);
    if (outcome === "done" && !isPart && mishap.refreshed === true) this.isUnsure = false;
    if (outcome === "done" && !isPart && !this.isUnsure) {
      this.tally.hold("converges", differences(this.world, this.engine, this.program));
    }
    return outcome;
  }

  async refresh(): Promise<Outcome> {
    const witness = new Witness(this.world, this.engine, this.program);
    const outcome = await this.engine.refresh();
    this.tally.runs++;
    this.say("refresh", outcome);
    this.tally.hold(this.forgetting, witness.forgotten());
    if (outcome === "done") this.isUnsure = false;
    return outcome;
  }

  private async run({ destroys, targets, mishap }: Step): Promise<Outcome> {
    if (!destroys) {
      const names = this.program.map(({ name }) => name);
      const chosen = targets && names.filter((name) => targets.includes(slotOf(name)));
      return this.up({ ...mishap, targets: chosen });
    }
    const program = this.program;
    this.program = [];
    const what = `destroy ${JSON.stringify(mishap.kill)}`;
    const outcome = await this.judged(what, () => this.engine.destroy(mishap.kill), false);
    if (outcome === "done") this.tally.hold("converges", differences(this.world, this.engine, []));
    this.program = program;
    return outcome;
  }

  /** `isPart`: whether the run leaves out a part of the program. */
  private async judged(what: string, operation: () => Promise<Outcome>, isPart: boolean): Promise<Outcome> {
    const { world, engine, tally } = this;
    const witness = new Witness(world, engine, this.program);
    const { kills } = engine;
    const before = world.ids();
    const outcome = await operation();
    await world.inFlight.none();
    tally.runs++;
    if (engine.kills > kills) {
      tally.kills++;
      this.isUnsure = true;
    }
    this.say(what, outcome);
    witness.judge(tally, this.forgetting, outcome === "done" && !isPart);
    await this.lookout.clearAway(before);
    return outcome;
  }

  /** After a run that was not done: again, or with the recovery first. */
  private async remedied(step: Step, since: number): Promise<void> {
    this.world.passes();
    if (step.remedy === "again") {
      const again = await this.run({ ...step, mishap: {} });
      this.lookout.forgive();
      if (again === "done") return;
    }
    this.lines.push(await this.lookout.recover(this.program, since));
  }

  private async readsTheSameTwice(): Promise<void> {
    const probe = new Engine(this.engine.env, { now: () => this.world.now() });
    probe.state = this.engine.state;
    const first = await probe.refresh();
    const once = probe.state;
    const second = await probe.refresh();
    const wrong = [first, second].every((outcome) => outcome === "done") ? [] : [probe.errors.join("; ")];
    if (wrong.length === 0 && !isDeepStrictEqual(probe.state, once)) wrong.push("it changed the state");
    this.tally.hold("reads", wrong);
  }

  private say(what: string, outcome: Outcome): void {
    this.lines.push(`${what}: ${outcome} ${outcome === "failed" ? this.engine.errors.at(-1) : ""}`);
  }

  private get wholeEnv(): Record<string, string> {
    return this.world.env(this.world.gateway.token({ user: "owner" }));
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

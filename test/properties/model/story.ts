import { isDeepStrictEqual } from "node:util";
import { hidden, type Values } from "../../../provider/spec/values.js";
import { Engine, type Mishap, type Outcome } from "../../contract/support/engine/engine.ts";
import { kindNamed } from "../../contract/support/engine/plugin.ts";
import type { Program } from "../../contract/support/engine/program.ts";
import type { Stored } from "../../contract/support/engine/state.ts";
import { scopes as allScopes } from "../../gateway/resources/scopes.ts";
import { differences, Lookout, orphans, Witness } from "./judge.ts";
import { type Law, LawBroken, type Tally } from "./laws.ts";
import { possible } from "./possible.ts";
import { materialize, type Shape, slotOf, withAliases } from "./program.ts";
import { type ConsoleAct, edited, type Lost, type Step, type Story } from "./schedule.ts";
import { ModelWorld, made } from "./world.ts";

/** Lives through a story and holds the laws on the way. A failure tells every program and run of it. */
export async function live(story: Story, tally: Tally): Promise<void> {
  await using world = await ModelWorld.open({ twins: story.twins }, story.adopts);
  const chronicle = new Chronicle(world, story.first, tally);
  try {
    for (const step of story.steps) await chronicle.play(step);
    await converge(chronicle, world, tally);
  } catch (error) {
    if (error instanceof Error) error.message += `\n${chronicle.lines.join("\n")}`;
    throw error instanceof LawBroken ? error : new Error("a story ended early", { cause: error });
  }
}

/** Runs after the last fault in which all must be as declared. */
const mostRuns = 3;

/**
 * After the last fault: a few runs bring everything to what is declared, and then nothing is left to do. Nothing is taken over
 * for that; what was renamed in the program gets its aliases, as the message of a refused create says.
 */
async function converge(chronicle: Chronicle, world: ModelWorld, tally: Tally): Promise<void> {
  const { engine } = world;
  world.passes();
  world.restore();
  engine.resources = engine.resources.map((each) => ({ ...each, protect: false }));
  const converged = { protect: false, retained: false, order: 0, aliased: true };
  chronicle.declare(chronicle.shape.map((slot) => ({ ...slot, ...converged })));
  if (chronicle.isUnsure) {
    const outcome = await chronicle.refresh();
    tally.hold("converges", outcome === "done" ? [] : [`the last refresh ${outcome}`]);
  }
  let outcome = await chronicle.up();
  for (let run = 1; run < mostRuns && outcome !== "done"; run++) outcome = await chronicle.up();
  const wrong = differences(world, chronicle.program);
  tally.hold("converges", outcome === "done" ? wrong : [`not done in ${mostRuns} runs`, ...wrong]);
  await nothingIsLeftToDo(chronicle, world, tally);
}

async function nothingIsLeftToDo(chronicle: Chronicle, world: ModelWorld, tally: Tally): Promise<void> {
  const { engine } = world;
  const before = inputsIn(engine.state.resources);
  world.gateway.log.clear();
  const outcomes = [await chronicle.up(), await chronicle.refresh()];
  const after = inputsIn(engine.state.resources);
  tally.hold("converges", [
    ...outcomes.filter((outcome) => outcome !== "done"),
    ...world.writes.map((write) => `${write} is still to do`),
    ...(isDeepStrictEqual(after, before) ? [] : ["a refresh has changed inputs"]),
  ]);
}

/**
 * The inputs of all resources, as they mean something. A read knows only of the last create or update: it shows the URN that
 * this was told, and a set in its order. A run without a change records only inputs, so the order is that of the program there.
 */
function inputsIn(resources: readonly Stored[]): Values[] {
  return resources.map(({ kind, inputs: { [hidden.urn]: _urn, ...inputs } }) =>
    Object.fromEntries(
      Object.entries(inputs).map(([name, value]) => [
        name,
        kindNamed(kind).fields.get(name)?.unordered && Array.isArray(value) ? value.toSorted() : value,
      ]),
    ),
  );
}

/** What never answers is given up soon. */
const hurried = { REQUEST_TIMEOUT: "0.25" };

/** A stack through a story: after every run, and after every look at what a run has left, the laws are held. */
class Chronicle {
  /** What has happened, for people. */
  readonly lines: string[] = [];
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
    this.lookout = new Lookout(world, tally);
  }

  async play(step: Step): Promise<void> {
    const { world } = this;
    const { engine } = world;
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
    engine.env = world.env();
    if (outcome !== "done") await this.remedied(step, since);
    this.tally.hold("orphans", orphans(world));
    await this.readsTheSameTwice();
  }

  /** A program of this shape, and of its resources the URNs that the state has for their places. */
  declare(shape: Shape): void {
    const { world } = this;
    const { engine } = world;
    const declared = (wanted: Shape) => {
      const staying = engine.state.resources.filter(({ status }) => status !== "leaving");
      const urns = staying.map(({ urn }) => urn);
      return withAliases(materialize(wanted, world.around), wanted, urns);
    };
    this.shape = possible(shape, declared, world);
    this.program = declared(this.shape);
    this.lines.push(`program: ${JSON.stringify(this.program)}`);
  }

  async up(mishap: Mishap = {}): Promise<Outcome> {
    const isPart = mishap.targets !== undefined;
    const what = `up ${JSON.stringify(mishap)}`;
    const outcome = await this.judged(what, () => this.world.engine.up(this.program, mishap), isPart);
    if (outcome === "done" && !isPart && mishap.refreshed === true) this.isUnsure = false;
    if (outcome === "done" && !isPart && !this.isUnsure) {
      this.tally.hold("converges", differences(this.world, this.program));
    }
    return outcome;
  }

  async refresh(): Promise<Outcome> {
    const witness = new Witness(this.world, this.program);
    const outcome = await this.world.engine.refresh();
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
    const outcome = await this.judged(what, () => this.world.engine.destroy(mishap.kill), false);
    if (outcome === "done") this.tally.hold("converges", differences(this.world, []));
    this.program = program;
    return outcome;
  }

  /** `isPart`: whether the run leaves out a part of the program. */
  private async judged(what: string, operation: () => Promise<Outcome>, isPart: boolean): Promise<Outcome> {
    const { world, tally } = this;
    const { engine } = world;
    const witness = new Witness(world, this.program);
    const { kills } = engine;
    const before = world.ids();
    const outcome = await operation();
    await world.inFlight.none();
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
    const probe = new Engine(this.world.engine.env, { now: () => this.world.now() });
    probe.state = this.world.engine.state;
    const first = await probe.refresh();
    const once = probe.state;
    const second = await probe.refresh();
    const wrong = [first, second].every((outcome) => outcome === "done") ? [] : [probe.errors.join("; ")];
    if (wrong.length === 0 && !isDeepStrictEqual(probe.state, once)) wrong.push("it changed the state");
    this.tally.hold("reads", wrong);
  }

  private say(what: string, outcome: Outcome): void {
    this.lines.push(`${what}: ${outcome} ${outcome === "failed" ? this.world.engine.errors.at(-1) : ""}`);
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

/** What people like to change in the console. */
const edits: Partial<Record<(typeof made)[number], Record<string, unknown>>> = {
  ModelProvider: { priority: 9 },
  Model: { display_name: "Edited" },
  Prompt: { content: "Edited." },
  Mapping: { priority: 9 },
};

/** Somebody edits or deletes an object in the console. Tells what was done; undefined if there was nothing to do. */
async function asConsole(world: ModelWorld, act: ConsoleAct | undefined): Promise<string | undefined> {
  const kind = made[(act?.kind ?? 0) % made.length];
  if (act === undefined || kind === undefined) return undefined;
  const rows = world.rows(kind).filter(({ id }) => id !== world.around.workspaceId);
  const row = rows[act.row % Math.max(1, rows.length)];
  const body = edits[kind];
  if (row === undefined || (act.does === "edits" && body === undefined)) return undefined;
  if (act.does === "edits") await world.console("PATCH", kind, row, body);
  else await world.console("DELETE", kind, row);
  return `console ${act.does} ${kind} ${row.id}`;
}

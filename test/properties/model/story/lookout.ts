import { lineOf, stepsOf } from "../../../../cli/recover/recovery-plan.js";
import type { Engine } from "../../../contract/support/engine/engine.ts";
import { kindNamed } from "../../../contract/support/engine/plugin.ts";
import type { Program } from "../../../contract/support/engine/program.ts";
import type { Stored } from "../../../contract/support/engine/state.ts";
import { hasTable } from "../../../faults/judge/remains.ts";
import { recover } from "../recovery.ts";
import { type ModelWorld, made } from "../world.ts";
import { orphans } from "./expected.ts";
import type { Tally } from "./laws.ts";

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
    private readonly engine: Engine,
    private readonly tally: Tally,
  ) {}

  /**
   * What resources were to leave is there, if it was there before the run; whoever wanted it gives it another name.
   *
   * @param before - the ids of what was there
   */
  async clearAway(before: ReadonlySet<string>): Promise<void> {
    const { engine, world, tally } = this;
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
    const { engine, world, tally } = this;
    const pending = engine.state.pending.filter(({ doing }) => doing === "creating");
    world.gateway.log.clear();
    // Where a protected resource is to be replaced, there is no preview: people take the protection away first.
    const unprotected = program.map((each) => ({ ...each, protect: false }));
    const steps = await recover(engine, unprotected, since);
    tally.hold("harmless", world.writes);
    tally.hold("orphans", orphans(world, engine));
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
    this.errorsRead = this.engine.errors.length;
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

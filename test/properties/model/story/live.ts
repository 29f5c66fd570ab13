import { isDeepStrictEqual } from "node:util";
import { hidden, type Values } from "../../../../provider/spec/values.js";
import { kindNamed } from "../../../contract/support/engine/plugin.ts";
import type { Stored } from "../../../contract/support/engine/state.ts";
import { ModelWorld } from "../world.ts";
import { Chronicle } from "./chronicle.ts";
import { differences } from "./expected.ts";
import { LawBroken, type Tally } from "./laws.ts";
import type { Story } from "./schedule.ts";

/** Lives through a story and holds the laws on the way. A failure tells every program and run of it. */
export async function live(story: Story, tally: Tally): Promise<void> {
  await using world = await ModelWorld.open({ twins: story.twins }, story.adopts);
  const chronicle = new Chronicle(world, story.first, tally);
  try {
    for (const step of story.steps) await chronicle.play(step);
    await converge(chronicle, world, tally);
    tally.stories++;
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
  const { engine } = chronicle;
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
  const wrong = differences(world, engine, chronicle.program);
  tally.hold("converges", outcome === "done" ? wrong : [`not done in ${mostRuns} runs`, ...wrong]);
  await nothingIsLeftToDo(chronicle, world, tally);
}

async function nothingIsLeftToDo(chronicle: Chronicle, world: ModelWorld, tally: Tally): Promise<void> {
  const { engine } = chronicle;
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

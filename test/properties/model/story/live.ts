import { ModelWorld } from "../world.ts";
import { Chronicle } from "./chronicle.ts";
import { converge } from "./converge.ts";
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

import type { Declared } from "./declaration.ts";
import { everything, members } from "./everything.ts";
import { up } from "./life.ts";
import type { World } from "./world.ts";

/** All objects that a grown stack declares. */
export const whole: readonly Declared[] = [...everything, ...members];

/** Makes one object of every kind, or others. Somebody has to join the workspace before a member can be declared. */
export async function grow(w: World, objects = whole): Promise<void> {
  await up(w);
  w.gateway.seed.member(w.calls.id("workspaces", "Support"), "member");
  await up(w, objects);
  w.calls.take();
}

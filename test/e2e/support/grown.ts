import { everything, member } from "./everything.ts";
import { ok } from "./outcome.ts";
import { type World, type WorldOptions, world } from "./world.ts";

/** All objects that a grown stack declares. */
export const whole = [...everything, member];

/** A stack that has one object of every kind. Somebody has to join the workspace before a member can be declared. */
export async function grownWorld(options: Omit<WorldOptions, "objects"> = {}): Promise<World> {
  const grown = await world({ ...options, objects: everything });
  await ok(grown.project.up({ skipPreview: true }));
  grown.gateway.seed.member(grown.calls.id("workspaces", "Support"), "member");
  await grown.declare(whole);
  await ok(grown.project.up({ skipPreview: true }));
  return grown;
}

import { afterAll, beforeAll, onTestFinished } from "vitest";
import type { Operation } from "../../harness/operation.ts";
import type { Declared } from "./declaration.ts";
import { errorsOf, fails, ok } from "./outcome.ts";
import { type World, type WorldOptions, world } from "./world.ts";

/** A world for all tests of a file or a `describe`, mostly the stations of one stack's life: it is filled in before the first of them. */
export function life(
  options: WorldOptions | (() => WorldOptions),
  begin: (w: World) => Promise<unknown> = async () => {},
): World {
  const w = {} as World;
  beforeAll(async () => {
    Object.assign(w, await world(typeof options === "function" ? options() : options));
    await begin(w);
  });
  afterAll(() => w.dispose?.());
  return w;
}

export async function worldOfTest(options: WorldOptions): Promise<World> {
  const w = await world(options);
  onTestFinished(() => w.dispose());
  return w;
}

/** Applies what the program declares, or is to declare from now on; the output. */
export async function up(
  w: World,
  objects?: readonly Declared[],
  operation: Operation = {},
): Promise<string> {
  if (objects !== undefined) await w.declare(objects);
  return ok(w.project.up({ skipPreview: true, ...operation }));
}

export async function upErrors(
  w: World,
  objects?: readonly Declared[],
  operation: Operation = {},
): Promise<string[]> {
  if (objects !== undefined) await w.declare(objects);
  return errorsOf(await fails(w.project.up({ skipPreview: true, ...operation })));
}

/** Fails unless the program and the gateway agree with the stack. */
export async function hasNoChanges(w: World, operation: Operation = {}): Promise<void> {
  await ok(w.project.preview({ expectNoChanges: true, refresh: true, ...operation }));
}

import { describe, expect, test } from "vitest";
import { share } from "../harness/tests/depth.ts";
import type { Kill, ModelEngine, Outcome } from "./model/engine/engine.ts";
import { recover } from "./model/engine/recovery.ts";
import { everything } from "./model/program/forms.ts";
import { materialize } from "./model/program/materialize.ts";
import type { Program } from "./model/program/program.ts";
import { ModelStack } from "./model/stack.ts";
import { orphans } from "./model/story/expected.ts";

const ways: readonly Omit<Kill, "count">[] = [
  { who: "engine", at: "request" },
  { who: "engine", at: "write" },
  { who: "engine", at: "write", withoutCheckpoints: true },
  { who: "plugin", at: "write" },
];

/** Lets a run be killed, with all that it has begun. Gives how it ended, and when it began. */
async function killed({ world }: ModelStack, run: () => Promise<Outcome>) {
  world.passes();
  const since = world.now();
  const outcome = await run();
  expect(outcome).not.toBe("done");
  await world.inFlight.none();
  world.passes();
  return { outcome, since };
}

describe.each(ways)(
  "a first up with all kinds, killed by $who, at: $at, without checkpoints: $withoutCheckpoints",
  (way) => {
    test.each(share([1, 4, 7, 10, 13, 16, 19]))(
      "%i: recover and one up converge, without adopting anything",
      async (count) => {
        await using stack = await ModelStack.open();
        const { world, engine } = stack;
        const program = materialize(everything, world.around);
        const kill = { ...way, count };
        const { since } = await killed(stack, () => engine.up(program, { kill, parallel: true }));
        await recover(engine, program, since);
        expect(orphans(world, engine)).toEqual([]);
        const there = [...world.ids()];
        world.passes();
        expect(await engine.up(program)).toBe("done");
        expect(stack.wrong(program)).toEqual([]);
        expect([...world.ids()]).toEqual(expect.arrayContaining(there));
      },
    );
  },
);

/** One bit of what is declared after the other is another one: there is a change of each kind of object. */
const changes = [0, 1, 2, 3, 4].map((bit) =>
  everything.map((slot) => ({ ...slot, content: slot.content ^ (1 << bit) })),
);

const commands: Record<string, (engine: ModelEngine, changed: Program, kill: Kill) => Promise<Outcome>> = {
  up: (engine, changed, kill) => engine.up(changed, { kill, parallel: true }),
  refresh: (engine, _changed, kill) => engine.refresh({ ...kill, at: "request" }), // it writes nothing
  destroy: (engine, _changed, kill) => engine.destroy(kill),
};

const frames = Object.entries(commands).flatMap(([command, run], first) =>
  ways.map((way) => ({ ...way, way, command, run, first })),
);

describe.each(frames)(
  "$command of all kinds, killed by $who, at: $at, without checkpoints: $withoutCheckpoints",
  ({ way, run, first }) => {
    test.each(share([1, 3, 4, 6, 8, 10], first))(
      "%i: recover and one up bring back what was declared before, what is changed and nothing",
      async (count) => {
        await using stack = await ModelStack.open();
        const { world, engine } = stack;
        const program = materialize(everything, world.around);
        const changed = materialize(changes[count % changes.length] ?? everything, world.around);
        for (const next of [program, changed, []]) {
          world.restore();
          world.passes();
          expect(await engine.up(program), engine.errors.join()).toBe("done");
          const { outcome, since } = await killed(stack, () => run(engine, changed, { ...way, count }));
          world.restore();
          const isRecorded = outcome === "killed" && way.withoutCheckpoints !== true;
          await recover(engine, next, isRecorded ? undefined : since);
          world.passes();
          expect(await engine.up(next), engine.errors.join()).toBe("done");
          expect(stack.wrong(next)).toEqual([]);
        }
      },
    );
  },
);

test("with settings that lead to another gateway it is refused, asks nothing, and leaves the state as it was", async () => {
  await using stack = await ModelStack.open();
  const { world, engine } = stack;
  const { env } = engine;
  const program = materialize(everything, world.around);
  await engine.up(program.slice(0, 4));
  for (const run of [() => engine.up(program, { kill }), () => engine.destroy(kill)]) {
    expect(await run()).toBe("killed");
    await world.inFlight.none();
    const { state } = engine;
    expect(state.pending).not.toEqual([]);
    world.gateway.log.clear();
    const elsewhere = String(env.WORKSPACE_GATEWAY_BASE_URL).replace("127.0.0.1", "localhost");
    engine.env = { ...env, WORKSPACE_GATEWAY_BASE_URL: elsewhere };
    await expect(recover(engine, program)).rejects.toThrow("was made on");
    expect(world.gateway.log.entries()).toEqual([]);
    expect(engine.state).toBe(state);
    engine.env = env;
    await recover(engine, program);
    expect(engine.state.pending).toEqual([]);
  }
});
const kill = { who: "engine", at: "write", count: 1 } as const;

test("a key that a killed run has changed is sent again by the up that takes the change back", async () => {
  await using stack = await ModelStack.open();
  const { world, engine } = stack;
  const program = (apiKey: string): Program => {
    const upstream = { baseUrl: "https://one.example/v1", priority: 1, compatibility: "OPENAI_SDK" };
    const args = { workspaceId: world.around.workspaceId, name: "openai", ...upstream, apiKey };
    return [{ name: "openai", kind: "ModelProvider", args, aliases: [], protect: false }];
  };
  const keys = () => [...world.apiKeys().values()];
  await engine.up(program("sk-canary-first-0123456789"));
  expect(await engine.up(program("sk-canary-second-0123456789"), { kill })).toBe("killed");
  await world.inFlight.none();
  expect(keys()).toEqual(["sk-canary-second-0123456789"]);
  await recover(engine, []);
  expect(await engine.up(program("sk-canary-first-0123456789"))).toBe("done");
  expect(keys()).toEqual(["sk-canary-first-0123456789"]);
  expect(await stack.leftToDo(program("sk-canary-first-0123456789"))).toEqual([]);
});

test("what a killed run has made again, because its read showed that the old one was gone, is found", async () => {
  await using stack = await ModelStack.open();
  const { world, engine } = stack;
  const program = materialize(everything, world.around);
  expect(await engine.up(program)).toBe("done");
  for (const row of world.rows("Workspace").filter(({ id }) => id !== world.around.workspaceId)) {
    await world.console("DELETE", "Workspace", row, {});
  }
  const kill = { who: "engine", at: "write", count: 4, withoutCheckpoints: true } as const;
  const { since } = await killed(stack, () => engine.up(program, { refreshed: true, kill }));
  const made = [...world.ids()];
  expect(made.length).toBeGreaterThan(0);
  await recover(engine, program, since);
  expect(orphans(world, engine)).toEqual([]);
  world.passes();
  expect(await engine.up(program, { refreshed: true })).toBe("done");
  expect(stack.wrong(program)).toEqual([]);
  expect([...world.ids()]).toEqual(expect.arrayContaining(made));
});

import { describe, expect, test } from "vitest";
import { share } from "../harness/tests/depth.ts";
import { type Kill, ModelEngine } from "./model/engine/engine.ts";
import { Recovery } from "./model/engine/recovery.ts";
import { everything } from "./model/program/everything.ts";
import { materialize } from "./model/program/materialize.ts";
import type { Program } from "./model/program/program.ts";
import { differences, orphans } from "./model/story/expected.ts";
import { ModelWorld } from "./model/world.ts";

const ways: readonly Omit<Kill, "count">[] = [
  { who: "engine", at: "request" },
  { who: "engine", at: "write" },
  { who: "engine", at: "write", withoutCheckpoints: true },
  { who: "plugin", at: "write" },
];

/** One bit of what is declared after the other is another one: there is a change of each kind of object. */
const changes = [0, 1, 2, 3, 4].map((bit) =>
  everything.map((slot) => ({ ...slot, content: slot.content ^ (1 << bit) })),
);

describe.each(ways)(
  "a first up with all kinds, killed by $who, at: $at, without checkpoints: $withoutCheckpoints",
  (way) => {
    test.each(share([1, 4, 7, 10, 13, 16, 19]))(
      "%i: recover and one up converge, without adopting anything",
      async (count) => {
        await using world = await ModelWorld.open({}, false);
        const program = materialize(everything, world.around);
        const engine = new ModelEngine(world.env(world.gateway.token({ user: "owner" })), () => world.now());
        world.passes();
        const since = world.now();
        expect(await engine.up(program, { kill: { ...way, count }, parallel: true })).not.toBe("done");
        await world.inFlight.none();
        world.passes();
        const recovery = new Recovery(engine);
        await recovery.pending();
        await recovery.unrecorded(program, since);
        expect(orphans(world, engine)).toEqual([]);
        const there = [...world.ids()];
        world.passes();
        expect(await engine.up(program)).toBe("done");
        expect(differences(world, engine, program)).toEqual([]);
        expect([...world.ids()]).toEqual(expect.arrayContaining(there));
      },
    );
  },
);

describe.each(changes.map((changed, bit) => ({ changed, bit })))(
  "a change of all kinds (bit $bit)",
  ({ changed, bit }) => {
    test.each(share([1, 3, 5, 8, 12], bit))(
      "killed when write %i is done, recovered and taken back: an up brings back what is declared, keys as well",
      async (count) => {
        await using world = await ModelWorld.open({}, false);
        const engine = new ModelEngine(world.env(world.gateway.token({ user: "owner" })), () => world.now());
        const program = materialize(everything, world.around);
        expect(await engine.up(program)).toBe("done");
        world.passes();
        await engine.up(materialize(changed, world.around), {
          kill: { who: "engine", at: "write", count },
          parallel: true,
        });
        await world.inFlight.none();
        const begun = Map.groupBy(engine.state.pending, ({ doing }) => doing);
        const updating = (begun.get("updating") ?? []).map(({ urn }) => urn);
        world.passes();
        await new Recovery(engine).pending();
        const { steps } = JSON.parse(await engine.preview(program));
        const planned = (urn: string) => steps.find((step: { urn: string }) => step.urn === urn).op;
        expect(updating.filter((urn) => planned(urn) === "same")).toEqual([]);
        world.passes();
        // What was being deleted, to be replaced, may be gone: recover says of it that a refresh shows that.
        expect(await engine.up(program, { refreshed: begun.has("deleting") })).toBe("done");
        expect(differences(world, engine, program)).toEqual([]);
      },
    );
  },
);

describe.each(ways)(
  "a destroy of all kinds, killed by $who, at: $at, without checkpoints: $withoutCheckpoints",
  (way) => {
    test.each(share([1, 3, 5, 8, 11, 12]))(
      "%i: recover and one up of the same or a changed program bring back what is declared, a destroy takes all away",
      async (count) => {
        await using world = await ModelWorld.open({}, false);
        const engine = new ModelEngine(world.env(world.gateway.token({ user: "owner" })), () => world.now());
        const program = materialize(everything, world.around);
        const [changed = everything] = changes;
        for (const next of [program, materialize(changed, world.around), []]) {
          world.restore();
          world.passes();
          expect(await engine.up(program)).toBe("done");
          world.passes();
          const since = world.now();
          expect(await engine.destroy({ ...way, count })).not.toBe("done");
          await world.inFlight.none();
          world.passes();
          world.restore();
          const recovery = new Recovery(engine);
          const isRecorded = way.who === "engine" && way.withoutCheckpoints !== true;
          await recovery.pending(isRecorded ? undefined : since);
          await recovery.unrecorded(program, since);
          world.passes();
          expect(await engine.up(next), engine.errors.join()).toBe("done");
          expect(differences(world, engine, next)).toEqual([]);
        }
      },
    );
  },
);

test("a key that a killed run has changed is sent again by the up that takes the change back", async () => {
  await using world = await ModelWorld.open({}, false);
  const engine = new ModelEngine(world.env(world.gateway.token({ user: "owner" })), () => world.now());
  const program = (apiKey: string): Program => {
    const upstream = {
      name: "openai",
      baseUrl: "https://one.example/v1",
      priority: 1,
      compatibility: "OPENAI_SDK",
    };
    const args = { workspaceId: world.around.workspaceId, ...upstream, apiKey };
    return [{ name: "openai", kind: "ModelProvider", args, aliases: [], protect: false }];
  };
  const keys = () => [...world.apiKeys().values()];
  await engine.up(program("sk-canary-first-0123456789"));
  const kill = { who: "engine", at: "write", count: 1 } as const;
  expect(await engine.up(program("sk-canary-second-0123456789"), { kill })).toBe("killed");
  await world.inFlight.none();
  expect(keys()).toEqual(["sk-canary-second-0123456789"]);
  await new Recovery(engine).pending();
  expect(await engine.up(program("sk-canary-first-0123456789"))).toBe("done");
  expect(keys()).toEqual(["sk-canary-first-0123456789"]);
  world.gateway.log.clear();
  expect(await engine.up(program("sk-canary-first-0123456789"))).toBe("done");
  expect(world.gateway.log.entries().filter(({ method }) => method !== "GET")).toEqual([]);
});

test("what a killed run has made again, because its read showed that the old one was gone, is found", async () => {
  await using world = await ModelWorld.open({}, false);
  const engine = new ModelEngine(world.env(world.gateway.token({ user: "owner" })), () => world.now());
  const program = materialize(everything, world.around);
  expect(await engine.up(program)).toBe("done");
  for (const row of world.rows("Workspace").filter(({ id }) => id !== world.around.workspaceId)) {
    await world.console("DELETE", "Workspace", row, {});
  }
  world.passes();
  const since = world.now();
  const kill = { who: "engine", at: "write", count: 4, withoutCheckpoints: true } as const;
  expect(await engine.up(program, { refreshed: true, kill })).toBe("killed");
  await world.inFlight.none();
  const made = [...world.ids()];
  expect(made.length).toBeGreaterThan(0);
  world.passes();
  await new Recovery(engine).unrecorded(program, since);
  expect(orphans(world, engine)).toEqual([]);
  world.passes();
  expect(await engine.up(program, { refreshed: true })).toBe("done");
  expect(differences(world, engine, program)).toEqual([]);
  expect([...world.ids()]).toEqual(expect.arrayContaining(made));
});

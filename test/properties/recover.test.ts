import { describe, expect, test } from "vitest";
import { type Kill, ModelEngine } from "./model/engine/engine.ts";
import { Recovery } from "./model/engine/recovery.ts";
import { everything } from "./model/program/everything.ts";
import { materialize } from "./model/program/materialize.ts";
import { differences, orphans } from "./model/story/expected.ts";
import { ModelWorld } from "./model/world.ts";

const ways: readonly Omit<Kill, "count">[] = [
  { who: "engine", at: "request" },
  { who: "engine", at: "write" },
  { who: "engine", at: "write", withoutCheckpoints: true },
  { who: "plugin", at: "write" },
];

describe.each(ways)(
  "a first up with all kinds, killed by $who, at: $at, without checkpoints: $withoutCheckpoints",
  (way) => {
    test.each([1, 4, 7, 10, 13, 16, 19])(
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

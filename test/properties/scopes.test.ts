import { describe, expect, test } from "vitest";
import { scopes } from "../gateway/auth/scopes.ts";
import { ModelEngine } from "./model/engine/engine.ts";
import { everything } from "./model/program/everything.ts";
import { forms } from "./model/program/forms.ts";
import { materialize } from "./model/program/materialize.ts";
import { differences } from "./model/story/expected.ts";
import { ModelWorld } from "./model/world.ts";

async function wholeStack() {
  const world = await ModelWorld.open({}, false);
  const program = materialize(everything, world.around);
  const engine = new ModelEngine(world.env(world.gateway.token({ user: "owner" })), () => world.now());
  expect(await engine.up(program)).toBe("done");
  expect(new Set(engine.state.resources.map(({ kind }) => kind))).toEqual(
    new Set(forms.map(({ kind }) => kind)),
  );
  const objects = () => [...world.ids()].sort();
  return { world, program, engine, objects, [Symbol.asyncDispose]: () => world[Symbol.asyncDispose]() };
}

describe("a lost scope deletes nothing from the state, and nothing on the gateway", () => {
  test.each([...scopes])("%s", async (lost) => {
    await using stack = await wholeStack();
    const { world, engine, program, objects } = stack;
    const left = scopes.filter((scope) => scope !== lost);
    engine.env = world.env(world.gateway.token({ user: "owner", scopes: left }));
    const before = { urns: engine.state.resources.map(({ urn, id }) => `${urn} ${id}`), objects: objects() };
    world.passes();
    await engine.refresh();
    await engine.up(program, { refreshed: true });
    expect(engine.state.resources.map(({ urn, id }) => `${urn} ${id}`).sort()).toEqual(before.urns.sort());
    expect(objects()).toEqual(before.objects);
    expect(differences(world, engine, program)).toEqual([]);
  });

  test.each(["no scope at all", "a token that was revoked", "another account"])("%s", async (what) => {
    await using stack = await wholeStack();
    const { world, engine, objects } = stack;
    const user = what === "another account" ? "stranger" : "owner";
    const token = world.gateway.token({ user, ...(what === "no scope at all" ? { scopes: [] } : {}) });
    if (what === "a token that was revoked") world.gateway.revoke(token);
    engine.env = world.env(token);
    const before = { state: engine.state, objects: objects() };
    world.passes();
    expect(await engine.refresh()).toBe("failed");
    expect(engine.state.resources.map(({ urn }) => urn)).toEqual(
      before.state.resources.map(({ urn }) => urn),
    );
    expect(objects()).toEqual(before.objects);
  });
});

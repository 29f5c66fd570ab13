import { describe, expect, test } from "vitest";
import { scopes } from "../gateway/resources/scopes.ts";
import { everything, forms } from "./model/program/forms.ts";
import { materialize } from "./model/program/materialize.ts";
import { ModelStack } from "./model/stack.ts";

async function wholeStack() {
  const stack = await ModelStack.open();
  const { world, engine } = stack;
  const program = materialize(everything, world.around);
  expect(await stack.up(program)).toBe("done");
  expect(new Set(engine.state.resources.map(({ kind }) => kind))).toEqual(
    new Set(forms.map(({ kind }) => kind)),
  );
  world.passes();
  const there = () => ({
    resources: engine.state.resources.map(({ urn, id }) => `${urn} ${id}`).sort(),
    objects: [...world.ids()].sort(),
  });
  return { stack, world, program, engine, there, [Symbol.asyncDispose]: () => stack[Symbol.asyncDispose]() };
}

describe("a lost scope deletes nothing from the state, and nothing on the gateway", () => {
  test.each([...scopes])("%s", async (lost) => {
    await using at = await wholeStack();
    const { stack, world, engine, program, there } = at;
    const left = scopes.filter((scope) => scope !== lost);
    engine.env = world.env(world.gateway.token({ user: "owner", scopes: left }));
    const before = there();
    await engine.refresh();
    await engine.up(program, { refreshed: true });
    expect(there()).toEqual(before);
    expect(stack.wrong(program)).toEqual([]);
  });

  test.each([
    { what: "no scope at all", account: { user: "owner", scopes: [] } },
    { what: "a token that was revoked", account: { user: "owner" } },
    { what: "another account", account: { user: "stranger" } },
  ])("$what", async ({ what, account }) => {
    await using at = await wholeStack();
    const { world, engine, there } = at;
    const token = world.gateway.token(account);
    if (what === "a token that was revoked") world.gateway.revoke(token);
    engine.env = world.env(token);
    const before = there();
    expect(await engine.refresh()).toBe("failed");
    expect(there()).toEqual(before);
  });
});

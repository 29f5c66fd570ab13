import { describe, expect } from "vitest";
import { kinds } from "../../provider/every-kind.js";
import { handlersOf } from "../../provider/lifecycle/handlers.js";
import { listed, lookUp } from "../../provider/lifecycle/import.js";
import { Session } from "../../provider/lifecycle/session.js";
import type { Kind } from "../../provider/spec/kind.js";
import { hidden, type Values } from "../../provider/spec/values.js";
import { VirtualIo } from "../client/support/virtual-io.ts";
import { readableKinds, requiredInputs } from "./support/samples.ts";
import { variantNames, variants } from "./support/variants.ts";
import { test, type World, world } from "./support/world.ts";

/** A new process of a plugin, as each operation of the engine has one. */
function open({ env }: World): Session {
  return new Session(kinds, env, new VirtualIo());
}

/** What of a state no declaration says: the outputs, and where the object is. */
function undeclared(kind: Kind, state: Values): Values {
  const names = [...kind.outputFields.keys(), hidden.account, hidden.gateway];
  return Object.fromEntries(Object.entries(state).filter(([name]) => names.includes(name)));
}

/** Makes an object, then imports every object of its kind that is listed. */
async function importAll(at: World, kind: Kind, declared: Values): Promise<void> {
  await at.up(kind, declared);
  const made = at.it;
  at.gateway.log.clear();
  const states = new Map<string, Values>();
  for await (const listing of listed(kind, open(at))) {
    const { id, inputs = {}, outputs } = await lookUp(kind, open(at), listing.id, "urn:it");
    expect(await handlersOf(kind, open(at)).read(id, outputs)).toEqual({ id, inputs, outputs });
    expect(at.writes()).toEqual([]);
    at.gateway.log.clear();
    const next = handlersOf(kind, open(at));
    expect((await next.check("it", inputs, inputs)).failures).toEqual([]);
    expect(await next.diff(id, outputs, inputs)).toMatchObject({ changes: false });
    expect(at.gateway.log.entries()).toEqual([]);
    states.set(id, outputs);
  }
  expect(undeclared(kind, states.get(made.id) ?? {})).toEqual(undeclared(kind, made.outputs));
}

const law =
  "$name: each id that is listed is imported as a create would have stored it, nothing is written, and a preview asks for nothing";

describe.each(variantNames)("on a gateway with %s", (variant) => {
  test.each(readableKinds)(law, async ({ kind }) => {
    await using at = await world(variants[variant]);
    await importAll(at, kind, at.full(kind));
  });
});

test.for(readableKinds)(`${law}, with required inputs only`, async ({ kind }, { at }) => {
  await importAll(at, kind, requiredInputs(kind, at.refs));
});

import fc from "fast-check";
import { afterAll, beforeAll, expect } from "vitest";
import type { Kind } from "../../provider/spec/kind.js";
import type { Values } from "../../provider/spec/values.js";
import { type World, world } from "../contract/support/world.ts";
import { plainLines } from "./support/clear.ts";
import { fuzz } from "./support/fuzz.ts";
import { kindName, life, ofKind, otherName, specOf, specs, tidy } from "./support/lives.ts";
import { nastyId, nastyJson, nastyText } from "./support/nasty.ts";
import { Wire } from "./support/wire.ts";

const wire = new Wire();

let at: World;
beforeAll(async () => {
  at = await world({ crawl: "hold" }); // a crawl would leave this machine
});
afterAll(() => at[Symbol.asyncDispose]());

/** What is put over the samples of a kind, so that all else is sound and the calls get far. */
const declaration = fc
  .constantFrom(...specs)
  .chain((kind) => fc.record({ name: fc.constant(kind.name), odd: odd(kind), later: odd(kind) }));

function odd(kind: Kind): fc.Arbitrary<Values> {
  const own = fc.constantFrom(...kind.fields.keys());
  const name = fc.oneof({ weight: 20, arbitrary: own }, { weight: 1, arbitrary: nastyText });
  return fc.dictionary(name, fc.oneof(nastyText, nastyJson), { maxKeys: 2, noNullPrototype: true });
}

const key = "sk-canary-0123456789";
const own = { apiKey: key, waitForIndexed: false };

fuzz(
  "an object with any inputs lives, or is refused in one line; nothing is sent elsewhere, and no key is shown",
  declaration,
  { few: 60, share: 0.03 },
  async ({ name, odd: first, later }) => {
    const kind = specOf(name);
    const { stack } = at;
    const full = { ...at.full(kind), ...ofKind(kind, own) };
    stack.resources.clear();
    at.gateway.log.clear();
    const messages = await life([
      () => stack.operation().up("it", kind.name, { ...full, ...first }),
      () => stack.operation().preview("it", kind.name, { ...full, ...later }),
      () => stack.operation().up("it", kind.name, { ...full, ...later }),
      () => stack.operation().refresh(),
    ]);
    if (stack.resources.has("it")) messages.push(...(await life([() => stack.operation().destroy("it")])));
    for (const message of messages) {
      plainLines(message);
      expect(message).not.toContain(key);
    }
    wire.holds(at.gateway.baseUrl);
    await tidy(at);
  },
);

const anyValues = fc.dictionary(fc.string({ maxLength: 8 }), nastyJson, {
  maxKeys: 2,
  noNullPrototype: true,
});

fuzz(
  "an object is read, changed and deleted by any id, in any workspace: nothing is sent elsewhere",
  fc.record({
    name: kindName,
    id: nastyId,
    workspaceId: nastyId,
    more: anyValues,
  }),
  { few: 40, share: 0.03 },
  async ({ name, id, workspaceId, more }) => {
    const kind = specOf(name);
    const { stack } = at;
    const inputs: Values = { ...at.full(kind), ...ofKind(kind, { ...own, workspaceId }) };
    const resource = { kind: kind.name, id, inputs, outputs: { ...inputs, ...more } };
    const stored = (call: () => Promise<unknown>) => () => {
      stack.resources.set("it", resource);
      return call();
    };
    const messages = await life([
      () => stack.operation().get(kind.name, id, { workspaceId }),
      stored(() => stack.operation().refresh()),
      stored(() => stack.operation().up("it", kind.name, { ...inputs, ...otherName(kind) })),
      stored(() => stack.operation().destroy("it")),
    ]);
    for (const message of messages) plainLines(message);
    wire.holds(at.gateway.baseUrl);
    stack.resources.clear();
    await tidy(at);
  },
);

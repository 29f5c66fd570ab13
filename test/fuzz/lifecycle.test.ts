import fc from "fast-check";
import { afterAll, beforeAll, expect } from "vitest";
import { kinds } from "../../provider/every-kind.js";
import type { Kind } from "../../provider/spec/kind.js";
import type { Values } from "../../provider/spec/values.js";
import type { Json } from "../../provider/text/json.js";
import { type World, world } from "../contract/support/world.ts";
import { outcome, plainLine } from "./support/clear.ts";
import { fuzz, tellCount } from "./support/fuzz.ts";
import { nastyId, nastyJson, nastyText } from "./support/nasty.ts";
import { tidy } from "./support/tidy.ts";
import { Wire } from "./support/wire.ts";

tellCount("lifecycle");

const specs: readonly Kind[] = kinds;
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

function specOf(name: string): Kind {
  return specs.find((each) => each.name === name) ?? expect.unreachable(`no kind ${name}`);
}

function odd(kind: Kind): fc.Arbitrary<Values> {
  const names = [...kind.fields.keys()];
  const name = fc.oneof(
    { weight: 20, arbitrary: fc.constantFrom(...names) },
    { weight: 1, arbitrary: nastyText },
  );
  const value = fc.oneof(nastyText, nastyJson);
  return fc.dictionary(name, value, { maxKeys: 2, noNullPrototype: true });
}

/** What each of an engine's calls comes to; the messages of those that failed. */
async function life(calls: readonly (() => Promise<unknown>)[]): Promise<string[]> {
  const messages: string[] = [];
  for (const call of calls) {
    const message = await outcome(call);
    if (message !== undefined) messages.push(message);
  }
  return messages;
}

const key = "sk-canary-0123456789";

function own(kind: Kind): Values {
  return {
    ...(kind.fields.has("apiKey") ? { apiKey: key } : {}),
    ...(kind.fields.has("waitForIndexed") ? { waitForIndexed: false } : {}),
  };
}

fuzz(
  "an object with any inputs lives, or is refused in one line; nothing is sent elsewhere, and no key is shown",
  declaration,
  { few: 60, share: 0.03 },
  async ({ name, odd: first, later }) => {
    const kind = specOf(name);
    const { stack } = at;
    const full = { ...at.full(kind), ...own(kind) };
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
      plainLine(message.replaceAll("\n", " ")); // one line for each property that is wrong
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
    name: fc.constantFrom(...specs.map((kind) => kind.name)),
    id: nastyId,
    workspaceId: nastyId,
    more: anyValues,
  }),
  { few: 40, share: 0.03 },
  async ({ name, id, workspaceId, more }) => {
    const kind = specOf(name);
    const { stack } = at;
    const inputs: Values = { ...at.full(kind), ...own(kind), ...within(kind, workspaceId) };
    const resource = { kind: kind.name, id, inputs, outputs: { ...inputs, ...more } };
    const stored = () => stack.resources.set("it", resource);
    const messages = await life([
      () => stack.operation().get(kind.name, id, { workspaceId }),
      async () => {
        stored();
        await stack.operation().refresh();
      },
      async () => {
        stored();
        await stack.operation().up("it", kind.name, { ...inputs, ...second(kind) });
      },
      async () => {
        stored();
        await stack.operation().destroy("it");
      },
    ]);
    for (const message of messages) plainLine(message.replaceAll("\n", " "));
    wire.holds(at.gateway.baseUrl);
    stack.resources.clear();
    await tidy(at);
  },
);

function within(kind: Kind, workspaceId: string): Values {
  return kind.fields.has("workspaceId") ? { workspaceId } : {};
}

function second(kind: Kind): Values {
  const name = kind.naturalKey.at(-1);
  return name === undefined ? {} : { [name]: "another name" satisfies Json };
}

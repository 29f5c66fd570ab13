import fc from "fast-check";
import { afterAll, beforeAll, expect } from "vitest";
import type { Kind } from "../../provider/spec/kind.js";
import type { Values } from "../../provider/spec/values.js";
import type { Json } from "../../provider/text/json.js";
import { Stack } from "../contract/support/stack.ts";
import { type World, world } from "../contract/support/world.ts";
import { outcome, plainLine, plainLines } from "./support/clear.ts";
import { fuzz } from "./support/fuzz.ts";
import { kindName, life, ofKind, otherName, specOf, specs, tidy } from "./support/lives.ts";
import { type Mutating, mutating, mutation } from "./support/mutating.ts";
import { nastyId, nastyJson, nastyText } from "./support/nasty.ts";
import { Wire } from "./support/wire.ts";

const wire = new Wire();
const apiKey = "sk-canary/first+0123456789==";
const accessToken = "token-canary-9876543210";

let at: World;
let between: Mutating;
beforeAll(async () => {
  at = await world({ crawl: "hold" }); // a crawl would leave this machine
  between = await mutating(at.gateway);
  at.gateway.token({ user: "owner", value: accessToken });
});
afterAll(async () => {
  await between.close();
  await at[Symbol.asyncDispose]();
});

/** What is put over the samples of a kind, so that all else is sound and the calls get far. */
const declaration = fc
  .constantFrom(...specs)
  .chain((kind) => fc.record({ name: fc.constant(kind.name), odd: odd(kind), later: odd(kind) }));

function odd(kind: Kind): fc.Arbitrary<Values> {
  const own = fc.constantFrom(...kind.fields.keys());
  const name = fc.oneof({ weight: 20, arbitrary: own }, { weight: 1, arbitrary: nastyText });
  return fc.dictionary(name, fc.oneof(nastyText, nastyJson), { maxKeys: 2, noNullPrototype: true });
}

const own = { apiKey, waitForIndexed: false };

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
      expect(message).not.toContain(apiKey);
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
  fc.record({ name: kindName, id: nastyId, workspaceId: nastyId, more: anyValues }),
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

const answers = fc.array(fc.option(mutation, { nil: undefined, freq: 2 }), { minLength: 1, maxLength: 4 });

const answeredLife = fc.record({
  name: kindName,
  created: answers,
  refreshed: answers,
  updated: answers,
  deleted: answers,
  pinned: fc.boolean(),
});

fuzz(
  "whatever a gateway answers: each call succeeds or fails with one clear error, and leads nowhere else",
  answeredLife,
  { few: 40, share: 0.02 },
  async ({ name, created, refreshed, updated, deleted, pinned }) => {
    const kind = specOf(name);
    const inputs: Values = { ...at.full(kind), ...ofKind(kind, { apiKey, indexingTimeout: 30 }) };
    between.credentials = spelled(accessToken, ...(kind.fields.has("apiKey") ? [apiKey] : []));
    const changed = { ...inputs, ...(isRenamed(kind) ? otherName(kind) : {}) };
    const env = { ...at.env, WORKSPACE_GATEWAY_BASE_URL: between.baseUrl, ...impatient };
    const stack = new Stack({ ...env, ...(pinned ? pin : {}) });
    const calls = [
      [created, () => stack.operation().up("it", kind.name, inputs)],
      [refreshed, () => stack.operation().refresh()],
      [updated, () => stack.operation().up("it", kind.name, changed)],
      [deleted, () => stack.operation().destroy("it")],
    ] as const;
    for (const [next, call] of calls) {
      if (next === deleted && !stack.resources.has("it")) continue;
      between.next = [...next];
      const message = await outcome(call);
      for (const line of [message, ...stack.warnings.splice(0), ...stack.progress.splice(0)]) {
        if (line !== undefined) safe(line);
      }
      storable(stack);
    }
    between.next = [];
    wire.holds(between.baseUrl);
    at.gateway.log.clear();
    await tidy(at);
  },
);

/** A gateway knows the credentials of those who ask it. */
function spelled(...secrets: readonly string[]): string[] {
  const base64 = (secret: string) => Buffer.from(secret).toString("base64");
  return secrets.flatMap((secret) => [secret, encodeURIComponent(secret), base64(secret)]);
}

const impatient = {
  WORKSPACE_GATEWAY_ACCESS_TOKEN: accessToken,
  WORKSPACE_GATEWAY_RETRY_BUDGET: "2",
  WORKSPACE_GATEWAY_MAX_WAIT: "60",
};

const pin = {
  WORKSPACE_GATEWAY_API_VERSION: "2026-10-01",
  WORKSPACE_GATEWAY_VERSION_ECHO_HEADER: "Service-Api-Version",
};

/** Holds that a line can be shown: it is one line, and none of the credentials is in it, however it is spelled. */
function safe(line: string): void {
  plainLine(line);
  for (const secret of between.credentials) expect(line).not.toContain(secret);
}

/** Holds that the engine can keep what it was given: an id, and JSON without numbers that JSON does not have. */
function storable(stack: Stack): void {
  for (const { id, outputs, inputs } of stack.resources.values()) {
    expect(id).not.toBe("");
    expect(unwritable({ outputs, inputs })).toEqual([]);
  }
}

function unwritable(value: Json, place = ""): string[] {
  if (typeof value === "number") return Number.isFinite(value) ? [] : [`${place} is ${value}`];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, inside]) => unwritable(inside, `${place}.${key}`));
}

function isRenamed({ naturalKey, fields }: Kind): boolean {
  return fields.get(naturalKey.at(-1) ?? "")?.replace !== true;
}

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Send } from "../../provider/client/exchange.js";
import { dynamicProvider } from "../../provider/dynamic/provider.js";
import { kinds } from "../../provider/every-kind.js";
import { model } from "../../provider/kinds/model.js";
import { modelProvider } from "../../provider/kinds/model-provider.js";
import { prompt } from "../../provider/kinds/prompt.js";
import { PartialFailure } from "../../provider/lifecycle/handlers.js";
import { Session } from "../../provider/lifecycle/session.js";
import type { Kind } from "../../provider/spec/kind.js";
import { reply } from "../client/support/reply.ts";
import { VirtualIo } from "../client/support/virtual-io.ts";
import { inputsOf } from "./support/inputs-of.ts";
import { declared } from "./support/openai.ts";
import { World } from "./support/world.ts";

const tone = { workspaceId: "w-1", name: "tone", content: "Be brief." };
const openai = { ...declared, apiKey: "sk-literal-1" };

const environment = {
  WORKSPACE_GATEWAY_BASE_URL: "https://gateway.test/api/v1",
  WORKSPACE_GATEWAY_ACCESS_TOKEN: "token-of-the-tests",
};

describe("check", () => {
  test.each(kinds.map((kind): [string, Kind] => [kind.name, kind]))(
    "of %s changes nothing, so that a second check is like the first",
    async (_name, kind) => {
      const provider = dynamicProvider(kind, new Session([], environment, new VirtualIo()));
      const junk = fc.dictionary(fc.constantFrom(...kind.fields.keys(), "other"), fc.jsonValue());
      await fc.assert(
        fc.asyncProperty(inputsOf(kind), junk, async (valid, wrong) => {
          const { connection: _connection, ...inputs } = JSON.parse(JSON.stringify({ ...valid, ...wrong }));
          const first = await provider.check?.({}, inputs);
          expect(first?.inputs).toEqual(inputs);
          expect(await provider.check?.({}, first?.inputs ?? {})).toEqual(first);
        }),
        { numRuns: 30 },
      );
    },
  );

  test.each(kinds.map((kind): [string, Kind] => [kind.name, kind]))(
    "of %s refuses values that are no text even for the language",
    async (_name, kind) => {
      const provider = dynamicProvider(kind, new Session([], environment, new VirtualIo()));
      const odd = JSON.parse('{"toString":0,"valueOf":0}');
      const inputs = Object.fromEntries([...kind.fields.keys(), "connection"].map((name) => [name, odd]));
      expect((await provider.check?.({}, inputs))?.failures).not.toEqual([]);
    },
  );

  const connection = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";
  const unset = expect.stringContaining("set WORKSPACE_GATEWAY_BASE_URL");

  test.each([
    [
      "names the property in the reason alone, because the engine prints the value of a named one",
      environment,
      { content: 7 },
      ["content must be a string"],
    ],
    [
      "lets no input write a second line, or control a terminal",
      {},
      { connection: "a\nb\u001b[2J", "c\r\nd": 1 },
      [
        expect.stringContaining("has no property `c d`"),
        expect.stringContaining('the gateway connection "a b "'),
      ],
    ],
    [
      "tells missing settings together with wrong inputs",
      {},
      { content: 7 },
      ["content must be a string", unset],
    ],
    ["asks for no settings while the connection is not known", {}, { connection }, []],
  ])("%s", async (_law, env, wrong, reasons) => {
    const provider = dynamicProvider(prompt, new Session([], env));
    const { failures = [] } = (await provider.check?.({}, { ...tone, ...wrong })) ?? {};
    expect(failures).toEqual(reasons.map((reason) => ({ property: "", reason })));
    expect(failures.map(({ reason }) => reason).join("")).not.toMatch(/\p{Cc}/u);
  });
});

/** Lets writes pass, and fails every read of a single object. */
function unreadable(send: Send): Send {
  return async (exchange) =>
    exchange.method === "GET" && /^\/\w+\/./.test(exchange.path) ? reply(403, "no") : send(exchange);
}

describe("create", () => {
  test("records what was declared, what the gateway added, and who wrote it", async () => {
    const { id, outs } = await new World(prompt).create({ ...tone, __provider: "text" });
    expect(id).toBe("prompts-1");
    expect(outs).toMatchObject({ ...tone, createdAt: expect.any(String), __account: expect.any(String) });
    expect(outs).not.toHaveProperty("id");
  });

  test("reads back only what the answer lacks", async () => {
    const complete = new World(prompt);
    await complete.create(tone);
    expect(complete.gateway.requests.at(-1)?.method).toBe("POST");
    const world = new World(prompt);
    world.wire = async (exchange) => {
      const answer = await world.gateway.send(exchange);
      return exchange.method === "POST" ? reply(201, { id: "prompts-1" }) : answer;
    };
    const { outs } = await world.create(tone);
    expect(outs).toHaveProperty("createdAt");
  });

  test("whose read-back fails is a partial failure with the id, and all secrets in their envelope", async () => {
    const world = new World(modelProvider);
    const onlyId: Send = async (exchange) => {
      const answer = await world.gateway.send(exchange);
      return exchange.method === "POST" ? reply(201, { id: "providers-1" }) : answer;
    };
    world.wire = unreadable(onlyId);
    const failure = await world.create({ ...openai, __provider: "text" }).catch((error) => error);
    expect(failure).toBeInstanceOf(PartialFailure);
    expect(failure).toMatchObject({
      id: "providers-1",
      reasons: [expect.stringContaining("403")],
      properties: { name: "openai", __unfinished: true, __provider: "text" },
    });
    expect(failure.properties.apiKey).toEqual({
      "4dabf18193072939515e22adb298388d": "1b47061264138c4ac30d75fd1eb44270",
      value: "sk-literal-1",
    });
  });

  test("that the gateway refuses records nothing", async () => {
    const world = new World(prompt);
    world.wire = async (exchange) =>
      exchange.method === "POST" ? reply(400, "no") : world.gateway.send(exchange);
    await expect(world.create(tone)).rejects.not.toBeInstanceOf(PartialFailure);
  });
});

describe("read", () => {
  test("of a missing object is an empty id", async () => {
    expect((await new World(prompt).read("prompts-9", tone)).id).toBe("");
  });

  test("of a missing object that the program only looks up fails with its id", async () => {
    const looking = new World(prompt).read("prompts-9", { workspaceId: "w-1", __get: true });
    await expect(looking).rejects.toThrow("prompts-9");
  });

  test("of an object that the program only looks up shows everything", async () => {
    const world = new World(prompt);
    const { id } = await world.create(tone);
    expect((await world.read(id, { workspaceId: "w-1", __get: true })).outs).toMatchObject(tone);
  });

  test("shows an edit made elsewhere as live inputs", async () => {
    const world = new World(prompt);
    const { id, outs } = await world.create(tone);
    Object.assign(world.gateway.rows("prompts")[0] ?? {}, { content: "Edited.", position: 9 });
    expect((await world.read(id, outs)).inputs).toEqual({ ...tone, content: "Edited." });
  });

  test("of an object whose responses do not say its workspace keeps the workspace", async () => {
    const world = new World(model);
    const gpt = { workspaceId: "w-1", providerId: "p-1", name: "gpt", displayName: "GPT", type: "chat" };
    const inputs = { ...gpt, inputCost: 1, outputCost: 2, contextWindow: 8 };
    world.wire = async (exchange) => {
      const answer = await world.gateway.send(exchange);
      return JSON.parse(JSON.stringify(answer).replace(/"workspace_id":"[^"]*",/g, ""));
    };
    const { id, outs } = await world.create(inputs);
    expect((await world.read(id, outs)).inputs).toEqual(inputs);
  });

  test("says so once if an object with a hidden value was written elsewhere without a visible change", async () => {
    const world = new World(modelProvider);
    const { id, outs } = await world.create(openai);
    expect((await world.read(id, outs)).inputs).toEqual(openai);
    expect(world.io.warnings).toEqual([]);
    Object.assign(world.gateway.rows("providers")[0] ?? {}, { updated_at: "later" });
    const { outs: after } = await world.read(id, outs);
    expect(world.io.warnings).toEqual([expect.stringMatching(/openai.*apiKey/)]);
    await world.read(id, after);
    expect(world.io.warnings).toHaveLength(1);
  });
});

import { describe, expect, test } from "vitest";
import { SettingsError } from "../../provider/client/settings.js";
import { dynamicProvider } from "../../provider/dynamic/provider.js";
import { modelProvider } from "../../provider/kinds/model-provider.js";
import { prompt } from "../../provider/kinds/prompt.js";
import { PartialFailure, printably } from "../../provider/lifecycle/handlers.js";
import { Session } from "../../provider/lifecycle/session.js";
import { unknownValue } from "../../provider/spec/values.js";
import { reply } from "../client/support/reply.ts";
import { declared } from "./support/openai.ts";
import { World } from "./support/process.ts";

const tone = { workspaceId: "w-1", name: "tone", content: "Be brief." };
const openai = { ...declared, apiKey: "sk-literal-1" };

const environment = {
  WORKSPACE_GATEWAY_BASE_URL: "https://gateway.test/api/v1",
  WORKSPACE_GATEWAY_ACCESS_TOKEN: "token-of-the-tests",
  WORKSPACE_GATEWAY_CLIENT_ID: "app",
  WORKSPACE_GATEWAY_CLIENT_SECRET: "secret of the app",
};

describe("check", () => {
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
      [expect.stringContaining("has no property `c d`"), expect.stringContaining('connection "a b "')],
    ],
    ["tells missing settings with wrong inputs", {}, { content: 7 }, ["content must be a string", unset]],
    ["asks for no settings while the connection is not known", {}, { connection: unknownValue }, []],
  ])("%s", async (_law, env, wrong, reasons) => {
    const provider = dynamicProvider(prompt, new Session([], env));
    const { failures = [] } = (await provider.check?.({}, { ...tone, ...wrong })) ?? {};
    expect(failures).toEqual(reasons.map((reason) => ({ property: "", reason })));
    expect(failures.map(({ reason }) => reason).join("")).not.toMatch(/\p{Cc}/u);
  });
});

test("a create whose read-back fails is a partial failure with the id and wrapped secrets", async () => {
  const world = new World(modelProvider);
  world.wire = async (exchange) => {
    if (exchange.method === "GET" && /^\/\w+\/./.test(exchange.path)) return reply(403, "no");
    const answer = await world.gateway.send(exchange);
    return exchange.method === "POST" ? reply(201, { id: "providers-1" }) : answer;
  };
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

test("a read warns once of an invisible outside update to an object with a write-only value", async () => {
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
const hostile = "\u001b[31mred\u0007";

test.each([
  ["an error for users", new Error(hostile), " red "],
  ["an error of the settings", new SettingsError(hostile), " red "],
  ["a mistake of ours", new TypeError(hostile), hostile],
])("%s loses its control characters only if it is written for users", async (_what, error, shown) => {
  await expect(printably(async () => Promise.reject(error))).rejects.toBe(error);
  expect(error.message).toBe(shown);
});

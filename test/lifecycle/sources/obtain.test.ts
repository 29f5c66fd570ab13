import { describe, expect, test } from "vitest";
import type { Send } from "../../../provider/client/exchange.js";
import type { Settings } from "../../../provider/client/settings.js";
import { modelProvider } from "../../../provider/kinds/model-provider.js";
import { prompt } from "../../../provider/kinds/prompt.js";
import { workspace } from "../../../provider/kinds/workspace.js";
import { networkError, reply } from "../../client/support/reply.ts";
import { declared as openai } from "../support/openai.ts";
import { Process } from "../support/process.ts";
import { running } from "../support/running.ts";

const declared = { workspaceId: "w-1", name: "tone", content: "Be brief." };
const row = { workspace_id: "w-1", name: "tone", content: "Be brief." };

function world(settings: Partial<Settings> = {}, uniqueNames = true) {
  const { process: _process, ...its } = running({ settings, uniqueNames });
  return { ...its, run: (wire: Send = its.gateway.send) => new Process(wire, its.io, settings) };
}

test("declared values are sent under the API's names, and what is ours alone is not", async () => {
  const { run, writes } = world();
  await run().obtain(prompt, { ...declared, isGlobal: true, modelId: null, adopt: true, connection: "eu" });
  expect(writes()[0]?.body).toEqual({ ...row, is_global: true, model_id: null });
});

test("objects of one collection are preceded by one look at it", async () => {
  const { gateway, run } = world();
  const process = run();
  await Promise.all(["a", "b", "c"].map((name) => process.obtain(prompt, { ...declared, name })));
  expect(gateway.requests.filter(({ method }) => method === "GET")).toHaveLength(1);
});

test("an object of the same name in another workspace is no rival", async () => {
  const { gateway, run } = world();
  gateway.put("prompts", { ...row, workspace_id: "w-2" });
  expect(await run().obtain(prompt, declared)).toMatchObject({ id: "prompts-2" });
});

test("a conflict that turns up only at the POST is refused with the rival's id", async () => {
  const { gateway, run } = world();
  const process = run();
  await process.obtain(prompt, { ...declared, name: "other" });
  const { id } = gateway.put("prompts", row);
  await expect(process.obtain(prompt, declared)).rejects.toThrow(`exists already, with id ${id}`);
});

test("a conflict without a rival to be found is the gateway's own error", async () => {
  const { gateway, run } = world();
  const full: Send = async (exchange) =>
    exchange.method === "POST" ? reply(409, { message: "no more prompts" }) : gateway.send(exchange);
  const process = run(full);
  await expect(process.obtain(prompt, declared)).rejects.toThrow("no more prompts");
});

describe("a POST of which no answer came", () => {
  type Its = ReturnType<typeof world> & { process: Process };

  /** A run whose POST gets no answer, while this happens. */
  function losing(happens: (its: Its) => void, uniqueNames = true): Its {
    const its = world({}, uniqueNames);
    const process: Process = its.run(async (exchange) => {
      if (exchange.method !== "POST") return its.gateway.send(exchange);
      happens({ ...its, process });
      throw networkError(exchange, "unknown");
    });
    return { ...its, process };
  }

  test("takes nothing that was made before the call began", async () => {
    const { io, gateway, run, process } = losing(() => undefined);
    const { id } = await run().obtain(workspace, { name: "team" });
    process.registry.recordCreate("/workspaces ", id); // so that nobody has looked for rivals
    gateway.put("prompts", { ...row, workspace_id: id });
    await io.sleep(60_000);
    await expect(process.obtain(prompt, { ...declared, workspaceId: id })).rejects.toThrow("is not known");
  });

  test.each<[string, (its: Its) => void]>([
    ["takes the one object that appeared since", ({ gateway }) => gateway.put("prompts", row)],
    [
      "waits for a list that lags",
      ({ io, gateway }) => io.sleep(1200).then(() => gateway.put("prompts", row)),
    ],
  ])("%s", async (_law, happens) => {
    expect(await losing(happens).process.obtain(prompt, declared)).toMatchObject({ id: "prompts-1" });
  });

  test.each<[string, (its: Its) => void, string]>([
    [
      "takes none of several, and names them",
      ({ gateway }) => [1, 2].map(() => gateway.put("prompts", row)),
      "prompts-1, prompts-2",
    ],
    [
      "takes nothing that this run has to do with already",
      ({ gateway, process }) => {
        const { collection } = process.context(prompt, declared);
        process.registry.touch(collection, String(gateway.put("prompts", row).id));
      },
      "is not known",
    ],
  ])("%s", async (_law, happens, said) => {
    await expect(losing(happens, false).process.obtain(prompt, declared)).rejects.toThrow(said);
  });
});

test("no error of a refused create shows a secret of its body", async () => {
  const { gateway, run } = world();
  const apiKey = 'sk-"quoted"-1';
  const inputs = { ...openai, apiKey };
  const echo: Send = async (exchange) =>
    exchange.method === "POST" ? reply(400, { received: exchange.body }) : gateway.send(exchange);
  const shown = await run(echo)
    .obtain(modelProvider, inputs)
    .then(() => "", String);
  expect(shown).toContain("[secret]");
  expect(shown).not.toContain(apiKey);
  expect(shown).not.toContain("quoted");
});

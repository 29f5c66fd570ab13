import { writeFile } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";
import { runCommandLine } from "../../cli/command-line.js";
import type { Values } from "../../provider/spec/values.js";
import { calling } from "../contract/support/calling.ts";
import { Stack } from "../contract/support/stack.ts";
import { type Clinic, openClinic } from "./doctor/support/clinic.ts";
import { putStack } from "./doctor/support/stack.ts";
import { previewOf, same } from "./review/facts/support/preview.ts";

/** A stack with a workspace, a provider, its model `openai/gpt`, and a mapping to a target. */
function openStack({ terminal }: Clinic, targetModel: string, options: Values = {}) {
  const env = Object.entries(terminal.env).map(([name, value = ""]) => [name, value]);
  const stack = new Stack(Object.fromEntries(env));
  const idOf = (name: string) => stack.resource(name).id;
  const upstream = { baseUrl: "https://upstream.example/v1", priority: 1, compatibility: "OPENAI_SDK" };
  const costs = { displayName: "GPT", type: "chat", inputCost: 1, outputCost: 1, contextWindow: 1000 };
  /** Declares all in one run, after a refresh if that is wanted, and returns its warnings. */
  const up = async (isRefreshed: boolean) => {
    stack.operation();
    if (isRefreshed) await stack.refresh();
    await stack.up("team", "Workspace", { name: "Support" });
    const place = { workspaceId: idOf("team") };
    await stack.up("openai", "ModelProvider", { ...place, name: "openai", ...upstream, ...options });
    await stack.up("gpt", "Model", { ...place, providerId: idOf("openai"), name: "gpt", ...costs });
    await stack.up("chat", "Mapping", { ...place, sourceName: "chat", targetModel, ...calling("chat") });
    stack.end();
    return stack.warnings.splice(0).join();
  };
  const resources = () => [...stack.resources].map(([name, resource]) => ({ name, ...resource }));
  return { up, resources };
}

/** What a text says that a target is instead of a gateway name, and which name was probably meant. */
function answerIn(text: string): string {
  const [, as] = /(?:is|target) (?:the )?(id|name) of a model/i.exec(text) ?? [];
  const isNothing = /no model of the workspace has that|is not the gatewayName of any/.test(text);
  const [, meant] = /Did you mean `(.*?)`/.exec(text) ?? [];
  return [as ?? (isNothing ? "nothing" : "fine"), ...(meant === undefined ? [] : [meant])].join(" ");
}

/** The answers of the commands, of a stack that no `up` would change. */
async function answersOf(clinic: Clinic, resources: ReturnType<ReturnType<typeof openStack>["resources"]>) {
  const { folder, terminal, out } = clinic;
  const [preview, state, routes] = ["p.json", "s.json", "r.yaml"].map((file) => path.join(folder, file)) as [
    string,
    string,
    string,
  ];
  const steps = resources.map(({ kind, name, ...before }) => ({
    ...same(kind, name, before.inputs),
    oldState: before,
  }));
  await writeFile(preview, previewOf(...steps));
  const stored = resources.map(({ kind, name, ...values }) => {
    const type = `workspace-gateway:index:${kind}`;
    return { urn: `urn:pulumi:dev::shop::${type}::${name}`, type, custom: true, ...values };
  });
  await writeFile(state, JSON.stringify({ version: 3, deployment: { resources: stored } }));
  await writeFile(routes, "workspaces: { Support: { routes: { openai/gpt: { model: openai/gpt } } } }");
  const said = async (...args: string[]) => {
    await runCommandLine([...args, "--json"], terminal);
    return answerIn(out.splice(0).join());
  };
  await putStack(clinic, resources);
  return {
    review: await said("review", preview),
    "review --offline": await said("review", preview, "--offline"),
    check: await said("check", "--routes", routes, preview),
    "check --live": await said("check", "--routes", routes, "--live"),
    "check --stack": await said("check", "--routes", routes, "--stack", state),
    doctor: answerIn((await clinic.visit()).output),
  };
}

test.for<[string, string, string, Values?]>([
  ["a name that no model has", "no-such-model", "nothing"],
  ["a misspelt name", "openai/gpd", "nothing openai/gpt"],
  ["a name in another letter case", "OpenAI/gpt", "nothing openai/gpt"],
  ["a gateway name", "openai/gpt", "fine"],
  ["the model's name", "gpt", "name"],
  ["a name beside a provider with modelOptions", "no-such-model", "fine", { modelOptions: ["more"] }],
])("of a target that is %s, up and all commands say the same", async ([, target, answer, options]) => {
  const clinic = await openClinic();
  const { up, resources } = openStack(clinic, target, options);
  expect([answerIn(await up(false)), answerIn(await up(true))]).toEqual([answer, answer]);
  const answers = await answersOf(clinic, resources());
  expect(new Set(Object.values(answers)), JSON.stringify(answers)).toEqual(new Set([answer]));
});

test("a model that others have made counts, unless the gateway is not read", async () => {
  const clinic = await openClinic();
  const { up, resources } = openStack(clinic, "theirs/large");
  expect(answerIn(await up(false))).toBe("nothing");
  const [{ id = "" } = {}] = resources();
  const team = { id, gateway_name: "" };
  await clinic.clicks.model(team, await clinic.clicks.provider(team, "theirs"), "large");
  expect(answerIn(await up(true))).toBe("fine");
  expect(await answersOf(clinic, resources())).toEqual({
    ...{ review: "fine", check: "fine", "check --live": "fine", doctor: "fine" },
    ...{ "review --offline": "nothing", "check --stack": "nothing" },
  });
});

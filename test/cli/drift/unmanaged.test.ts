import { expect, test } from "vitest";
import { type Kind, offeredFields } from "../../../provider/spec/kind.js";
import { hidden, type Values } from "../../../provider/spec/values.js";
import { eachField, fullInputs, requiredInputs, secondValue } from "../../contract/support/samples.ts";
import { world } from "../../contract/support/world.ts";
import { driftOf, edit, namesIn, undeclaredDriftOf, upPrompt } from "./support/lab.ts";

const offered = eachField((field, kind) => offeredFields(kind).includes(field) && isReadable(kind));

test.each(offered)(
  "a change of $title is listed if nobody declares it, and is no drift",
  async ({ kind, field }) => {
    await using at = await world();
    await at.stack.operation().up("it", kind.name, requiredInputs(kind, at.refs));
    const shown = (at.stack.resource("it").outputs[hidden.shown] ?? {}) as Values;
    const before = shown[field.name] ?? null;
    const samples = [fullInputs(kind, at.refs)[field.name] ?? null, secondValue(kind, at.refs, field)];
    edit(
      at,
      kind,
      field,
      samples.find((value) => value !== before && value !== null) ?? expect.unreachable(),
    );
    const drift = await undeclaredDriftOf(at);
    expect(namesIn(drift.unmanaged)).toEqual({ it: [field.name] });
    expect(drift).toMatchObject({ changed: [], notes: [] });
    await at.stack.operation().refresh();
    expect(namesIn((await undeclaredDriftOf(at)).unmanaged)).toEqual({});
  },
);

test("a state of an older release lists nothing, and one note says what to do", async () => {
  await using at = await world();
  for (const name of ["rules", "tone"]) {
    await upPrompt(at, name);
    const state = at.stack.resource(name);
    const { [hidden.shown]: _shown, ...outputs } = state.outputs;
    at.stack.resources.set(name, { ...state, outputs });
  }
  at.gateway.db.prepare("UPDATE prompts SET environment = 'PRODUCTION'").run();
  const drift = await undeclaredDriftOf(at);
  expect(drift).toMatchObject({ changed: [], unmanaged: [] });
  expect(drift.notes).toEqual([
    expect.stringMatching(
      /^Not compared: the unmanaged properties of Prompt rules, Prompt tone,.*`pulumi refresh`/,
    ),
  ]);
  expect((await driftOf(at)).notes).toEqual([]);
  await at.stack.operation().refresh();
  expect(await undeclaredDriftOf(at)).toMatchObject({ unmanaged: [], notes: [] });
});

test("a listed property tells both values in words, beside those that are drift", async () => {
  await using at = await world();
  const id = await upPrompt(at, "rules", { name: "House rules", enabled: true });
  at.gateway.db.prepare("UPDATE prompts SET environment = 'PRODUCTION', position = 4, enabled = 0").run();
  const { changed, unmanaged } = await undeclaredDriftOf(at);
  const words = (list: typeof changed = []) =>
    list.flatMap(({ fields }) => fields.map((field) => `${field.name}: ${field.words}`));
  expect(words(changed)).toEqual(["enabled: enabled → disabled"]);
  expect(words(unmanaged)).toEqual(["position: 0 → 4", "environment: none → production"]);
  expect(unmanaged).toMatchObject([{ stack: "shop/prod", kind: "Prompt", title: "House rules", id }]);
});

test("no value of a secret is told if the gateway repeats it in an undeclared property", async () => {
  await using at = await world();
  const apiKey = "sk-canary-of-the-first-day";
  const upstream = { baseUrl: "https://a.example", priority: 1, compatibility: "OPENAI_SDK", apiKey };
  await at.stack.up("it", "ModelProvider", { workspaceId: at.refs.workspaceId, name: "openai", ...upstream });
  at.gateway.db.prepare("UPDATE providers SET model_options = ?").run(JSON.stringify([`gpt ${apiKey}`]));
  const drift = await undeclaredDriftOf(at);
  expect(drift.unmanaged?.[0]?.fields[0]?.words).toContain("gpt [secret]");
  expect(JSON.stringify(drift)).not.toContain("canary");
});

function isReadable({ endpoints }: Kind): boolean {
  return endpoints.list !== undefined || endpoints.get !== undefined;
}

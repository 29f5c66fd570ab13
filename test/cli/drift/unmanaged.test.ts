import { describe, expect, test } from "vitest";
import { driftCode } from "../../../cli/drift/drift.js";
import { type Kind, offeredFields } from "../../../provider/spec/kind.js";
import { hidden, type Values } from "../../../provider/spec/values.js";
import type { Json } from "../../../provider/text/json.js";
import {
  eachField,
  fullInputs,
  readableKinds,
  requiredInputs,
  secondValue,
} from "../../contract/support/samples.ts";
import { variants } from "../../contract/support/variants.ts";
import { type World, world } from "../../contract/support/world.ts";
import { driftOf, edit, namesIn, undeclaredDriftOf, upPrompt } from "./support/lab.ts";

const offered = eachField((field, kind) => offeredFields(kind).includes(field) && isReadable(kind));

const gateways = [
  ...["as documented", "tidying what it stores", "answers without null and timestamps"],
  ...["numbers spelled as strings", "words of enumerations in another case"],
];

test.each(
  gateways.flatMap((variant) => readableKinds.map(({ name, kind }) => [name, variant, kind] as const)),
)(
  "of %s as the `up` left it, no undeclared property is listed on a gateway with %s",
  async (_name, variant, kind) => {
    await using at = await world(variants[variant]);
    await upBare(at, kind);
    expect(await undeclaredDriftOf(at)).toMatchObject({ compared: 1, changed: [], unmanaged: [], notes: [] });
  },
);

describe.each(["as documented", "tidying what it stores"])("on a gateway with %s", (variant) => {
  test.each(offered)(
    "a change of $title is listed if nobody declares it, there and back, and is no drift",
    async ({ kind, field }) => {
      await using at = await world(variants[variant]);
      await upBare(at, kind);
      const first = (at.stack.resource("it").outputs[hidden.shown] ?? {}) as Values;
      const before = first[field.name] ?? null;
      const samples = [fullInputs(kind, at.refs)[field.name] ?? null, secondValue(kind, at.refs, field)];
      const other = samples.find((value) => value !== before && value !== null) ?? expect.unreachable();
      await expectListed(at, kind, field.name, other);
      await at.stack.operation().refresh();
      expect(namesIn((await undeclaredDriftOf(at)).unmanaged)).toEqual({});
      await expectListed(at, kind, field.name, before);
    },
  );
});

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

test("a declared value that the file has only encrypted is none of them", async () => {
  await using at = await world();
  await upPrompt(at, "rules", { environment: "STAGING" });
  at.gateway.db.prepare("UPDATE prompts SET environment = 'PRODUCTION'").run();
  const drift = await undeclaredDriftOf(at, { marked: { rules: ["environment"] }, secrets: "encrypted" });
  expect(drift).toMatchObject({ changed: [], unmanaged: [] });
});

test("what the program only reads leaves nothing undeclared", async () => {
  await using at = await world();
  await upPrompt(at, "rules");
  at.gateway.db.prepare("UPDATE prompts SET environment = 'PRODUCTION'").run();
  const drift = await undeclaredDriftOf(at, { more: { rules: { external: true } } });
  expect(drift).toMatchObject({ compared: 1, unmanaged: [], notes: [] });
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

async function expectListed(at: World, kind: Kind, name: string, value: Json): Promise<void> {
  const field = kind.fields.get(name) ?? expect.unreachable(name);
  edit(at, kind, field, value);
  const drift = await undeclaredDriftOf(at);
  expect(namesIn(drift.unmanaged)).toEqual({ it: [name] });
  expect(drift).toMatchObject({ changed: [], notes: [] });
  expect(driftCode({ ...drift, undeclared: [] })).toBe(0);
  expect(await driftOf(at)).not.toHaveProperty("unmanaged");
}

async function upBare(at: World, kind: Kind): Promise<void> {
  await at.stack.operation().up("it", kind.name, requiredInputs(kind, at.refs));
}

function isReadable({ endpoints }: Kind): boolean {
  return endpoints.list !== undefined || endpoints.get !== undefined;
}

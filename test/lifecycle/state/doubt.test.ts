import { describe, expect, test } from "vitest";
import { dynamicProvider } from "../../../provider/dynamic/provider.js";
import { kinds } from "../../../provider/every-kind.js";
import { invitation } from "../../../provider/kinds/invitation.js";
import { mapping } from "../../../provider/kinds/mapping.js";
import { model } from "../../../provider/kinds/model.js";
import { modelProvider } from "../../../provider/kinds/model-provider.js";
import { prompt } from "../../../provider/kinds/prompt.js";
import { doubtsOf } from "../../../provider/lifecycle/check.js";
import { Session } from "../../../provider/lifecycle/session.js";
import type { Kind } from "../../../provider/spec/kind.js";
import {
  encodeCheckHints,
  hidden,
  unknownValue as unknown,
  type Values,
} from "../../../provider/spec/values.js";
import { VirtualIo } from "../../client/support/virtual-io.ts";
import { fullInputs, madeUpReferences } from "../../contract/support/samples.ts";
import { data } from "../../kinds/data.ts";

const odd = data.flatMap(({ kind, doubts = [] }) => doubts.map((doubt) => [kind, ...doubt] as const));

function kindOf(name: string): Kind {
  return kinds.find((kind) => kind.name === name) ?? expect.unreachable(`no kind ${name}`);
}

test.each(odd)("a %s whose %s is %j causes a warning", (kind, input, value, said) => {
  expect(doubtsOf(kindOf(kind), { [input]: value })).toEqual([`${input} ${said}`]);
  expect(doubtsOf(kindOf(kind), { [input]: unknown })).toEqual([]);
});

test("every field with a doubt has a case above", () => {
  const doubting = kinds.flatMap(({ name, fields }) =>
    [...fields.values()].filter(({ doubt }) => doubt !== undefined).map((field) => `${name} ${field.name}`),
  );
  expect(new Set(odd.map(([kind, input]) => `${kind} ${input}`))).toEqual(new Set(doubting));
});

const alone = "looks like a pattern, but isPattern is not true, so it matches only this exact text";
const unreadable = "is not a valid regular expression, so it is unlikely to match any name";

test.each<[string | undefined, Values]>([
  ...["gpt-.*", "^gpt", "gpt\\d", "gpt|o1"].map((sourceName): [string, Values] => [alone, { sourceName }]),
  [alone, { sourceName: "gpt-.*", isPattern: false }],
  [undefined, { sourceName: "gpt-.*", isPattern: true }],
  [undefined, { sourceName: "gpt-.*", isPattern: unknown }],
  [undefined, { sourceName: "openai/gpt-4.1 (new)*" }],
  [unreadable, { sourceName: "gpt-[", isPattern: true }],
  [unreadable, { sourceName: "gpt-(4|5", isPattern: true }],
  ...["*gpt", "(?i)gpt-.*", "(?P<name>gpt).*", "(?>gpt)", "a++"].map((sourceName): [undefined, Values] => [
    undefined,
    { sourceName, isPattern: true },
  ]),
])("a mapping source causes a warning if it is probably a mistake: %s, for %j", (doubt, inputs) => {
  expect(doubtsOf(mapping, inputs)).toEqual(doubt === undefined ? [] : [`sourceName ${doubt}`]);
});

test.each<[string[], Values]>([
  [["modelId and isGlobal are both set, but contradict each other"], { modelId: "m-1", isGlobal: true }],
  [[], { modelId: "m-1", isGlobal: false }],
  [[], { modelId: null, isGlobal: true }],
  [[], { isGlobal: true }],
  [[], { modelId: unknown, isGlobal: true }],
])("a prompt with modelId and isGlobal causes a warning if both are known and set: %j", (doubts, inputs) => {
  expect(doubtsOf(prompt, inputs)).toEqual(doubts);
});

describe("check", () => {
  const settings = {
    WORKSPACE_GATEWAY_BASE_URL: "https://gateway.test/api/v1",
    WORKSPACE_GATEWAY_ACCESS_TOKEN: "token-of-the-tests",
  };
  const advice = ". The gateway may accept this, but make sure that it is intended.";
  const openai = { workspaceId: "w", name: "openai", baseUrl: "up.example", apiKey: "", priority: 1 };

  async function warned(
    checks: readonly (readonly [Kind, Values])[],
    env: Record<string, string> = settings,
  ): Promise<string[]> {
    const io = new VirtualIo();
    const session = new Session([], env, io);
    for (const [kind, inputs] of checks) {
      await dynamicProvider(kind, session).check?.({}, inputs);
    }
    return io.warnings;
  }

  test("warns once per resource with kind, name, and property, even after several checks", async () => {
    const provider: [Kind, Values] = [modelProvider, { ...openai, compatibility: "OPENAI_SDK" }];
    const other: [Kind, Values] = [modelProvider, { ...provider[1], workspaceId: "w-2", apiKey: "sk" }];
    expect(await warned([provider, provider, other])).toEqual([
      `ModelProvider "openai": baseUrl has no scheme such as https://${advice}`,
      `ModelProvider "openai": apiKey is empty: set it to null to clear it, or omit it to keep the current value${advice}`,
      `ModelProvider "openai": baseUrl has no scheme such as https://${advice}`,
    ]);
  });

  test("names the resource from the program if the object has no name yet", async () => {
    const inputs = { workspaceId: "w", name: "", content: "c", [hidden.retained]: encodeCheckHints("tone") };
    expect(await warned([[prompt, inputs]])).toEqual([`Prompt resource "tone": name is empty${advice}`]);
  });

  test("warns with the kind alone if the resource has no known name", async () => {
    const dear: [Kind, Values] = [model, { name: unknown, inputCost: -1 }];
    const link: [Kind, Values] = [invitation, { workspaceId: "w", maxUses: 0 }];
    const lines = [`Model: inputCost is below 0${advice}`, `Invitation: maxUses is below 1${advice}`];
    expect(await warned([dear, link])).toEqual(lines);
  });

  test("warns once about an apiVersion that is not a date, and says where it is set", async () => {
    const tone: [Kind, Values] = [prompt, { workspaceId: "w", name: "tone", content: "Be brief." }];
    const other: [Kind, Values] = [prompt, { ...tone[1], name: "other" }];
    const pinned = (version: string) => ({ ...settings, WORKSPACE_GATEWAY_API_VERSION: version });
    expect(await warned([tone, other], pinned("v1"))).toEqual([
      `WORKSPACE_GATEWAY_API_VERSION (or \`pulumi config set workspace-gateway:apiVersion\`) is not a date such as 2026-01-31${advice}`,
    ]);
    expect(await warned([tone], pinned("2026-04-01"))).toEqual([]);
  });
});

test.each(kinds.map(({ name }) => name))("sample inputs of a %s cause no warning", (name) => {
  const kind = kindOf(name);
  for (const [input, value] of Object.entries(fullInputs(kind, madeUpReferences))) {
    expect(doubtsOf(kind, { [input]: value })).toEqual([]);
  }
});

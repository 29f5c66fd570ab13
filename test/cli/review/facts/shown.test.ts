import { expect, test } from "vitest";
import { nativeToken } from "../../../../provider/spec/token.js";
import { hidden, type Values } from "../../../../provider/spec/values.js";
import { expectPage } from "../../support/pages.ts";
import { endInWords, foundIn } from "./support/found-in.ts";
import { gpt, inPlace, inputs, type PreviewStep, planOf, review, rowsOf, step } from "./support/preview.ts";

const { priority: _priority, ...bare } = inputs.Mapping;
const all = { priority: 7, enabled: true, isPattern: false };
const shown = (values: Values) => ({ [hidden.shown]: values });
const toOther = { targetModel: "openai/other" };

/** A step of a mapping that declares none of `all`, with what the gateway showed of it before. */
function mapping(op: string, state: Values, after: Values = {}, before: Values = {}): PreviewStep {
  const declared = { ...bare, ...before };
  return step(op, "Mapping", "default", {
    oldState: { inputs: declared, outputs: { ...declared, ...state } },
    newState: { inputs: { ...bare, ...after } },
  });
}

const early = step("same", "Mapping", "early", {
  oldState: { inputs: { ...bare, targetModel: "x/y" }, outputs: shown({ ...all, priority: 3 }) },
  newState: { inputs: { ...bare, targetModel: "x/y" } },
});
const gone = (kind: "Prompt" | "Config", state: Values) =>
  step("delete", kind, "it", {
    oldState: { inputs: inputs[kind], outputs: { ...inputs[kind], ...shown(state) } },
  });
const declared = mapping("update", shown(all), { enabled: false });

const rows = rowsOf({
  "nothing is shown of what stays": mapping("same", {}),
  "nothing is shown of what is updated": mapping("update", {}, toOther),
  "all is shown of what stays": mapping("same", shown(all)),
  "all is shown of what is updated": mapping("update", shown(all), toOther),
  "all is shown by the plugin, to the engine alone": {
    ...mapping("update", shown(all), toOther),
    urn: `urn:pulumi:dev::shop::${nativeToken("Mapping")}::default`,
  },
  "a dynamic provider says it among the inputs": mapping(
    "update",
    {},
    { ...toOther, [hidden.retained]: { ...shown(all), createdAt: "2026" } },
  ),
  "it is shown to be off": mapping("same", shown({ ...all, enabled: false })),
  "it is shown to be a pattern": mapping("same", shown({ ...all, isPattern: true })),
  "another one is shown to come first": [mapping("same", shown(all)), early],
  "a value that is no longer declared gives way to the gateway's default": mapping(
    "update",
    shown({ priority: 7, isPattern: false }),
    {},
    { enabled: true },
  ),
  "of a replacement the gateway decides anew": mapping("replace", shown(all), toOther),
  "a declared value comes first": declared,
  "a prompt of production goes": gone("Prompt", { environment: "PRODUCTION" }),
  "a prompt of production that is off goes": gone("Prompt", { environment: "PRODUCTION", enabled: false }),
  "a prompt without an environment goes": gone("Prompt", {}),
  "a prompt without an environment that is off goes": gone("Prompt", { enabled: false }),
  "the default config goes": gone("Config", { isDefault: true }),
  "the default config, which is off, goes": gone("Config", { isDefault: true, enabled: false }),
});

test("findings and routes from values that the gateway showed match the snapshot", async () => {
  await expectPage("shown.md", rows, (steps) => {
    const all = review(...inPlace([gpt.same({ gatewayName: "openai/gpt" }), ...steps]));
    const routes = all.routes.map(({ incoming, isPattern, before, after }) => {
      const name = `${incoming}${isPattern ? " (pattern)" : ""}`;
      return `- ${name}: ${endInWords(before)} → ${endInWords(after)}`;
    });
    return [foundIn(all), ...routes].join("\n");
  });
});

test("a declared property is no longer among the shown values", () => {
  expect(planOf(declared).steps[0]?.after?.outputs[hidden.shown]).toEqual({ priority: 7, isPattern: false });
});

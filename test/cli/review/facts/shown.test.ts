import { expect, test } from "vitest";
import type { End } from "../../../../cli/routing/route.js";
import { nativeToken } from "../../../../provider/spec/token.js";
import { hidden, type Values } from "../../../../provider/spec/values.js";
import { inputs, type PreviewStep, planOf, review, step } from "./support/preview.ts";
import { gpt, openai, team } from "./support/stack.ts";

const { priority: _priority, ...bare } = inputs.Mapping;
const all = { priority: 7, enabled: true, isPattern: false };
const shown = (values: Values) => ({ [hidden.shown]: values });

/** The route of a mapping that declares none of `all`, but for `more`. */
function routeOf(mapping: PreviewStep, ...others: readonly PreviewStep[]) {
  const known = [team.same(), openai.same(), gpt.same({ gatewayName: "openai/gpt" })];
  return review(...known, mapping, ...others).routes.find(({ incoming }) => incoming === "default");
}

/** A step of the mapping, with what the gateway showed of it before. */
function mapping(op: string, before: Values, after: Values, state: Values): PreviewStep {
  const declared = { ...bare, ...before };
  return step(op, "Mapping", "default", {
    oldState: { inputs: declared, outputs: { ...declared, ...state } },
    newState: { inputs: { ...bare, ...after } },
  });
}

const dependsOn = (end: End | undefined) => end?.depends ?? expect.unreachable("the route has no such end");
const silent = /does not say `enabled`/;

test.each(["same", "update"])(
  "an object that is left as it is (%s) is open in nothing that the gateway has shown",
  (op) => {
    const label = op === "same" ? {} : { targetModel: "openai/other" };
    const open = routeOf(mapping(op, {}, label, {}));
    expect(dependsOn(open?.before).join()).toMatch(silent);
    expect(dependsOn(open?.after).join()).toMatch(silent);
    const route = routeOf(mapping(op, {}, label, shown(all)));
    expect([route?.before, route?.after].map(dependsOn)).toEqual([[], []]);
  },
);

test("what the gateway has shown decides where a name ends", () => {
  expect(routeOf(mapping("same", {}, {}, shown({ ...all, enabled: false })))).toBeUndefined();
  const pattern = review(mapping("same", {}, {}, shown({ ...all, isPattern: true }))).routes;
  expect(pattern).toMatchObject([{ incoming: "default", isPattern: true }]);
  const other = step("same", "Mapping", "other", {
    oldState: { inputs: { ...bare, targetModel: "x/y" }, outputs: shown({ ...all, priority: 3 }) },
    newState: { inputs: { ...bare, targetModel: "x/y" } },
  });
  expect(routeOf(mapping("same", {}, {}, shown(all)), other)).toMatchObject({ after: { by: "other" } });
});

test("what a dynamic provider says among the inputs counts where the state says nothing", () => {
  const carried = { [hidden.retained]: { ...shown(all), createdAt: "2026" } };
  const route = routeOf(mapping("update", {}, { targetModel: "openai/other", ...carried }, {}));
  expect(dependsOn(route?.before).join()).toMatch(silent);
  expect(dependsOn(route?.after)).toEqual([]);
});

test("by the plugin, which shows it to the engine alone, it is taken from the state", () => {
  const made = mapping("update", {}, { targetModel: "openai/other" }, shown(all));
  const native = `urn:pulumi:dev::shop::${nativeToken("Mapping")}::default`;
  const route = routeOf({ ...made, urn: native });
  expect([route?.before, route?.after].map(dependsOn)).toEqual([[], []]);
});

test("a value that is no longer declared gives way to the gateway's default, which is open", () => {
  const route = routeOf(mapping("update", { enabled: true }, {}, shown({ priority: 7, isPattern: false })));
  expect(dependsOn(route?.before)).toEqual([]);
  expect(dependsOn(route?.after).join()).toMatch(silent);
});

test("of a replacement the gateway decides anew, so what it has shown of the old object says nothing", () => {
  const route = routeOf(mapping("replace", {}, { targetModel: "openai/other" }, shown(all)));
  expect(dependsOn(route?.before)).toEqual([]);
  expect(dependsOn(route?.after).join()).toMatch(silent);
});

test("a declared value comes first, and what is declared is no longer among what is shown", () => {
  const declared = mapping("update", {}, { enabled: false }, shown(all));
  expect(routeOf(declared)).toMatchObject({ after: { is: "nowhere" } });
  const [planned] = planOf(declared).steps;
  expect(planned?.after?.outputs[hidden.shown]).toEqual({ priority: 7, isPattern: false });
});

test.each<[string, string, Values]>([
  ["production-prompt-changed", "Prompt", { environment: "PRODUCTION" }],
  ["production-prompt-changed", "Prompt", {}],
  ["default-config-lost", "Config", { isDefault: true }],
])("the rule %s takes it, too", (rule, kind, values) => {
  const found = (state: Values) => {
    const { Prompt, Config } = inputs;
    const declared: Values = kind === "Prompt" ? Prompt : Config;
    const gone = step("delete", kind, "it", {
      oldState: { inputs: declared, outputs: { ...declared, ...shown(state) } },
    });
    return review(team.same(), gone).findings.map((finding) => finding.rule);
  };
  expect(found(values)).toContain(rule);
  expect(found({ ...values, enabled: false })).not.toContain(rule);
});

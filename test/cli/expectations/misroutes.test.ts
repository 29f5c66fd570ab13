import { describe, expect, test } from "vitest";
import type { AccountObject } from "../../../cli/account/account-object.js";
import { checkExpectations } from "../../../cli/expectations/check.js";
import { readExpectations } from "../../../cli/expectations/format.js";
import type { Values } from "../../../provider/spec/values.js";
import { budget, mapping, member, model, pattern, prompt, provider, workspace } from "./support/objects.ts";

type Edit = (objects: readonly AccountObject[]) => readonly AccountObject[];

const before: readonly AccountObject[] = [
  ...[workspace("w", "Support team"), budget(500)],
  ...[provider("main", "models.example.org:8443"), provider("other", "other.example.com")],
  model("main/small", { inputCost: 0.5, outputCost: 2 }),
  model("main/big", { inputCost: 3, outputCost: 12 }),
  model("other/spare"),
  ...[mapping("default", "main/small"), mapping("legacy", "main/big"), pattern("gpt-4*", "main/big")],
  prompt("house-rules", { environment: "PRODUCTION", isGlobal: true }),
  ...[member("ada@example.com", "ADMIN"), member("ben@example.com", "MEMBER")],
];

const routes = readExpectations(`
assume: [patterns-are-globs, patterns-match-whole-names, case-matters, exact-names-first-of-their-priority, mappings-before-gateway-names]
workspaces:
  "Support*":
    routes:
      default: { model: main/small, provider: main, maxInputCost: 1 }
      "gpt-4*": { provider: main, minContextWindow: 100000 }
      gpt-4o: { name: big }
      legacy: { name: big, maxOutputCost: 20 }
      retired: nowhere
    models: { maxInputCost: 5, maxOutputCost: 15, hosts: ["models.example.org:8443", "other.example.com"] }
    prompts: { require: [house-rules], environments: [PRODUCTION] }
    people: { admins: ["ada@example.com"], maxMembers: 3 }
    budget: { atMost: 1000, atLeast: 100 }
`);

const changed =
  (urn: string, values: Values): Edit =>
  (objects) =>
    objects.map((each) =>
      each.urn === urn
        ? { ...each, inputs: { ...each.inputs, ...values }, outputs: { ...each.outputs, ...values } }
        : each,
    );
const removed =
  (removedUrn: string): Edit =>
  (objects) =>
    objects.filter(({ urn }) => urn !== removedUrn);
const added =
  (...more: readonly AccountObject[]): Edit =>
  (objects) => [...objects, ...more];
const mapped = (name: string, values: Values = {}) => added(mapping(name, "other/spare", values));
const matched = (name: string, priority: number) => added(pattern(name, "other/spare", { priority }));
const joined = (name: string, role = "MEMBER") => member(`${name}@example.com`, role);

const misroutes: Readonly<Record<string, Edit>> = {
  "a mapping gets another target": changed("Mapping default", { targetModel: "other/spare" }),
  "a mapping is switched off": changed("Mapping default", { enabled: false }),
  "a mapping is removed": removed("Mapping default"),
  "a mapping gets another name": changed("Mapping legacy", { sourceName: "legacy-2" }),
  "a mapping gets a model that is too expensive": changed("Mapping default", { targetModel: "main/big" }),
  "a mapping gets a target that no model has": changed("Mapping legacy", { targetModel: "main/bigg" }),
  "a pattern of an earlier priority comes before another": matched("gpt-.*", 1),
  "an exact name comes before a pattern": mapped("gpt-4o"),
  "another name of the form gets another provider": mapped("gpt-4-turbo"),
  "a pattern comes before an exact name": matched("def.*", -1),
  "a pattern becomes an exact name": changed("Mapping gpt-4*", { isPattern: false }),
  "a pattern is switched off": changed("Mapping gpt-4*", { enabled: false }),
  "a name is answered that should go nowhere": mapped("retired"),
  "a pattern answers what should go nowhere": matched(".*", 99),
  "a model is deleted under its mapping": removed("Model main/small"),
  "a model gets another name": changed("Model main/small", { name: "small-2", gatewayName: "main/small-2" }),
  "a model moves to another provider": changed("Model main/big", {
    providerId: "ModelProvider-other",
    gatewayName: "other/big",
  }),
  "a model becomes more expensive": changed("Model main/small", { inputCost: 4.9 }),
  "a model's answers get more expensive": changed("Model main/big", { outputCost: 15.5 }),
  "a model takes shorter requests": changed("Model main/big", { contextWindow: 8000 }),
  "a provider moves to another host": changed("ModelProvider main", {
    baseUrl: "https://elsewhere.example/v1",
  }),
  "a provider gets another name": changed("ModelProvider main", { name: "main-2" }),
  "a provider with a new host": added(provider("new", "new.example")),
  "a member becomes an administrator": changed("Member ben@example.com", { role: "ADMIN" }),
  "the administrator loses the role": changed("Member ada@example.com", { role: "MEMBER" }),
  "a new administrator": added(joined("eve", "ADMIN")),
  "too many people": added(joined("kim"), joined("lee")),
  "the budget rises above its bound": changed("Budget w", { budget: 1001 }),
  "the budget falls below its bound": changed("Budget w", { budget: 99 }),
  "a prompt is removed": removed("Prompt house-rules"),
  "a prompt is switched off": changed("Prompt house-rules", { enabled: false }),
  "a prompt is no longer for production": changed("Prompt house-rules", { environment: "STAGING" }),
  "the workspace gets another name": changed("Workspace w", { name: "Somebody else's" }),
};

const harmless: Readonly<Record<string, Edit>> = {
  nothing: (objects) => objects,
  "a prompt gets another text": changed("Prompt house-rules", { content: "Be kind and brief." }),
  "a model gets another display name": changed("Model main/small", { displayName: "Small" }),
  "a model gets cheaper": changed("Model main/small", { inputCost: 0.01 }),
  "a model takes longer requests": changed("Model main/big", { contextWindow: 1_000_000 }),
  "a provider moves to another path": changed("ModelProvider other", {
    baseUrl: "https://other.example.com/v2",
  }),
  "a provider gets another priority": changed("ModelProvider main", { priority: 5 }),
  "the budget stays in its bounds": changed("Budget w", { budget: 999 }),
  "another name goes elsewhere": mapped("fresh"),
  "a pattern for other names": matched("claude-.*", 1),
  "a pattern that comes later": matched("gpt-4.*", 50),
  "an exact name that goes where its pattern does": mapped("gpt-4-turbo", { targetModel: "main/big" }),
  "a mapping that is switched off": mapped("later", { enabled: false }),
  "a cheap model": added(model("main/tiny", { outputCost: 1 })),
  "a prompt of staging": added(prompt("draft", { environment: "STAGING" })),
  "a member": added(joined("kim")),
  "a member leaves": removed("Member ben@example.com"),
  "a mapping comes earlier": changed("Mapping legacy", { priority: -5 }),
  "the pattern comes later": changed("Mapping gpt-4*", { priority: 40 }),
};

/** The places of the expectations that do not hold after an edit. The pattern is written as a glob or as a regular expression. */
const brokenBy = (edit: Edit, sourceName: string) =>
  checkExpectations(routes, { objects: edit(changed("Mapping gpt-4*", { sourceName })(before)) })
    .filter(({ status }) => status !== "held")
    .map(({ path }) => path.slice(2).join("."));

describe.each(["gpt-4*", "gpt-4.*"])("with the pattern %s", (source) => {
  test.each(Object.entries(misroutes))("an expectation is not met if %s", (_what, edit) => {
    expect(brokenBy(edit, source)).not.toEqual([]);
  });

  test.each(Object.entries(harmless))("every expectation is met after %s", (_what, edit) => {
    expect(brokenBy(edit, source)).toEqual([]);
  });
});

import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { readExpectations, routesJsonSchema } from "../../../cli/expectations/format.js";
import { assumptionNames } from "../../../cli/routing/semantics.js";

const inWorkspace = (text: string) => `workspaces:\n  Team:\n    ${text}`;
const inRoute = (text: string) => inWorkspace(`routes: { default: { ${text} } }`);
const noKey = "a file of expectations has no key";
const team = "workspaces.Team";

test.each([
  ["", "1:1: the file: expects nothing"],
  ["workspaces: {}", "1:1: workspaces: expects nothing"],
  ["workspaces: { Team: {} }", "1:15: workspaces.Team: expects nothing"],
  ["assume: case-matters", "1:1: the file: expects nothing"],
  ["workspace: {}", `1:1: ${noKey} \`workspace\`. Did you mean \`workspaces\`?`],
  [inWorkspace("route: {}"), `3:5: ${noKey} \`route\`. Did you mean \`routes\`?`],
  [inWorkspace("routes: {}"), `3:5: ${team}.routes: expects nothing`],
  [
    inWorkspace("routes:\n      default: { modell: a }"),
    `4:18: ${noKey} \`modell\`. Did you mean \`model\`?`,
  ],
  [inWorkspace("routes: { default: nowere }"), `3:15: ${team}.routes.default: must be `],
  [inRoute("maxInputCost: cheap"), `3:26: ${team}.routes.default.maxInputCost: must be a number`],
  [inRoute("assume: case-matters"), `3:15: ${team}.routes.default: expects nothing`],
  [inRoute("model: []"), `3:26: ${team}.routes.default.model: must not be empty`],
  [inRoute("model: a, assume: cases-matter"), `3:36: ${team}.routes.default.assume: must be one of`],
  [
    inWorkspace("budget: { atMost: 1 }\n    assume: [case-matters, case-does-not-matter]"),
    `4:5: ${team}.assume: says two things of the same question`,
  ],
  [inWorkspace("prompts: { environments: [PRODUCTION] }"), `3:5: ${team}.prompts.require: must be a list`],
  [
    inWorkspace("prompts: { require: [a], environments: [PROD] }"),
    `3:45: ${team}.prompts.environments.0: must be one of`,
  ],
  [inWorkspace("people: { maxAdmins: 1.5 }"), `3:15: ${team}.people.maxAdmins: must be a whole number`],
  [inWorkspace("budget: { atMost: -1 }"), `3:15: ${team}.budget.atMost: must be at least 0`],
  [inWorkspace("routes: { a: nowhere, a: nowhere }"), "3:27: Map keys must be unique"],
  [inWorkspace("routes: { __proto__: nowhere }"), '3:15: "__proto__" cannot be a key'],
  [inWorkspace("routes: ["), "3:"],
  ["- a", "1:1: the file: must be an object"],
])("what is wrong is told with its line and column: %j", (text, message) => {
  expect(() => readExpectations(text)).toThrow(`gateway-routes.yaml:${message}`);
});

test("a key may look like a number, and its place is found", () => {
  const expectations = readExpectations(inWorkspace("routes:\n      4: nowhere"));
  expect(expectations.placeOf(["workspaces", "Team", "routes", "4"])).toEqual({ line: 4, column: 7 });
});

test("the package has the form of the file for editors", async () => {
  const file = path.join(import.meta.dirname, "../../../cli/gateway-routes.schema.json");
  await expect(`${JSON.stringify(routesJsonSchema(), undefined, 2)}\n`).toMatchFileSnapshot(file);
  expect(readFileSync(file, "utf8")).toContain(assumptionNames.at(-1));
});

import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { readExpectations, routesJsonSchema } from "../../../cli/expectations/format.js";
import { assumptionNames } from "../../../cli/routing/semantics.js";

const inWorkspace = (text: string) => `workspaces:\n  Team:\n    ${text}`;

test.each([
  ["", "gateway-routes.yaml:1:1: the file: expects nothing"],
  ["workspaces: {}", "gateway-routes.yaml:1:1: workspaces: expects nothing"],
  ["workspaces: { Team: {} }", "gateway-routes.yaml:1:15: workspaces.Team: expects nothing"],
  ["assume: case-matters", "gateway-routes.yaml:1:1: the file: expects nothing"],
  [
    "workspace: {}",
    "gateway-routes.yaml:1:1: a file of expectations has no key `workspace`. Did you mean `workspaces`?",
  ],
  [
    inWorkspace("route: {}"),
    "gateway-routes.yaml:3:5: a file of expectations has no key `route`. Did you mean `routes`?",
  ],
  [inWorkspace("routes: {}"), "gateway-routes.yaml:3:5: workspaces.Team.routes: expects nothing"],
  [
    inWorkspace("routes:\n      default: { modell: a }"),
    "gateway-routes.yaml:4:18: a file of expectations has no key `modell`. Did you mean `model`?",
  ],
  [
    inWorkspace("routes: { default: nowere }"),
    "gateway-routes.yaml:3:15: workspaces.Team.routes.default: must be ",
  ],
  [
    inWorkspace("routes: { default: { maxInputCost: cheap } }"),
    "gateway-routes.yaml:3:26: workspaces.Team.routes.default.maxInputCost: must be a number",
  ],
  [
    inWorkspace("routes: { default: { assume: case-matters } }"),
    "gateway-routes.yaml:3:15: workspaces.Team.routes.default: expects nothing",
  ],
  [
    inWorkspace("routes: { default: { model: [] } }"),
    "gateway-routes.yaml:3:26: workspaces.Team.routes.default.model: must not be empty",
  ],
  [
    inWorkspace("routes: { default: { model: a, assume: cases-matter } }"),
    "workspaces.Team.routes.default.assume: must be one of",
  ],
  [
    inWorkspace("budget: { atMost: 1 }\n    assume: [case-matters, case-does-not-matter]"),
    "gateway-routes.yaml:4:5: workspaces.Team.assume: says two things of the same question",
  ],
  [
    inWorkspace("prompts: { environments: [PRODUCTION] }"),
    "gateway-routes.yaml:3:5: workspaces.Team.prompts.require: must be a list",
  ],
  [
    inWorkspace("prompts: { require: [a], environments: [PROD] }"),
    "gateway-routes.yaml:3:45: workspaces.Team.prompts.environments.0: must be one of",
  ],
  [
    inWorkspace("people: { maxAdmins: 1.5 }"),
    "gateway-routes.yaml:3:15: workspaces.Team.people.maxAdmins: must be a whole number",
  ],
  [
    inWorkspace("budget: { atMost: -1 }"),
    "gateway-routes.yaml:3:15: workspaces.Team.budget.atMost: must be at least 0",
  ],
  [inWorkspace("routes: { a: nowhere, a: nowhere }"), "gateway-routes.yaml:3:27: Map keys must be unique"],
  [inWorkspace("routes: { __proto__: nowhere }"), 'gateway-routes.yaml:3:15: "__proto__" cannot be a key'],
  [inWorkspace("routes: ["), "gateway-routes.yaml:3:"],
  ["- a", "gateway-routes.yaml:1:1: the file: must be an object"],
])("what is wrong is told with its line and column: %j", (text, message) => {
  expect(() => readExpectations(text)).toThrow(message);
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

import { writeFile } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";
import { assertExpected } from "../../../cli/apply/command.js";
import { readExpectations } from "../../../cli/expectations/format.js";
import { guard, judged } from "../../../cli/guard/guard.js";
import { expectedRoutes, reviewedFile } from "../../../cli/guard/options.js";
import { safeRules } from "../../../cli/guard/rules.js";
import type { Pin } from "../../../cli/pin/format.js";
import { documentOf } from "../../../cli/review/document/document.js";
import { markdown } from "../../../cli/review/document/markdown.js";
import { UsageError } from "../../../cli/terminal.js";
import {
  cap,
  gpt,
  openai,
  type PreviewStep,
  resource,
  reviewExpecting,
  route,
  team,
  unknown,
  urn,
} from "../review/facts/support/preview.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const inWorkspace = (text: string) => `workspaces:\n  Team:\n    ${text}`;
const inRoute = (text: string) => inWorkspace(`routes: { default: { ${text} } }`);
const noKey = "the expectations file has no key";
const inTeam = "workspaces.Team";

test.each([
  ["", "1:1: the file: contains no expectation"],
  ["workspaces: { Team: {} }", "1:15: workspaces.Team: contains no expectation"],
  ["workspace: {}", `1:1: ${noKey} \`workspace\`. Did you mean \`workspaces\`?`],
  [
    inWorkspace("routes:\n      default: { modell: a }"),
    `4:18: ${noKey} \`modell\`. Did you mean \`model\`?`,
  ],
  [inRoute("assume: case-matters"), `3:15: ${inTeam}.routes.default: contains no expectation`],
  [inRoute("model: []"), `3:26: ${inTeam}.routes.default.model: must not be empty`],
  [inRoute("model: a, assume: cases-matter"), `3:36: ${inTeam}.routes.default.assume: must be one of`],
  [
    inWorkspace("budget: { atMost: 1 }\n    assume: [case-matters, case-does-not-matter]"),
    `4:5: ${inTeam}.assume: contains contradictory assumptions`,
  ],
  [inWorkspace("prompts: { environments: [PRODUCTION] }"), `3:5: ${inTeam}.prompts.require: must be a list`],
  [inWorkspace("budget: { atMost: -1 }"), `3:15: ${inTeam}.budget.atMost: must be at least 0`],
  [inWorkspace("routes: { a: nowhere, a: nowhere }"), "3:27: Map keys must be unique"],
  [inWorkspace("routes: { __proto__: nowhere }"), '3:15: "__proto__" cannot be a key'],
  [inWorkspace("routes: ["), "3:"],
  ["- a", "1:1: the file: must be an object"],
])("an invalid file is reported with line and column: %j", (text, message) => {
  expect(() => readExpectations(text)).toThrow(`gateway-routes.yaml:${message}`);
});

test("a numeric key is accepted, and its position is found", () => {
  const expectations = readExpectations(inWorkspace("routes:\n      4: nowhere"));
  expect(expectations.placeOf(["workspaces", "Team", "routes", "4"])).toEqual({ line: 4, column: 7 });
});

const bounded = (atMost: number) => `workspaces: { "*": { budget: { atMost: ${atMost} } } }\n`;

test("a named file must exist, the default file is optional, and no file means no expectations", async () => {
  const file = path.join(await temporaryFolder(), "routes.yaml");
  await expect(expectedRoutes({ routes: file })).rejects.toThrow(UsageError);
  expect(await expectedRoutes({})).toBeUndefined();
  await writeFile(file, bounded(100));
  const workspaces = { "*": { budget: { atMost: 100 } } };
  expect(await expectedRoutes({ routes: file })).toMatchObject({ file, workspaces });
  expect(await expectedRoutes({ routes: file }, reviewedFile)).toMatchObject({
    file: "routes.yaml",
    workspaces,
  });
  expect(await expectedRoutes({ routes: false })).toBeUndefined();
});

test("a review has a section for the expectations that a change breaks or repairs", () => {
  const review = reviewExpecting(
    'workspaces: { "*": { budget: { atLeast: 100, atMost: 200 } } }',
    cap.with({ budget: 300 }).updated({ budget: 90 }),
  );
  const verdict = guard(review, { ...safeRules, maxBudgetDown: { percent: 100 } });
  const text = markdown(documentOf(review, judged(verdict)));
  expect(verdict.refused.map(({ rule, option }) => [rule, option])).toEqual([
    ["expectation-broken", "--allow 'expectation-broken:*.budget.atLeast'"],
  ]);
  expect(text).toContain("Gateway expectations");
  expect(text).toContain("Repaired: gateway-routes.yaml:&#8203;1:46, a budget of at most 200");
  expect(markdown(documentOf(review))).toContain(
    "Broken: gateway-routes.yaml:&#8203;1:32 expects a budget of at least 100",
  );
});

test("expectations of a workspace stay open while a new mapping may belong to it", () => {
  const routes = "workspaces: { support: { routes: { default: { model: openai/gpt } } } }";
  const sandbox = resource("Workspace", "sandbox", { name: "sandbox" }).created();
  const of = { propertyDependencies: { workspaceId: [urn("Workspace", "sandbox")] } };
  const stays = [team.same(), openai.same(), gpt.same({ gatewayName: "openai/gpt" }), route.same(), sandbox];
  const added = resource("Mapping", "it", { workspaceId: unknown, sourceName: "default", priority: 0 });
  const open = (step: PreviewStep) =>
    reviewExpecting(routes, ...stays, step).findings.flatMap(({ rule, level, reason }) =>
      rule.startsWith("expectation") ? [[level, reason]] : [],
    );
  expect(open(added.created(of))).toEqual([]);
  expect(open(added.created({ ...of, makes: true }))).toEqual([
    ["refused", expect.stringContaining("`it` belongs to a workspace that is unknown before the `up`")],
  ]);
});

test("apply refuses to break an expectation unless the review already reported it", () => {
  const review = reviewExpecting(
    'workspaces: { "*": { budget: { atMost: 1 } } }',
    cap.updated({ budget: 2 }),
  );
  const pin = (unmet: readonly string[]) => ({ unmet }) as unknown as Pin;
  expect(() => assertExpected(pin([]), review)).toThrow(
    /1 expectation would not be met.*\n- \*\.budget\.atMost: /,
  );
  expect(() => assertExpected(pin(["*.budget.atMost"]), review)).not.toThrow();
});

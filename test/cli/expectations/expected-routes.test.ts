import { writeFile } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";
import { assertExpected } from "../../../cli/apply/command.js";
import { guard, judged } from "../../../cli/guard/guard.js";
import { expectedRoutes, reviewedFile } from "../../../cli/guard/options.js";
import { safeRules } from "../../../cli/guard/rules.js";
import type { Pin } from "../../../cli/pin/format.js";
import { documentOf } from "../../../cli/review/document/document.js";
import { markdown } from "../../../cli/review/document/markdown.js";
import { UsageError } from "../../../cli/terminal.js";
import { type PreviewStep, reviewExpecting, unknown, urn } from "../review/facts/support/preview.ts";
import { cap, gpt, openai, resource, route, team } from "../review/facts/support/stack.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const bounded = (atMost: number) => `workspaces: { "*": { budget: { atMost: ${atMost} } } }\n`;

test("the named file has to be there, the usual one need not, and without it nothing is expected", async () => {
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

test("what a change breaks and repairs has its section", () => {
  const review = reviewExpecting(
    'workspaces: { "*": { budget: { atLeast: 100, atMost: 200 } } }',
    cap.with({ budget: 300 }).updated({ budget: 90 }),
  );
  const verdict = guard(review, { ...safeRules, maxBudgetDown: { percent: 100 } });
  const text = markdown(documentOf(review, judged(verdict)));
  expect(verdict.refused.map(({ rule, option }) => [rule, option])).toEqual([
    ["expectation-broken", "--allow 'expectation-broken:*.budget.atLeast'"],
  ]);
  expect(text).toContain("What is expected of the gateway");
  expect(text).toContain("Repaired: gateway-routes.yaml:&#8203;1:46, a budget of at most 200");
  expect(markdown(documentOf(review))).toContain(
    "Broken: gateway-routes.yaml:&#8203;1:32 expects a budget of at least 100",
  );
});

test("nothing is held of a workspace while a new mapping may belong to it", () => {
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
    ["refused", expect.stringContaining("`it` belongs to a workspace that is not known before the `up`")],
  ]);
});

test("an apply refuses what would be broken, unless the review told it", () => {
  const review = reviewExpecting(
    'workspaces: { "*": { budget: { atMost: 1 } } }',
    cap.updated({ budget: 2 }),
  );
  const pin = (unmet: readonly string[]) => ({ unmet }) as unknown as Pin;
  expect(() => assertExpected(pin([]), review)).toThrow(
    /1 expectation would be broken.*\n- \*\.budget\.atMost: /,
  );
  expect(() => assertExpected(pin(["*.budget.atMost"]), review)).not.toThrow();
});

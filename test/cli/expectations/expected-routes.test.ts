import { execFileSync } from "node:child_process";
import { writeFile } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";
import { assertExpected } from "../../../cli/commands/apply/assert-expected.js";
import { expectedRoutes } from "../../../cli/commands/guard/expected-routes.js";
import { UsageError } from "../../../cli/commands/terminal.js";
import { documentOf } from "../../../cli/review/blocks/document.js";
import { guard } from "../../../cli/review/guard/guard-review.js";
import { safeRules } from "../../../cli/review/guard/guard-rules.js";
import { judged } from "../../../cli/review/guard/judged.js";
import { markdown } from "../../../cli/review/markdown/markdown.js";
import type { Pin } from "../../../cli/review/pin/pin-format.js";
import { reviewExpecting } from "../review/facts/support/preview.ts";
import { cap } from "../review/facts/support/stack.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const bounded = (atMost: number) => `workspaces: { "*": { budget: { atMost: ${atMost} } } }\n`;

/** A repository whose last commit has a file of expectations. */
async function repository(text: string) {
  const folder = await temporaryFolder();
  const routes = path.join(folder, "gateway-routes.yaml");
  const git = (...args: string[]) =>
    execFileSync("git", ["-c", "user.name=a", "-c", "user.email=a@b.c", ...args], { cwd: folder });
  await writeFile(routes, text);
  git("init", "--quiet");
  git("add", "--all");
  git("commit", "--quiet", "--message", "expect");
  return { routes, write: (here: string) => writeFile(routes, here) };
}

const terminal = { env: process.env };

test("with a commit, its file counts, and what the file here says otherwise is told, the looser as such", async () => {
  const { routes, write } = await repository(bounded(100));
  const read = () => expectedRoutes({ routes, guardRef: "HEAD" }, terminal);
  expect(await read()).not.toHaveProperty("changed");
  await write(bounded(5000));
  const { expectations, changed } = await read();
  expect(expectations?.workspaces?.["*"]).toEqual({ budget: { atMost: 100 } });
  expect(changed?.changes).toEqual([
    { key: "workspaces.*.budget.atMost", words: "100 → 5000", isLooser: true },
  ]);
  await write(`${bounded(100)}quotas: { burst: { atMost: 5 } }`);
  expect((await read()).changed?.changes).toMatchObject([{ words: "5 is added", isLooser: false }]);
  await write(`${bounded(100)}assume: case-matters`);
  expect((await read()).changed?.changes).toMatchObject([{ isLooser: true }]);
  await write("workspaces: [");
  expect((await read()).changed?.changes).toMatchObject([{ key: "file", isLooser: true }]);
});

test("a name that gets a line of its own is taken from the form that held it", async () => {
  const routesOf = (own: string) => `workspaces: { T: { routes: { "gpt-*": { provider: a }${own} } } }`;
  const { routes, write } = await repository(routesOf(""));
  await write(routesOf(", gpt-4: { provider: b }, other: { provider: c }"));
  const { changed } = await expectedRoutes({ routes, guardRef: "HEAD" }, terminal);
  expect(changed?.changes.map(({ key, isLooser }) => [key.split(".")[3], isLooser])).toEqual([
    ["gpt-4", true],
    ["other", false],
  ]);
});

test("without a commit the file here counts; none is no error, unless it is named", async () => {
  const { routes } = await repository(bounded(100));
  expect((await expectedRoutes({ routes }, terminal)).expectations?.file).toBe(routes);
  await expect(expectedRoutes({ routes: `${routes}.gone` }, terminal)).rejects.toThrow(UsageError);
  expect(await expectedRoutes({}, terminal)).toEqual({});
});

test("a change of the file is the first line of a review, and what the change breaks and repairs has its section", () => {
  const review = reviewExpecting(
    'workspaces: { "*": { budget: { atLeast: 100, atMost: 200 } } }',
    cap.with({ budget: 300 }).updated({ budget: 90 }),
  );
  const changed = {
    ref: "main",
    file: "gateway-routes.yaml",
    changes: [{ key: "k", words: "a → b", isLooser: true }],
  };
  const verdict = guard(review, { ...safeRules, maxBudgetDown: { percent: 100 }, routesChanged: changed });
  const text = markdown(documentOf(review, judged(verdict)));
  expect(text.split("\n")[1]).toContain("This loosens the expectations in `gateway-routes.yaml`");
  expect(verdict.refused.map(({ rule, option }) => [rule, option])).toEqual([
    ["expectation-broken", "--allow 'expectation-broken:*.budget.atLeast'"],
  ]);
  expect(text).toContain("What is expected of the gateway");
  expect(text).toContain("Repaired: gateway-routes.yaml:&#8203;1:46, a budget of at most 200");
  expect(markdown(documentOf(review))).toContain(
    "Broken: gateway-routes.yaml:&#8203;1:32 expects a budget of at least 100",
  );
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

import { writeFile } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";
import { type PreviewStep, previewOf } from "../../review/facts/support/preview.ts";
import { resource } from "../../review/facts/support/stack.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";
import { CommandRun } from "../support/command-run.ts";
import { type Desk, openDesk } from "../support/desk.ts";

const scopesWithoutUsage =
  "workspaces:read providers:read models:read mapping:read prompts:read members:read";
const canary = "key-canary";

/** A model that 30 requests went to, whose price rises, and a budget that falls below what is spent. */
async function dearerModel() {
  const desk = await openDesk();
  const { clicks, gateway } = desk;
  const team = await clicks.workspace("Team");
  const provider = await clicks.provider(team, "openai");
  const model = await clicks.model(team, provider, "gpt");
  gateway.seed.spend(String(team.id), 450);
  const row = { model_id: model.id, provider_id: provider.id, key_id: canary };
  gateway.seed.metrics(30, { ...row, tokens_input: 1_000_000, tokens_output: 0, cost: 2 });
  const file = path.join(await temporaryFolder(), "preview.json");
  const inside = { workspaceId: String(team.id), providerId: String(provider.id) };
  // A price that was written in the time that is read may have been another one.
  const updatedAt = "2026-01-01T00:00:00.000Z";
  const at = (step: PreviewStep, id: unknown): PreviewStep => {
    const { inputs = {} } = step.oldState ?? {};
    return { ...step, oldState: { inputs, outputs: { ...inputs, updatedAt }, id: String(id) } };
  };
  const steps = [
    at(resource("Model", "gpt", inside).updated({ inputCost: 3 }), model.id),
    at(resource("Budget", "cap", inside).updated({ budget: 400 }), team.id),
  ];
  await writeFile(file, previewOf(...steps));
  gateway.log.clear();
  return { ...desk, file };
}

const review = ({ terminal }: Desk, ...args: string[]) =>
  new CommandRun(["review", ...args], terminal.env).done;

test("a review with --usage says what the rows of the gateway make of a change, and shows no key", async () => {
  const desk = await dearerModel();
  const { code, stdout, output } = await review(desk, desk.file, "--usage", "2d", "--json");
  expect(code, output).toBe(0);
  const { usage, findings } = JSON.parse(stdout);
  expect(usage).toMatchObject({
    is: "read",
    hits: [{ what: "model", why: "dearer", requests: 30, keys: 1 }],
  });
  expect(usage.money).toMatchObject({ unit: 1_000_000 });
  const { now, after } = usage.total.cost;
  expect(after.most / now).toBeCloseTo(1.5, 9);
  expect(usage.budgets).toMatchObject([{ spent: 450, isSpent: { before: false, after: true } }]);
  expect(findings.map(({ rule }: { rule: string }) => rule)).toEqual(
    expect.arrayContaining(["cost-up-money", "budget-spent"]),
  );
  expect(stdout).not.toContain(canary);
  const shown = await review(desk, desk.file, "--usage", "2d", "--show-keys");
  expect(shown.stdout).toContain(canary);
});

test("the unit that the guard file says is the one that counts", async () => {
  const desk = await dearerModel();
  const rules = path.join(path.dirname(desk.file), "guard.yaml");
  await writeFile(
    rules,
    "usageUnit: 500000\ncurrency: EUR\nmaxCostUp: 100%\nmaxBudgetDown: 100%\nallow: [budget-spent]\n",
  );
  const guarded = (...more: string[]) =>
    review(desk, desk.file, "--usage", "2d", "--guard-file", rules, ...more);
  const { code, stdout, output } = await guarded();
  expect(code, output).toBe(0);
  expect(stdout).toContain("500,000 tokens, in EUR");
  const refused = await guarded("--max-cost-up-money", "1");
  expect(refused.code).toBe(3);
  expect(refused.stderr).toContain("cost-up-money account");
});

test("without the scope for it, one line says so, and the review is as it is without usage", async () => {
  const desk = await dearerModel();
  const token = desk.gateway.token({ scopes: scopesWithoutUsage.split(" ") });
  const env = { ...desk.terminal.env, WORKSPACE_GATEWAY_ACCESS_TOKEN: token };
  const reviewed = async (...args: string[]) =>
    (await new CommandRun(["review", desk.file, ...args], env).done).stdout.split("\n");
  const [plain, asked] = [await reviewed(), await reviewed("--usage", "2d")];
  const more = asked.filter((line) => !plain.includes(line));
  expect(more).toEqual(["- Usage is not known: the token lacks the scope usage:read."]);
});

test("a review without --usage asks for no rows and no budget", async () => {
  const desk = await dearerModel();
  await review(desk, desk.file);
  const asked = desk.gateway.log.entries().map(({ path: at }) => at);
  expect(asked.filter((each) => each.includes("/metrics"))).toEqual([]);
});

import { writeFile } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";
import { scopes } from "../../gateway/resources/scopes.ts";
import { type PreviewStep, previewOf, resource } from "../review/facts/support/preview.ts";
import { openPerson } from "../support/person.ts";

const canary = "key-canary";

/** A model that 30 requests went to, whose price rises, and a budget that falls below the current spending. */
async function dearerModel() {
  const person = await openPerson();
  const { clicks, gateway, home, run } = person;
  const file = path.join(home, "preview.json");
  const env = { WORKSPACE_GATEWAY_ACCESS_TOKEN: gateway.token() };
  const review = (args: readonly string[], token = env.WORKSPACE_GATEWAY_ACCESS_TOKEN) =>
    run(["review", file, ...args], { WORKSPACE_GATEWAY_ACCESS_TOKEN: token });
  const team = await clicks.workspace("Team");
  const provider = await clicks.provider(team, "openai");
  const model = await clicks.model(team, provider, "gpt");
  gateway.seed.spend(String(team.id), 450);
  const row = { model_id: model.id, provider_id: provider.id, key_id: canary };
  gateway.seed.metrics(30, { ...row, tokens_input: 1_000_000, tokens_output: 0, cost: 2 });
  const inside = { workspaceId: String(team.id), providerId: String(provider.id) };
  const at = (step: PreviewStep, id: unknown): PreviewStep => {
    const { inputs: old = {} } = step.oldState ?? {};
    return { ...step, oldState: { inputs: old, outputs: old, id: String(id) } };
  };
  const steps = [
    at(resource("Model", "gpt", inside).updated({ inputCost: 3 }), model.id),
    at(resource("Budget", "cap", inside).updated({ budget: 400 }), team.id),
  ];
  await writeFile(file, previewOf(...steps));
  gateway.log.clear();
  return { ...person, file, env, review };
}

test("review --usage reports cost, callers and budgets of a change, and no key by default", async () => {
  const { review } = await dearerModel();
  const { code, stdout, output } = await review(["--usage", "2d", "--json"]);
  expect(code, output).toBe(0);
  const { usage, findings } = JSON.parse(stdout);
  const hits = [{ what: "model", how: "price-up", requests: 30, keys: 1 }];
  expect(usage).toMatchObject({ is: "read", hits });
  const { cost, percent } = usage.total;
  expect([usage.money, cost.isOpen, percent.most]).toEqual([undefined, true, expect.closeTo(50, 9)]);
  expect(usage.budgets).toMatchObject([{ spent: 450, isExceeded: { before: false, after: true } }]);
  const rules = findings.map(({ rule }: { rule: string }) => rule);
  expect(rules).toEqual(expect.arrayContaining(["cost-up-money", "budget-spent"]));
  expect(stdout).not.toContain(canary);
  expect((await review(["--usage", "2d", "--show-keys"])).stdout).toContain(canary);
});

test("the price unit comes from the guard file, including the default file in the folder", async () => {
  const { review, home, spawn, env, file } = await dearerModel();
  const rules = path.join(home, "gateway-guard.yaml");
  const limits = "maxCostUp: 100%\nmaxBudgetDown: 100%\nallow: [budget-spent]\n";
  await writeFile(rules, `usageUnit: 500000\ncurrency: EUR\n${limits}`);
  const asked = ["--usage", "2d", "--guard-file", rules];
  const { code, stdout, output } = await review(asked);
  expect(code, output).toBe(0);
  expect(stdout).toContain("500,000 tokens, in EUR");
  const refused = await review([...asked, "--max-cost-up-money", "1"]);
  expect([refused.code, refused.stderr]).toEqual([3, expect.stringContaining("cost-up-money account")]);
  const here = await spawn(["review", file, "--usage", "2d"], env, home).done;
  expect(here.stdout).toContain("500,000 tokens, in EUR");
});

test("review reads no metrics without --usage, and adds one line if the token lacks the scope", async () => {
  const { gateway, review } = await dearerModel();
  const token = gateway.token({ scopes: scopes.filter((scope) => scope !== "usage:read") });
  const linesOf = async (...args: string[]) => (await review(args, token)).stdout.split("\n");
  const plain = await linesOf();
  expect(gateway.log.entries({ path: "/metrics" })).toEqual([]);
  const more = (await linesOf("--usage", "2d")).filter((line) => !plain.includes(line));
  expect(more).toEqual(["- Usage could not be read: the token lacks the scope usage:read."]);
  const { stdout } = await review(["--usage", "2d"], "wrong");
  expect(stdout).toContain("Usage could not be read: GET /metrics returned 401");
});

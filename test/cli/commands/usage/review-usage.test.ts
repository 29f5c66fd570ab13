import { writeFile } from "node:fs/promises";
import path from "node:path";
import { expect, test, vi } from "vitest";
import { scopes } from "../../../gateway/auth/scopes.ts";
import { paths } from "../../../harness/paths.ts";
import { inputs, type PreviewStep, previewOf, same } from "../../review/facts/support/preview.ts";
import { resource } from "../../review/facts/support/stack.ts";
import { pricedAccount } from "../../usage/cost/priced-accounts.ts";
import { openPerson } from "../support/person.ts";

const dayMs = 86_400_000;
const canary = "key-canary";

/** A person at a gateway where it is that time, with a file for a preview. */
async function personAt(now: number) {
  const person = await openPerson({ dateSkewMs: now - Date.now() });
  const file = path.join(person.home, "preview.json");
  const env = { WORKSPACE_GATEWAY_ACCESS_TOKEN: person.gateway.token() };
  const review = (args: readonly string[], token = env.WORKSPACE_GATEWAY_ACCESS_TOKEN) =>
    person.run(["review", file, ...args], { WORKSPACE_GATEWAY_ACCESS_TOKEN: token });
  return { ...person, file, env, review };
}

/** A model that 30 requests went to, whose price rises, and a budget that falls below what is spent. */
async function dearerModel() {
  const person = await personAt(Date.now());
  const { clicks, gateway, file } = person;
  const team = await clicks.workspace("Team");
  const provider = await clicks.provider(team, "openai");
  const model = await clicks.model(team, provider, "gpt");
  gateway.seed.spend(String(team.id), 450);
  const row = { model_id: model.id, provider_id: provider.id, key_id: canary };
  gateway.seed.metrics(30, { ...row, tokens_input: 1_000_000, tokens_output: 0, cost: 2 });
  const inside = { workspaceId: String(team.id), providerId: String(provider.id) };
  // A price that was written in the time that is read may have been another one.
  const updatedAt = "2026-01-01T00:00:00.000Z";
  const at = (step: PreviewStep, id: unknown): PreviewStep => {
    const { inputs: old = {} } = step.oldState ?? {};
    return { ...step, oldState: { inputs: old, outputs: { ...old, updatedAt }, id: String(id) } };
  };
  const steps = [
    at(resource("Model", "gpt", inside).updated({ inputCost: 3 }), model.id),
    at(resource("Budget", "cap", inside).updated({ budget: 400 }), team.id),
  ];
  await writeFile(file, previewOf(...steps));
  gateway.log.clear();
  return person;
}

test("a review with --usage says what the rows of the gateway make of a change, and shows no key", async () => {
  const { review } = await dearerModel();
  const { code, stdout, output } = await review(["--usage", "2d", "--json"]);
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
  expect((await review(["--usage", "2d", "--show-keys"])).stdout).toContain(canary);
});

test("the unit that the guard file says is the one that counts, also of the file in the folder, which nobody names", async () => {
  const { review, home, spawn, env, file } = await dearerModel();
  const rules = path.join(home, "gateway-guard.yaml");
  await writeFile(
    rules,
    "usageUnit: 500000\ncurrency: EUR\nmaxCostUp: 100%\nmaxBudgetDown: 100%\nallow: [budget-spent]\n",
  );
  const asked = ["--usage", "2d", "--guard-file", rules];
  const { code, stdout, output } = await review(asked);
  expect(code, output).toBe(0);
  expect(stdout).toContain("500,000 tokens, in EUR");
  const refused = await review([...asked, "--max-cost-up-money", "1"]);
  expect([refused.code, refused.stderr]).toEqual([3, expect.stringContaining("cost-up-money account")]);
  const here = await spawn(["review", file, "--usage", "2d"], env, home).done;
  expect(here.stdout).toContain("500,000 tokens, in EUR");
});

test.each([
  [3, "none"],
  [4, "none"],
  [5, "none"],
  [6, "unseen"],
] as const)(
  "the unit of account %i, price change %s, is told by the gateway's rows",
  async (seed, change) => {
    const { usage, objects, unit } = pricedAccount(seed, change);
    const { gateway, review, file } = await personAt(Date.parse(usage.until));
    for (const {
      minute,
      modelId,
      providerId,
      keyId,
      status,
      tokensInput,
      tokensOutput,
      cost,
    } of usage.cells) {
      gateway.seed.metric({
        ...{ model_id: modelId, provider_id: providerId, key_id: keyId, status_code: status },
        ...{ tokens_input: tokensInput, tokens_output: tokensOutput, cost },
        created_at: new Date(minute * 60_000).toISOString(),
      });
    }
    const steps = objects.map(({ name, inputs: prices, outputs }) => {
      const step = same("Model", name, { ...inputs.Model, ...prices }, outputs);
      return { ...step, oldState: { inputs: {}, ...step.oldState, id: name } };
    });
    await writeFile(file, previewOf(...steps));
    const { stdout } = await review(["--usage", "8d", "--json"]);
    expect(JSON.parse(stdout).usage.money?.unit).toBe(change === "none" ? unit : undefined);
  },
);

test("without the scope for it, one line says so, and the review is as it is without usage", async () => {
  const { gateway, review } = await dearerModel();
  const token = gateway.token({ scopes: scopes.filter((scope) => scope !== "usage:read") });
  const linesOf = async (...args: string[]) => (await review(args, token)).stdout.split("\n");
  const [plain, asked] = [await linesOf(), await linesOf("--usage", "2d")];
  const more = asked.filter((line) => !plain.includes(line));
  expect(more).toEqual(["- Usage is not known: the token lacks the scope usage:read."]);
  const { stdout } = await review(["--usage", "2d"], "wrong");
  expect(stdout).toContain("Usage is not known: GET /metrics answered 401");
});

test("a review without --usage asks for no rows and no budget", async () => {
  const { gateway, review } = await dearerModel();
  await review([]);
  const asked = gateway.log.entries().map(({ path: at }) => at);
  expect(asked.filter((each) => each.includes("/metrics"))).toEqual([]);
});

test("a Ctrl-C ends the review at once, and the days that were read by then are kept", async () => {
  const noon = Date.UTC(2026, 10, 20, 12);
  const { gateway, spawn, env, run } = await personAt(noon);
  for (let day = 0; day < 7; day++) {
    gateway.seed.metric({ created_at: new Date(noon - (day + 0.5) * dayMs).toISOString() });
  }
  const preview = path.join(paths.root, "test/cli/review/previews/updated.json");
  const args = ["review", preview, "--json", "--usage", "7d"];
  const hanging = gateway.faults.add({ path: "/metrics", kind: "hang-before", skip: 4 });
  const running = spawn(args, env);
  await vi.waitUntil(() => hanging.hits > 0, { timeout: 20_000 });
  running.kill("SIGINT");
  expect(await running.done).toMatchObject({ stdout: "" });
  gateway.faults.clear();
  const before = gateway.log.entries({ path: "/metrics" }).length;
  const { code, stdout, stderr } = await run(args, env);
  expect(code, stderr).toBe(0);
  const asked = gateway.log.entries({ path: "/metrics" }).slice(before);
  expect(asked.map(({ query }) => query.start_date?.slice(0, 10))).toEqual([
    "2026-11-20",
    ...["2026-11-16", "2026-11-15", "2026-11-14", "2026-11-13"],
  ]);
  const { since, until, total } = JSON.parse(stdout).usage;
  expect((total.requests * (Date.parse(until) - Date.parse(since))) / (30 * dayMs)).toBeCloseTo(7, 6);
});

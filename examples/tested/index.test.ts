import assert from "node:assert/strict";
import { before, test } from "node:test";
import { deploy, secret } from "workspace-gateway/testing";

const config = { openaiApiKey: secret("sk-made-up") };

let prod: Awaited<ReturnType<typeof deploy>>;
before(async () => {
  prod = await deploy("index.ts", { config, stack: "prod" });
});

test("requests for an older GPT resolve to the large model", () => {
  const { model, by } = prod.route("Support assistant", "gpt-4o");
  assert.deepEqual({ model, by }, { model: "openai/gpt-4.1", by: "older-gpt" });
});

test("an unknown name resolves to no model", () => {
  assert.equal(prod.route("Support assistant", "claude").is, "nowhere");
});

test("no model costs more than 5 dollars per million input tokens", () => {
  assert.ok(prod.resources("Model").every(({ inputCost }) => inputCost <= 5));
});

test("the vendor's key is a secret", () => {
  assert.equal(prod.resources("ModelProvider")[0]?.apiKey, "[secret]");
});

test("a development stack has a budget of 50", async () => {
  const dev = await deploy("index.ts", { config, stack: "dev" });
  assert.equal(dev.resources("Budget")[0]?.budget, 50);
});

test("production meets the team's expectations", async () => {
  await prod.meets("gateway-routes.yaml");
});

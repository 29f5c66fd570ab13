import { expect, test } from "vitest";
import { life, up } from "./support/life.ts";
import { fails, ok } from "./support/outcome.ts";

const program = `
import * as pulumi from "@pulumi/pulumi";
import * as gateway from "pulumi-workspace-gateway";

const team = new gateway.Workspace("team", { name: "Support" });
if (process.env.TEST_WORKFLOW) {
  const steps = pulumi.output(1).apply((version) => [{ version, when: new Date(0) }]);
  new gateway.Config("standard", { workspaceId: team.id, name: "standard", workflow: { steps } });
}
const upstream = new gateway.ModelProvider("upstream", {
  workspaceId: team.id, name: "upstream", baseUrl: "upstream.example/v1", priority: 1, compatibility: "OPENAI_SDK",
});
new gateway.Model("gpt", {
  workspaceId: team.id, providerId: upstream.id, name: "gpt", displayName: "GPT", type: "chat",
  inputCost: -2, outputCost: 8, contextWindow: 8_000,
});
`;

const w = life({
  files: { "index.ts": program },
  config: { "workspace-gateway:baseURL": "https://gateway.example/api/v1" },
});

const advice = "; the gateway may take it, but check that it is meant.";
const warnings = [
  `warning: ModelProvider resource "upstream": baseUrl has no scheme such as https://${advice}`,
  `warning: Model resource "gpt": inputCost is below 0${advice}`,
  `warning: WORKSPACE_GATEWAY_API_VERSION (or \`pulumi config set workspace-gateway:apiVersion\`) is no date such as 2026-01-31${advice}`,
  "warning: `workspace-gateway:baseURL` in the stack's config is not a setting and has no effect. Did you mean `workspace-gateway:baseUrl`?",
  "warning: The environment variable `WORKSPACE_GATEWAY_TOKEN` is not a setting and has no effect. Did you mean `WORKSPACE_GATEWAY_ACCESS_TOKEN`?",
];

/** How often each of the warnings stands in what a run has said at its end. */
function countedIn(output: string): number[] {
  const summary = output.slice(output.lastIndexOf("Diagnostics:"));
  return warnings.map((line) => summary.split(line).length - 1);
}

test("what can hardly be meant is warned of once in a preview, and once in the update, and hinders neither", async () => {
  const odd = { WORKSPACE_GATEWAY_API_VERSION: "latest", WORKSPACE_GATEWAY_TOKEN: "a-token" };
  expect(countedIn(await ok(w.project.preview({ env: odd })))).toEqual([1, 1, 1, 1, 1]);
  expect(countedIn(await up(w))).toEqual([1, 1, 0, 1, 0]);
  expect(w.gateway.rows("models")).toMatchObject([{ input_cost: -2 }]);
});

test("a workflow that an output fills with what JSON cannot hold fails the preview, naming its place", async () => {
  const output = await fails(w.project.preview({ env: { TEST_WORKFLOW: "1" } }));
  expect(output).toContain('error: Config "standard": workflow.steps.0.when is an instance of Date');
  expect(output).not.toMatch(/^\s+at /m);
});

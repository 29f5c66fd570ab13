import { expect, test } from "vitest";
import { adapters } from "../harness/adapter.ts";
import { wrongInputs } from "../kinds/data.ts";
import { life, up, worldOfTest } from "./support/life.ts";
import { errorsOf, fails, ok } from "./support/outcome.ts";

// What is said is tried in process (test/contract/bad-input.test.ts, test/program); here, that the engine shows it.
const wrong = wrongInputs
  .filter(({ kind }) => kind === "ModelProvider" || kind === "Model")
  .map(({ kind, args, said }, index) => ({ kind, name: `faulty-${index}`, args, said }));

test.each(adapters)(
  "%s: a preview explains every wrong property of every resource, without a stack trace or a request",
  async (adapter) => {
    const w = await worldOfTest({ adapter });
    await w.declare(wrong);
    const output = await fails(w.project.preview());
    for (const { kind, name, said } of wrong)
      for (const reason of said) expect(output).toContain(`${kind} "${name}": ${reason}`);
    expect(output).not.toMatch(/^\s+at |error serializing/m);
    expect(output).toMatch(/\(\S+\.ts:\d+:\d+\)/);
    expect(w.calls.take()).toEqual([]);
    expect(wrong).toHaveLength(4);
  },
);

const odd = `
import * as pulumi from "@pulumi/pulumi";
import * as gateway from "pulumi-workspace-gateway";

const complete: pulumi.ResourceTransform = ({ props, opts }) => ({ props: { ...props, name: "Support" }, opts });
const team = new gateway.Workspace("team", {} as gateway.WorkspaceArgs, { transforms: [complete] });
const upstream = new gateway.ModelProvider("upstream", {
  workspaceId: team.id, name: "upstream", baseUrl: "upstream.example/v1", priority: 1, compatibility: "OPENAI_SDK",
});
new gateway.Model("gpt", {
  workspaceId: team.id, providerId: upstream.id, name: "gpt", displayName: "GPT", type: "chat",
  inputCost: -2, outputCost: 8, contextWindow: 8_000,
});
`;
/** Makes every Node say that it is Node 20. */
const old = `Object.defineProperty(process, "versions", { value: { ...process.versions, node: "20.20.2" } });`;

// The other tests are the stations of one stack's life, in this order.
const w = life({
  files: { "index.ts": odd, "old.cjs": old },
  config: { "workspace-gateway:baseURL": "https://gateway.example/api/v1" },
});

const advice = ". The gateway may accept this, but make sure that it is intended.";
const warnings = [
  `warning: ModelProvider resource "upstream": baseUrl has no scheme such as https://${advice}`,
  `warning: Model resource "gpt": inputCost is below 0${advice}`,
  `warning: WORKSPACE_GATEWAY_API_VERSION (or \`pulumi config set workspace-gateway:apiVersion\`) is not a date such as 2026-01-31${advice}`,
  "warning: `workspace-gateway:baseURL` in the stack's config is not a setting and has no effect. Did you mean `workspace-gateway:baseUrl`?",
  "warning: The environment variable `WORKSPACE_GATEWAY_TOKEN` is not a setting and has no effect. Did you mean `WORKSPACE_GATEWAY_ACCESS_TOKEN`?",
];

/** How often each of the warnings stands in what a run has said at its end. */
function countedIn(output: string): number[] {
  const summary = output.slice(output.lastIndexOf("Diagnostics:"));
  return warnings.map((line) => summary.split(line).length - 1);
}

test("odd values cause one warning per run and block nothing, and a transform can complete a resource", async () => {
  const env = { WORKSPACE_GATEWAY_API_VERSION: "latest", WORKSPACE_GATEWAY_TOKEN: "a-token" };
  expect(countedIn(await ok(w.project.preview({ env })))).toEqual([1, 1, 1, 1, 1]);
  expect(countedIn(await up(w))).toEqual([1, 1, 0, 1, 0]);
  expect(w.gateway.rows("models")).toMatchObject([{ input_cost: -2 }]);
});

test("a preview on an outdated Node says in one line which version is needed, and sends no requests", async () => {
  w.calls.take();
  const env = { NODE_OPTIONS: `--require ${w.project.directory}/old.cjs` };
  const said = errorsOf(await fails(w.project.preview({ env })));
  expect(said.join()).toContain(
    "pulumi-workspace-gateway needs Node 22.19 or newer, but this is Node 20.20.2. Install a newer version",
  );
  expect(w.calls.take()).toEqual([]);
});

import { readFile } from "node:fs/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { sharedStack, teamStacks } from "../../examples/fleet/driver/stacks.mts";
import type { PulumiProject } from "../harness/engine.ts";
import { RunningProcess } from "../harness/process.ts";
import { cloudScript, page, variables } from "../pipelines/support/fleet.ts";
import { example } from "./support/example.ts";
import { fails, ok } from "./support/outcome.ts";
import { startCloud } from "./support/pulumi-cloud.ts";

const settings = {
  WORKSPACE_GATEWAY_BASE_URL: "https://gateway.example/api/v1",
  WORKSPACE_GATEWAY_TOKEN_URL: "https://login.example/oauth/token",
  WORKSPACE_GATEWAY_CLIENT_ID: "made-up-app",
};

let project: PulumiProject;
let missing: string | undefined;
beforeAll(async () => {
  project = await example("fleet", { env: { ...settings, WORKSPACE_GATEWAY_CLIENT_SECRET: "made-up" } });
  const { output } = await project.run(["deployment", "settings", "edit", "--help"]);
  if (!output.includes("--secret-env"))
    missing = "this pulumi has no `deployment settings edit`: it is too old";
});
afterAll(() => project?.dispose());

test("the script sends settings of deployments that the CLI knows, for what is shared and each team", async ({
  skip,
}) => {
  if (missing !== undefined) return skip(missing);
  const { env, sent } = await startCloud();
  await ok(run(await readFile(cloudScript, "utf8"), env));
  const stacks = [sharedStack, ...teamStacks()];
  expect(sent.map(({ stack }) => stack)).toEqual(
    stacks.map((name) => `acme/workspace-gateway-fleet/${name}`),
  );
  for (const [index, { settings: body }] of sent.entries()) {
    const team = stacks[index];
    const own = team === sharedStack ? [] : [`teams/${team}.ts`, `Pulumi.${team}.yaml`];
    expect(body).toEqual({
      sourceContext: { git: { branch: "main" } },
      gitHub: {
        repository: "acme/gateway-fleet",
        deployCommits: true,
        previewPullRequests: true,
        paths: expect.arrayContaining(["index.ts", "package-lock.json", "Pulumi.shared.yaml", ...own]),
      },
      operationContext: {
        options: { skipIntermediateDeployments: true },
        environmentVariables: {
          ...settings,
          WORKSPACE_GATEWAY_CLIENT_SECRET: { secret: "made-up" },
          WORKSPACE_GATEWAY_MAX_CONCURRENCY: "8",
        },
      },
    });
  }
});

test("an option that the CLI does not know fails before anything is sent", async ({ skip }) => {
  if (missing !== undefined) return skip(missing);
  const { env, sent } = await startCloud();
  const script = await readFile(cloudScript, "utf8");
  expect(await fails(run(script.replace("--push-to-deploy", "--push-deploys"), env))).toContain(
    "unknown flag: --push-deploys",
  );
  expect(sent).toEqual([]);
});

test("every variable of the script is a setting, and the page names it", async () => {
  const script = await readFile(cloudScript, "utf8");
  const named = new Set(script.match(/WORKSPACE_GATEWAY_\w+/g));
  expect(named.size).toBe(5);
  expect(variables).toEqual(expect.arrayContaining([...named]));
  for (const name of named) expect(page).toContain(`\`${name}\``);
});

async function run(script: string, env: Readonly<Record<string, string>>) {
  const file = "deploy/pulumi-cloud/settings.sh";
  await project.write(file, script);
  return new RunningProcess("sh", [file, "acme"], { cwd: project.directory, env: { ...project.env, ...env } })
    .done;
}

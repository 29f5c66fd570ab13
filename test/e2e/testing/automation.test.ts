import { expect, test } from "vitest";
import { startGateway } from "../../gateway/index.ts";
import { pulumiProject } from "../../harness/engine.ts";

// docs/testing.md, "The emulator and the Automation API".
test("a program of the Automation API is brought up on a gateway in the test's own process, and taken down", async () => {
  const { LocalWorkspace } = await import("@pulumi/pulumi/automation/index.js");
  const gateway = await startGateway();
  const project = await pulumiProject({
    name: "automated",
    program: `
import { Workspace } from "pulumi-workspace-gateway";
export const id = new Workspace("team", { name: "Support" }).id;
`,
  });
  try {
    const envVars = Object.fromEntries(
      Object.entries({
        ...project.env,
        WORKSPACE_GATEWAY_BASE_URL: gateway.baseUrl,
        WORKSPACE_GATEWAY_ACCESS_TOKEN: gateway.token(),
      }).filter((entry): entry is [string, string] => entry[1] !== undefined),
    );
    const { PATH = "" } = process.env;
    process.env.PATH = project.env.PATH ?? PATH; // the command is looked for by this process
    const stack = await LocalWorkspace.selectStack(
      { stackName: project.stack, workDir: project.directory },
      { envVars },
    ).finally(() => {
      process.env.PATH = PATH;
    });
    const { outputs } = await stack.up();
    expect(gateway.rows("workspaces")).toMatchObject([{ id: outputs.id?.value, name: "Support" }]);
    await stack.destroy();
    expect(gateway.rows("workspaces")).toEqual([]);
  } finally {
    await project.dispose();
    await gateway.close();
  }
});

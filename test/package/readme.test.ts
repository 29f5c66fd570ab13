import { cp } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";
import { freePorts } from "../harness/free-ports.ts";
import { paths } from "../harness/paths.ts";
import { commandsOfReadme, inEmptyFolder } from "./readme/walk.ts";

test("README gets an empty folder to a first `pulumi up` in at most four commands", async ({ signal }) => {
  const commands = commandsOfReadme();
  expect(commands.length).toBeLessThanOrEqual(4);
  await inEmptyFolder(signal, async ({ type, shell }) => {
    let output = "";
    try {
      for (const command of commands) output = await type(command);
    } finally {
      await shell.run("npm run emulator:stop");
    }
    expect(output).toMatch(/\+ 12 created/);
  });
});

test("`pulumi new` with the quickstart gets to a first `pulumi up` in four commands", async ({ signal }) => {
  await inEmptyFolder(signal, async ({ folder, type, shell }) => {
    const template = path.join(folder, "template");
    await cp(path.join(paths.root, "examples/quickstart"), template, {
      recursive: true,
      filter: (file) => path.basename(file) !== "node_modules",
    });
    const [port] = await freePorts(1);
    await type(`export PULUMI_BACKEND_URL=file://${folder} PULUMI_CONFIG_PASSPHRASE=try-it`);
    const address = `workspace-gateway:baseUrl=http://127.0.0.1:${port}/api/v1`;
    const secrets = ["workspace-gateway:accessToken=try-it", "openaiApiKey=canary", "deepseekApiKey=canary"];
    await type(`pulumi new ${template} --dir my-gateway --yes --stack dev --config ${address}`);
    await type(
      `cd my-gateway && pulumi config set-all ${secrets.map((each) => `--secret ${each}`).join(" ")}`,
    );
    await shell.leaveRunning(`npx workspace-gateway-emulator --port ${port} --token try-it`, /listening/);
    expect(await type("pulumi up --yes")).toMatch(/\+ 12 created/);
    const stack = await type("cat Pulumi.dev.yaml");
    expect(stack).toContain("secure:");
    expect(stack).not.toMatch(/try-it|canary/);
  });
});

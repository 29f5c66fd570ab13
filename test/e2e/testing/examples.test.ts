import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { deploy, secret } from "../../../cli/testing/index.js";
import { type Site, startSite } from "../../contract/support/site.ts";
import type { Gateway } from "../../gateway/index.ts";
import { example, settingsOf } from "../support/example.ts";
import { ok } from "../support/outcome.ts";
import { deployed, onGateways } from "./deployed.ts";
import { comparable } from "./recorded.ts";

/** The examples in TypeScript, with the secrets that they ask for. */
const examples: readonly {
  readonly folder: string;
  readonly stack?: string;
  readonly secrets?: readonly string[];
  readonly connections?: readonly string[];
}[] = [
  { folder: "quickstart", secrets: ["openaiApiKey", "deepseekApiKey"] },
  { folder: "multi-gateway", secrets: ["euOpenaiApiKey", "usOpenaiApiKey"], connections: ["eu", "us"] },
  { folder: "team", stack: "prod", secrets: ["openaiApiKey", "deepseekApiKey"] },
  { folder: "fleet", stack: "shared", secrets: ["openaiApiKey"] },
  { folder: "gitops", secrets: ["openaiApiKey"] },
  { folder: "tested", secrets: ["openaiApiKey"] },
];

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site?.close());

test.each(examples)(
  "deploy makes of examples/$folder what a real `up` makes of it",
  async ({ folder, stack = "test", secrets = [], connections = [] }) => {
    const values = Object.fromEntries(secrets.map((name) => [name, `sk-canary-${name}`]));
    const names = connections.length === 0 ? ["default"] : connections;
    const settings = (gateways: readonly Gateway[]) =>
      Object.assign(
        {},
        ...gateways.map((gateway, index) =>
          settingsOf(gateway, connections.length === 0 ? undefined : names[index]?.toUpperCase()),
        ),
      );
    const project = await example(folder, { stack, secrets: values });
    const handbook = `${site.origin}/docs`;
    try {
      if (folder === "team") {
        const change = ["config", "set", "--stack", stack, "--path", "teams[0].handbook", handbook];
        await ok(project.run(change));
      }
      const engine = await onGateways(names.length, async (...gateways) => {
        await ok(project.up({ skipPreview: true, env: settings(gateways) }));
        const { deployment } = await project.exportState(["--show-secrets"]);
        return { resources: deployment.resources ?? [] };
      });
      const ours = await onGateways(names.length, (...gateways) =>
        deployed(path.join(project.directory, "index.ts"), {
          stack,
          config: Object.fromEntries(Object.entries(values).map(([key, value]) => [key, secret(value)])),
          connections,
          gateways: Object.fromEntries(names.map((name, index) => [name, gateways[index]])) as Record<
            string,
            Gateway
          >,
        }),
      );
      expect(ours.errors).toEqual([]);
      expect(comparable(ours)).toEqual(comparable(engine));
      expect(Object.keys(comparable(ours)).length).toBeGreaterThan(1);
    } finally {
      await project.dispose();
    }
  },
);

test("a team's stack of examples/fleet reads what another stack exports, as the test says it", async () => {
  const file = path.join(import.meta.dirname, "../../../examples/fleet/index.ts");
  const stack = await deploy(file, {
    stack: "support",
    stackReferences: {
      "organization/workspace-gateway-fleet/shared": { openaiApiKey: secret("sk-canary-shared") },
    },
  });
  const [provider] = stack.resources("ModelProvider", { secrets: true });
  expect(provider?.apiKey).toBe("sk-canary-shared");
  expect(JSON.stringify([stack.outputs, stack.resources("ModelProvider")])).not.toContain("sk-canary");
});

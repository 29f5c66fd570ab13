import { expect, test } from "vitest";
import { startSite } from "../../contract/support/site.ts";
import { startGateway } from "../../gateway/index.ts";
import { adapters } from "../../harness/adapter.ts";
import { contents } from "../support/contents.ts";
import { example, inside, settingsOf } from "../support/example.ts";
import { ok } from "../support/outcome.ts";

const keys = ["openaiApiKey", "deepseekApiKey", "euOpenaiApiKey", "usOpenaiApiKey"];
const secrets = Object.fromEntries(keys.map((key) => [key, "sk-made-up"]));

// The examples of one adapter have one component around all, those of the other two.
test.each([
  { folder: "quickstart", adapter: "dynamic" },
  { folder: "team", adapter: "native" },
  { folder: "multi-gateway", adapter: "native" },
  { folder: "gitops", adapter: "dynamic" },
] as const)(
  "$adapter, the example $folder inside components is made, previews empty, and is destroyed whole",
  async ({ folder, adapter }) => {
    const gateways = await Promise.all([startGateway(), startGateway()]);
    const [first, second] = gateways;
    for (const { seed } of gateways) seed.samples();
    const env = { ...settingsOf(first), ...settingsOf(first, "EU"), ...settingsOf(second, "US") };
    const site = await startSite();
    const depth = 1 + adapters.indexOf(adapter);
    const project = await example(folder, { stack: "prod", adapter, env, secrets }, inside(depth));
    try {
      const handbook = ["--path", "teams[0].handbook", `${site.origin}/docs`];
      await ok(project.run(["config", "set", "--stack", "prod", ...handbook]));
      await ok(project.up({ skipPreview: true }));
      const { deployment } = await project.exportState();
      const around = "acme:test:Around$".repeat(depth);
      const ours = (deployment.resources ?? []).filter(({ type }) => /workspace-gateway[:/]/.test(type));
      expect(ours.length).toBeGreaterThan(3);
      expect(ours.filter(({ urn }) => !urn.includes(`::${around}`))).toEqual([]);
      await ok(project.preview({ expectNoChanges: true, refresh: true }));
      await ok(project.destroy({ skipPreview: true }));
      expect(gateways.map(contents)).toEqual([{}, {}]);
    } finally {
      await project.dispose();
      await site.close();
      for (const gateway of gateways) await gateway.close();
    }
  },
);

import { expect, test } from "vitest";
import { ref, withArgs } from "./support/declaration.ts";
import { hasNoChanges, life, up } from "./support/life.ts";
import { mapping, model, provider, team } from "./support/objects.ts";
import { ok } from "./support/outcome.ts";

const objects = [
  team,
  provider("upstream", { name: "openai" }),
  model("gpt", "upstream"),
  mapping("route", { sourceName: "default", targetModel: ref("gpt", "gatewayName") }),
];

const called = (name: string) => withArgs(objects, { upstream: { name } });

// The tests of this file are the stations of one stack's life, in this order.
const w = life({ objects }, async () => {
  await up(w);
  w.calls.take();
});

/** What the gateway has, and what the state has of it. */
async function names() {
  const { deployment } = await w.project.exportState();
  const model = deployment.resources?.find(({ type }) => type.endsWith(":Model"));
  return {
    state: model?.outputs?.gatewayName,
    gateway: w.gateway.rows("models").map((row) => row.gateway_name),
    route: w.gateway.rows("mappings").map((row) => row.target_model),
  };
}

test("the preview of a renamed provider shows its models and their routes as updates, and says why", async () => {
  await w.declare(called("azure"));
  const said = await ok(w.project.preview());
  expect(said).toMatch(/Resources:\n +~ 3 to update/);
  expect(said).toContain('ModelProvider "openai": gatewayName of its Models changes with its name.');
  expect(w.calls.take()).toEqual([]);
});

test("one up brings the gateway, the state and the routes in line", async () => {
  const said = await up(w);
  expect(said).toContain('ModelProvider "openai": gatewayName of its Models changes with its name.');
  const calls = w.calls.take().filter((line) => line !== "GET /user");
  expect(calls).toEqual([
    "PATCH /providers/azure name workspace_id",
    "GET /models/gpt",
    "PATCH /mappings/default target_model workspace_id",
  ]);
  expect(await names()).toEqual({ state: "azure/gpt", gateway: ["azure/gpt"], route: ["azure/gpt"] });
  await hasNoChanges(w);
});

test("models that --target leaves out are told of, and follow after a refresh", async () => {
  await w.declare(called("nvidia"));
  const type = "pulumi-nodejs:dynamic/workspace-gateway:ModelProvider";
  const target = [`urn:pulumi:${w.project.stack}::e2e::${type}::upstream`];
  const said = await ok(w.project.up({ skipPreview: true, target }));
  expect(said).toMatch(
    /Models that --target leaves out keep the old one in the state until `pulumi refresh`/,
  );
  expect(await names()).toEqual({ state: "azure/gpt", gateway: ["nvidia/gpt"], route: ["azure/gpt"] });
  await ok(w.project.refresh({ skipPreview: true }));
  await up(w);
  expect(await names()).toEqual({ state: "nvidia/gpt", gateway: ["nvidia/gpt"], route: ["nvidia/gpt"] });
  await hasNoChanges(w);
});

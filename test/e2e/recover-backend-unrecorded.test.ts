import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { type Declared, ref, withArgs } from "./support/declaration.ts";
import { ok } from "./support/outcome.ts";
import { runRecover } from "./support/recover-command.ts";
import { type World, world } from "./support/world.ts";

const workspaceId = ref("team");
const provider = { baseUrl: "https://upstream.example", priority: 1, compatibility: "OPENAI_SDK" };
const objects: Declared[] = [
  { kind: "Workspace", name: "team", args: { name: "Support" } },
  {
    kind: "ModelProvider",
    name: "openai",
    args: { workspaceId, name: "openai", ...provider, apiKey: "sk-canary-unrecorded" },
  },
  { kind: "Mapping", name: "default", args: { workspaceId, sourceName: "gpt", targetModel: "openai/gpt" } },
];

// The tests of this file are the stations of one stack's life, in this order.
let w: World;
beforeAll(async () => {
  w = await world({ objects });
});
afterAll(() => w?.dispose());

async function killAt(method: string, path: string, env: Readonly<Record<string, string>> = {}) {
  const lost = w.gateway.faults.add({ method, path, kind: "hang-after" });
  const up = w.project.start(["up", "--yes", "--skip-preview", "--stack", w.project.stack], env);
  try {
    await vi.waitFor(() => expect(lost.hits, up.output).toBe(1), { timeout: 60_000 });
  } finally {
    up.kill("SIGKILL");
    await up.done;
    w.gateway.faults.clear();
  }
}

const onGateway = () => [
  w.gateway.rows("workspaces").length,
  w.gateway.rows("providers").length,
  w.gateway.rows("mappings").length,
];

test("what the first up created without checkpoints is found, and the next up makes only the rest", async () => {
  await killAt("POST", "/mappings", { PULUMI_SKIP_CHECKPOINTS: "true" });
  const output = await ok(runRecover(w));
  expect(output).not.toContain("sk-canary");
  for (const name of ["Workspace team", "ModelProvider openai", "Mapping default"]) {
    expect(output).toContain(`${name}: It was created, with the id `);
  }
  await ok(w.project.up({ skipPreview: true }));
  expect(onGateway()).toEqual([1, 1, 1]);
});

test("a lost update is sent again by a plain up", async () => {
  await w.declare(withArgs(objects, { default: { targetModel: "openai/other" } }));
  await killAt("PATCH", "/mappings");
  expect(await ok(runRecover(w))).toContain("Next: `pulumi up`");
  await ok(w.project.up({ skipPreview: true }));
  expect(w.gateway.rows("mappings").map((row) => row.target_model)).toEqual(["openai/other"]);
});

test("a lost delete is sent again by a plain up, for which it is no error that the object is gone", async () => {
  await w.declare(objects.slice(0, 2));
  await killAt("DELETE", "/mappings");
  await ok(runRecover(w));
  await ok(w.project.up({ skipPreview: true }));
  expect(onGateway()).toEqual([1, 1, 0]);
  await ok(w.project.preview({ expectNoChanges: true, refresh: true }));
});

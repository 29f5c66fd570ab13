import { afterEach, expect, test } from "vitest";
import { type Declared, ref } from "./support/declaration.ts";
import { ok } from "./support/outcome.ts";
import { program } from "./support/program.ts";
import { type World, world } from "./support/world.ts";

/** Small enough that every run here uses it up more than once. */
const quota = { limit: 200, windowSeconds: 5 };
const size = 300;

const objects: readonly Declared[] = [
  { kind: "Workspace", name: "team", args: { name: "Team" } },
  ...Array.from({ length: size - 1 }, (_, index): Declared => {
    const args = { workspaceId: ref("team"), sourceName: `model-${index}`, targetModel: "openai/gpt" };
    return { kind: "Mapping", name: `mapping-${index}`, args };
  }),
];

let w: World | undefined;
afterEach(() => w?.dispose());

/** A gateway with that quota, and a program that is fast enough to run into it. */
async function limited(files: Record<string, string> = {}): Promise<World> {
  w = await world({ objects, env: { PULUMI_SKIP_CHECKPOINTS: "true" }, files });
  w.gateway.rateLimit = quota;
  return w;
}

test("a quota that is used up fails nothing, and is not run against by a crowd", async () => {
  const { project, gateway, calls } = await limited();
  await ok(project.up({ skipPreview: true, parallel: 64 }));
  expect(gateway.rows("mappings")).toHaveLength(size - 1);
  await ok(project.destroy({ skipPreview: true, parallel: 64 }));
  expect(calls.remaining()).toEqual([]);
  expect(gateway.log.entries().length).toBeGreaterThan(2 * quota.limit);
  // Each of the two processes learns by one request at most that another has used the quota up.
  expect(gateway.log.entries().filter(({ status }) => status === 429).length).toBeLessThanOrEqual(2);
});

/** As many reads as the quota has, in the same process as the program. */
const reader = `
import * as functions from "pulumi-workspace-gateway";
for (let left = ${quota.limit}; left > 0; left--) await functions.getWorkspaces({}, { fresh: true });
`;

test("a program that reads and the provider that writes keep one quota between them", async () => {
  const { project, gateway } = await limited({ "index.ts": `${program}\n${reader}` });
  await ok(project.up({ skipPreview: true, parallel: 64 }));
  const asked = gateway.log.entries().filter(({ status }) => status !== 429);
  expect(asked.filter(({ method }) => method === "POST")).toHaveLength(size);
  expect(asked.filter(({ path }) => path === "/workspaces").length).toBeGreaterThan(quota.limit);
});

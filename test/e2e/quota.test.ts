import { expect, test } from "vitest";
import { life, up } from "./support/life.ts";
import { mapping, team } from "./support/objects.ts";
import { ok } from "./support/outcome.ts";
import { program } from "./support/program.ts";

/** Small enough that every run here uses it up more than once. */
const quota = { limit: 200, windowSeconds: 5 };
const mappings = Array.from({ length: 299 }, (_, index) => mapping(`model-${index}`));

/** As many reads as the quota has, in the same process as the program. */
const reader = `
import * as functions from "pulumi-workspace-gateway";
for (let left = ${quota.limit}; left > 0; left--) await functions.getWorkspaces({}, { fresh: true });
`;

const w = life(
  {
    objects: [team, ...mappings],
    env: { PULUMI_SKIP_CHECKPOINTS: "true" },
    files: { "index.ts": `${program}\n${reader}` },
  },
  async () => {
    w.gateway.rateLimit = quota;
  },
);

test("a program that reads and the provider that writes keep one quota between them, and nothing fails", async () => {
  await up(w, undefined, { parallel: 64 });
  const asked = w.gateway.log.entries().filter(({ status }) => status !== 429);
  expect(asked.filter(({ method }) => method === "POST")).toHaveLength(1 + mappings.length);
  expect(asked.filter(({ path }) => path === "/workspaces").length).toBeGreaterThan(quota.limit);
});

test("a quota that is used up is not run against by a crowd", async () => {
  w.gateway.log.clear();
  await ok(w.project.destroy({ skipPreview: true, parallel: 64 }));
  expect(w.calls.remaining()).toEqual([]);
  const asked = w.gateway.log.entries();
  expect(asked.length).toBeGreaterThan(quota.limit);
  // A process learns by one request at most that another has used the quota up.
  expect(asked.filter(({ status }) => status === 429).length).toBeLessThanOrEqual(1);
});

import { writeFile } from "node:fs/promises";
import path from "node:path";
import { type World, world } from "../../../e2e/support/world.ts";
import { recording, succeeded } from "./recording.ts";
import { type Scenario, scenarios, secrets } from "./scenarios.ts";

/**
 * Records the previews anew, all or those that are named, with the real engine against the reference gateway:
 * `npm run build && node -r ./test/harness/require-node.cjs test/cli/review/previews/record.ts drift routes`, then
 * `npm run fix`, and `npx vitest run test/cli/review/previews -u`. Read what becomes other in the comments.
 */
const named = process.argv.slice(2);
for (const [name, scenario] of Object.entries(scenarios)) {
  if (named.length === 0 || named.includes(name)) {
    await record(name, scenario);
  }
}

async function record(name: string, scenario: Scenario): Promise<void> {
  const w = await world({
    objects: [...scenario.before, ...scenario.after],
    files: scenario.programs === undefined ? {} : { "index.ts": scenario.programs.before },
    secrets: { ...secrets, greeting: "canary: a greeting" },
  });
  try {
    await prepare(w, scenario);
    await writeFile(path.join(import.meta.dirname, `${name}.json`), recording(await preview(w, scenario)));
    process.stdout.write(`${name}\n`);
  } finally {
    await w.dispose();
  }
}

/**
 * Brings the stack to where it is before the change. People have to be in a workspace before they can be declared:
 * the first `up` makes the workspaces, and fails for the people.
 */
async function prepare(w: World, { before, programs, console }: Scenario): Promise<void> {
  await w.declare(before);
  if (before.length === 0 && programs === undefined) {
    return;
  }
  await w.project.up({ skipPreview: true });
  for (const { id } of w.gateway.rows("workspaces")) {
    w.gateway.seed.member(String(id), "admin");
    w.gateway.seed.member(String(id), "member");
  }
  await succeeded(w.project.up({ skipPreview: true }));
  await console?.(w);
}

async function preview(w: World, scenario: Scenario): Promise<string> {
  await w.declare(scenario.after);
  if (scenario.programs !== undefined) {
    await w.project.write("index.ts", scenario.programs.after);
  }
  for (const [key, value] of Object.entries(scenario.secretsAfter ?? {})) {
    await succeeded(w.project.run(["config", "set", "--stack", w.project.stack, "--secret", key, value]));
  }
  const args = ["--show-sames"];
  return await succeeded(w.project.preview({ json: true, refresh: scenario.refresh ?? false, args }));
}

import { writeFile } from "node:fs/promises";
import path from "node:path";
import { type World, world } from "../../../e2e/support/world.ts";
import type { ProcessResult } from "../../../harness/process.ts";
import { withPlainIds } from "../facts/support/found-in.ts";
import { type Scenario, scenarios, secrets } from "./scenarios.ts";

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

/** What the engine calls the stack of every world, and what the recordings call it. */
const renames = [
  [/urn:pulumi:test::e2e::/g, "urn:pulumi:prod::northwind::"],
  [/e2e-test/g, "northwind-prod"],
  [/"e2e:/g, '"northwind:'],
  [/http:\/\/(127\.0\.0\.1|localhost):\d+/g, "https://handbook.example"],
  [/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z/g, "2026-11-02T09:00:00Z"],
] as const;

/** What is other in every run, and what no reader of a preview needs. */
const dropped = /^(?:stackTrace|created|modified|duration|parent|detailedDiff|provider)$/;
const hidden = /^__(account|gateway|follows)$/;

/** A preview's text as it is kept: the same for the same change, whenever and wherever it is recorded. */
function recording(text: string): string {
  const keep = (key: string, value: unknown) => (dropped.test(key) ? undefined : keptValue(key, value));
  const kept = JSON.stringify(JSON.parse(text), keep, 1);
  return `${withPlainIds(renames.reduce((all, [from, to]) => all.replace(from, to), kept))}\n`;
}

function keptValue(key: string, value: unknown): unknown {
  if (key === "propertyDependencies") {
    const all = Object.entries(Object(value)).filter(([, urns]) => String(urns) !== "");
    return Object.fromEntries(
      all.map(([name, urns]) => [name, Array.isArray(urns) ? urns.toSorted() : urns]),
    );
  }
  if (key === "dependencies" && Array.isArray(value)) {
    return value.toSorted();
  }
  return hidden.test(key) ? key : value;
}

/** What a run of pulumi printed that ended well. */
async function succeeded(run: Promise<ProcessResult>): Promise<string> {
  const { code, stdout, output } = await run;
  if (code !== 0) {
    throw new Error(`exited with ${code}:\n${output}`);
  }
  return stdout;
}

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

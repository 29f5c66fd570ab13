import { expect, test, vi } from "vitest";
import { adapters } from "../harness/adapter.ts";
import { type Declared, ref, renamed, withArgs } from "./support/declaration.ts";
import { killAt } from "./support/kill.ts";
import { hasNoChanges, up, worldOfTest } from "./support/life.ts";
import { prompt, team } from "./support/objects.ts";
import { ok } from "./support/outcome.ts";
import { runRecover } from "./support/recover-command.ts";
import type { World, WorldOptions } from "./support/world.ts";

const unrecorded = { PULUMI_SKIP_CHECKPOINTS: "true" };
const standard: Declared = {
  kind: "Config",
  name: "standard",
  args: { workspaceId: ref("team"), name: "standard", description: "first", workflow: {} },
};
const tone = prompt("tone");

// Each chain is many runs of the real CLI.
vi.setConfig({ testTimeout: 900_000 });

let w: World;

/** A stack that is applied. Every other one is by the native plugin: what is left behind is not the same. */
async function stack(options: WorldOptions): Promise<World> {
  const made = await unapplied(options);
  await up(made);
  return made;
}

let stacks = 0;
function unapplied(options: WorldOptions): Promise<World> {
  return worldOfTest({ ...options, adapter: adapters[stacks++ % adapters.length] ?? "dynamic" });
}

const recovered = (...args: string[]) => ok(runRecover(w, ["--yes", ...args]));

async function converges(): Promise<void> {
  await up(w);
  await hasNoChanges(w);
}

const replacements = [
  { replaceOrder: "createFirst", method: "DELETE", env: {} },
  { replaceOrder: "deleteFirst", method: "POST", env: {} },
  { replaceOrder: "createFirst", method: "POST", env: unrecorded },
] as const;

test("a replacement, in each order, that was killed at its POST or its DELETE leaves one object", async () => {
  w = await stack({ objects: [team, standard], variants: { twins: true } });
  for (const [index, { replaceOrder, method, env }] of replacements.entries()) {
    const description = `killed ${index}`;
    await w.declare(withArgs([team, standard], { standard: { description, replaceOrder } }));
    const since = new Date().toISOString();
    await killAt(w, { method }, { env });
    await recovered(...(env === unrecorded ? ["--since", since] : []));
    await up(w);
    expect(w.gateway.rows("configs").map((row) => row.description)).toEqual([description]);
  }
  await converges();
});

test("a destroy that was killed, recorded or not, is taken back by a plain up, or carried on", async () => {
  const objects = [team, standard, tone];
  const command = ["destroy", "--yes", "--skip-preview"];
  const killDestroy = (env = {}) => killAt(w, { method: "DELETE" }, { command, env });
  w = await stack({ objects });
  for (const env of [{}, unrecorded]) {
    await killDestroy(env);
    expect(await recovered()).toContain("It is gone, with the id");
    await up(w);
    expect([w.gateway.rows("configs").length, w.gateway.rows("prompts").length]).toEqual([1, 1]);
  }
  await killDestroy();
  await recovered();
  await w.declare(withArgs(objects, { tone: { content: "Be kind." } }));
  await converges();
  expect(w.gateway.rows("prompts").map(({ content }) => content)).toEqual(["Be kind."]);
  await killDestroy();
  await recovered();
  await ok(w.project.destroy({ skipPreview: true }));
  expect(w.gateway.rows("workspaces")).toEqual([]);
});

test("updates, also one with a rename, that were killed and are taken back are sent again by a plain up, as its preview shows", async () => {
  const text = { ...tone, name: "text", args: { ...tone.args, name: "text" } };
  const before = [team, tone, text];
  const contents = () => w.gateway.rows("prompts").map(({ content }) => content);
  w = await stack({ objects: before });
  const changed = withArgs(before, { tone: { content: "Be kind." }, text: { content: "Be kind." } });
  await w.declare(renamed(changed, "tone", "voice", { aliases: [{ name: "tone" }] }));
  // The answers of the refresh tell how many requests may run: without one, the second update waits for the first.
  const command = ["up", "--yes", "--skip-preview", "--refresh"];
  await killAt(w, { method: "PATCH" }, { command, after: 2 });
  expect(contents()).toEqual(["Be kind.", "Be kind."]);
  expect(await recovered()).toContain("The next `pulumi up` sends all that the program declares");
  await w.declare(before);
  expect((await w.project.preview({ expectNoChanges: true })).code).not.toBe(0);
  await converges();
  expect(contents()).toEqual(["Be brief.", "Be brief."]);
});

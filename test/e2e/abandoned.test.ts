import { expect, test, vi } from "vitest";
import { withArgs, without } from "./support/declaration.ts";
import { hasNoChanges, life, up } from "./support/life.ts";
import { prompt, team } from "./support/objects.ts";
import { ok } from "./support/outcome.ts";
import { runRecover } from "./support/recover-command.ts";

const global = { content: "old", isGlobal: true };
const before = [team, prompt("changed", global), prompt("removed", global)];
const changed = withArgs(before, { changed: { content: "new" } });
const removed = without(changed, "removed");
const created = [...removed, prompt("created", global)];

// The tests of this file are the stations of one stack's life, in this order.
const w = life({ objects: before }, up);

/** Kills the CLI while its plugin waits for the rate limit with that write; settles once the plugin is gone. */
async function killWaiting(method: string): Promise<void> {
  const limit = {
    method,
    path: "/prompts",
    kind: "status",
    status: 429,
    headers: { "retry-after": "5" },
  } as const;
  const refused = w.gateway.faults.add({ ...limit, count: 1 });
  const up = w.project.start(["up", "--yes", "--skip-preview", "--stack", w.project.stack]);
  await vi.waitFor(() => expect(refused.hits).toBe(1), { timeout: 120_000 });
  const plugins = await w.project.plugins();
  expect(plugins).toHaveLength(1);
  w.calls.take();
  up.kill("SIGKILL");
  await vi.waitFor(async () => expect(await w.project.plugins()).toEqual([]), { timeout: 120_000 });
  await up.done;
}

const onGateway = () => w.gateway.rows("prompts").map(({ name, content }) => `${name}: ${content}`);

test.each([
  {
    method: "PATCH",
    declared: changed,
    left: ["changed: old", "removed: old"],
    recovered: ["changed: new", "removed: old"],
  },
  {
    method: "DELETE",
    declared: removed,
    left: ["changed: new", "removed: old"],
    recovered: ["changed: new"],
  },
  { method: "POST", declared: created, left: ["changed: new"], recovered: ["changed: new", "created: old"] },
])(
  "a $method that waits for the rate limit when pulumi is killed is never sent, and its process ends",
  async ({ method, declared, left, recovered }) => {
    await w.declare(declared);
    await killWaiting(method);
    expect(w.calls.writes()).toEqual([]);
    expect(onGateway().sort()).toEqual(left);

    await ok(runRecover(w));
    expect(w.calls.writes()).toEqual([]);
    await up(w);
    expect(onGateway().sort()).toEqual(recovered);
    expect(w.calls.writes()).toHaveLength(1);
  },
);

test("and then nothing is to be done any more", async () => {
  await hasNoChanges(w);
});

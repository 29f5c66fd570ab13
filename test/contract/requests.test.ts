import { expect } from "vitest";
import { createdKinds, requiredInputs } from "./support/samples.ts";
import { test, type World, world } from "./support/world.ts";

/** Kinds that need nothing but a workspace. */
const contents = createdKinds.filter(
  ({ kind }) => kind.endpoints.scoped && kind.wait === undefined && !kind.fields.has("providerId"),
);
const ahead = 4;

/** What of each kind each workspace holds: an object of ours, and one of others. */
type Holdings = readonly (readonly { declared: boolean; foreign: boolean }[])[];

async function declare(at: World, workspaces: Holdings): Promise<void> {
  const stack = at.stack.operation();
  for (const index of workspaces.keys())
    await stack.up(`team ${index}`, "Workspace", { name: `team ${index}` });
  for (const [index, held] of workspaces.entries())
    for (const [which, { kind, name }] of contents.entries()) {
      const inputs = {
        ...requiredInputs(kind, at.refs),
        workspaceId: stack.resource(`team ${index}`).id,
      };
      if (held[which]?.declared) await stack.up(`${name} ${index}`, name, inputs);
      if (held[which]?.foreign) {
        await stack.up(`foreign ${name} ${index}`, name, { ...inputs, ...nameOf(kind.naturalKey) });
        stack.resources.delete(`foreign ${name} ${index}`);
      }
    }
}

/** Another natural key than that of the sample. */
function nameOf(naturalKey: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    naturalKey.filter((key) => key !== "workspaceId").map((key) => [key, "somebody's own"]),
  );
}

async function refreshed(at: World): Promise<string[]> {
  at.gateway.log.clear();
  expect(await at.refresh()).toEqual([]);
  return at.gateway.log.entries().map(({ method, path, query }) => JSON.stringify([method, path, query]));
}

test.each([
  ["asks for the workspaces and once for each kind in a workspace, whatever is in which", false],
  ["costs a few lists of each kind at most for what others keep in our workspaces", true],
])("a refresh %s, and repeats no request", async (_law, isShared) => {
  const all = [0, 1, 2, 3].map((team) =>
    contents.map((_, which) => ({
      declared: (team + which) % 3 !== 0,
      foreign: isShared && (team + which) % 2 === 0,
    })),
  );
  await using at = await world();
  await declare(at, all);
  const asked = await refreshed(at);
  const least = 1 + all.flat().filter(({ declared }) => declared).length;
  expect(asked.length).toBeGreaterThanOrEqual(least);
  expect(asked.length).toBeLessThanOrEqual(least + (isShared ? ahead * contents.length : 0));
  expect(new Set(asked).size).toBe(asked.length);
});

test("a refresh does not list objects of a workspace outside the stack", async ({ at }) => {
  await at.gateway.console("POST", "/mappings", {
    workspace_id: at.refs.otherWorkspaceId,
    source_name: "somebody's own",
    target_model: "openai/gpt",
  });
  await declare(at, [contents.map(() => ({ declared: true, foreign: false }))]);
  const asked = await refreshed(at);
  expect(asked.filter((request) => request.includes(at.refs.otherWorkspaceId))).toEqual([]);
});

test("a refresh lists the members of each workspace once", async ({ at }) => {
  const stack = at.stack.operation();
  const teams = ["one", "two", "three"];
  for (const name of teams) {
    await stack.up(name, "Workspace", { name });
    const workspaceId = stack.resource(name).id;
    for (const user of ["member", "admin"]) {
      at.gateway.seed.member(workspaceId, user);
      const declared = { workspaceId, email: `${user}@example.com`, role: "MEMBER" };
      await stack.up(`${user} of ${name}`, "Member", declared);
    }
  }
  const asked = await refreshed(at);
  expect(stack.costs()).toEqual([`${asked.length} requests to the gateway`]);
  const lists = teams.map((name) => `/workspaces/${stack.resource(name).id}/members`);
  expect(asked).toHaveLength(1 + teams.length);
  expect(lists.filter((list) => asked.some((request) => request.includes(list)))).toEqual(lists);
});

import { expect } from "vitest";
import { test, type World, world } from "./support/world.ts";

const size = 6;

/** Objects of two kinds in one workspace, by their names in the stack. */
async function declare(at: World): Promise<string[]> {
  const { workspaceId } = at.refs;
  const stack = at.stack.operation();
  const numbers = Array.from({ length: size }, (_, index) => index);
  for (const index of numbers) {
    const mapping = { workspaceId, sourceName: `m-${index}`, targetModel: "openai/gpt" };
    await stack.up(`mapping ${index}`, "Mapping", mapping);
    await stack.up(`prompt ${index}`, "Prompt", { workspaceId, name: `p-${index}`, content: "c" });
  }
  at.gateway.log.clear();
  return [...stack.resources.keys()];
}

/** Destroys them all at once, as the engine does. */
async function destroyed(at: World, names: readonly string[]): Promise<{ requests: string[]; cost: string }> {
  const stack = at.stack.operation();
  await Promise.all(names.map((name) => stack.destroy(name)));
  const requests = at.gateway.log.entries().map(({ method, status }) => `${method} ${status}`);
  return { requests, cost: stack.costs().join() };
}

test.each([404, 400] as const)(
  "where DELETE looks in the query and answers %i otherwise, that is tried after a read",
  async (deleteScopeStatus) => {
    await using at = await world({ deleteScope: "query", deleteScopeStatus });
    const { requests, cost } = await destroyed(at, await declare(at));
    const tries = [`DELETE ${deleteScopeStatus}`, "GET 200", "DELETE 200"];
    expect(requests.toSorted()).toEqual(
      Array.from({ length: 2 * size }, () => tries)
        .flat()
        .toSorted(),
    );
    expect(cost).toBe("36 requests to the gateway");
    expect([...at.gateway.rows("mappings"), ...at.gateway.rows("prompts")]).toEqual([]);
  },
);

test("where DELETE takes workspace_id as configured, nothing is tried", async ({ at }) => {
  const { requests, cost } = await destroyed(at, await declare(at));
  expect(requests).toEqual(Array.from({ length: 2 * size }, () => "DELETE 200"));
  expect(cost).toBe("12 requests to the gateway");
});

test("objects that are gone already are a success, also where DELETE looks in the query", async () => {
  await using at = await world({ deleteScope: "query" });
  const names = await declare(at);
  const [gone = "", ...others] = names.filter((name) => name.startsWith("mapping"));
  const { id } = at.stack.resource(gone);
  const { workspaceId } = at.refs;
  await at.gateway.console("DELETE", `/mappings/${id}?workspace_id=${workspaceId}`);
  at.gateway.log.clear();
  await destroyed(at, [gone, ...others]);
  expect(at.gateway.rows("mappings")).toEqual([]);
});

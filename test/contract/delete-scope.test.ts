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
  "where DELETE looks in the query and answers %i otherwise, that is found out once for each kind, and the setting is told",
  async (deleteScopeStatus) => {
    await using at = await world({ deleteScope: "query", deleteScopeStatus });
    const { requests, cost } = await destroyed(at, await declare(at));
    const tried = [`DELETE ${deleteScopeStatus}`, "GET 200"];
    expect(requests.toSorted()).toEqual(
      [...tried, ...tried, ...Array.from({ length: 2 * size }, () => "DELETE 200")].toSorted(),
    );
    expect(cost).toMatch(
      /^16 requests to the gateway; set .*workspace-gateway:deleteScope.* to query to save 4 of them$/,
    );
  },
);

test("where DELETE takes workspace_id as configured, nothing is tried and nothing advised", async () => {
  await using at = await world();
  const { requests, cost } = await destroyed(at, await declare(at));
  expect(requests).toEqual(Array.from({ length: 2 * size }, () => "DELETE 200"));
  expect(cost).toBe("12 requests to the gateway");
});

test("what was found out of one kind is no advice, if another kind goes as configured", async ({ at }) => {
  const names = await declare(at);
  const stack = at.stack.operation();
  for (const kind of ["mapping", "prompt"]) {
    at.gateway.variants.deleteScope = kind === "prompt" ? "query" : "body";
    await Promise.all(names.filter((name) => name.startsWith(kind)).map((name) => stack.destroy(name)));
  }
  expect(stack.costs()).toEqual(["14 requests to the gateway"]);
});

test("objects that are gone already teach nothing, and are a success", async () => {
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

import { describe, expect, test } from "vitest";
import { prompt } from "../../provider/kinds/prompt.js";
import { allKinds, readableKinds } from "./support/samples.ts";
import { world } from "./support/world.ts";

const wrong = { workspaceId: "w-none" };
const saysSo =
  /The workspace w-none does not exist, or this account cannot see it: is `workspaceId` right\? If it was deleted, run `pulumi refresh`\.$/;
const inWorkspace = ({ kind }: (typeof allKinds)[number]) => kind.endpoints.parent !== undefined;

describe.each(allKinds.filter(inWorkspace))("$name", ({ kind, name }) => {
  test("in a workspace that does not exist is refused with a word about the workspace, not the base URL", async () => {
    await using at = await world();
    const refused = at.stack.operation().up("it", name, { ...at.full(kind), ...wrong });
    await expect(refused).rejects.toThrow(saysSo);
    await expect(refused).rejects.not.toThrow("BASE_URL");
  });
});

test.each(readableKinds.filter(inWorkspace))(
  "$name: get in a workspace that does not exist says so",
  async ({ name }) => {
    await using at = await world();
    await expect(at.stack.operation().get(name, "some-id", wrong)).rejects.toThrow(saysSo);
  },
);

test("in a workspace that exists, a list that is missing is a wrong base URL", async () => {
  await using at = await world();
  at.gateway.faults.add({ kind: "status", status: 404, path: "/prompts" });
  const refused = at.stack.operation().up("it", "Prompt", at.full(prompt));
  await expect(refused).rejects.toThrow(/Is WORKSPACE_GATEWAY_BASE_URL .* the management API/);
  await expect(refused).rejects.not.toThrow("does not exist");
});

test("where the list of workspaces is missing too, the base URL is wrong", async () => {
  await using at = await world();
  at.gateway.faults.add({ kind: "status", status: 404, path: /^/ });
  const refused = at.stack.operation().up("it", "Prompt", { ...at.full(prompt), ...wrong });
  await expect(refused).rejects.toThrow(/Is WORKSPACE_GATEWAY_BASE_URL .* the management API/);
  await expect(refused).rejects.not.toThrow("w-none");
});

test.each(["cut", "forbidden"])("where the list of workspaces is %s, both are asked", async (how) => {
  await using at = await world(how === "cut" ? { cut: 0 } : {});
  if (how === "forbidden") {
    at.gateway.faults.add({ kind: "status", status: 403, path: /^\/workspaces$/ });
  }
  const refused = at.stack.operation().up("it", "Prompt", { ...at.full(prompt), ...wrong });
  await expect(refused).rejects.toThrow(/Does the workspace w-none exist\? Is WORKSPACE_GATEWAY_BASE_URL/);
});

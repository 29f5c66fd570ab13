import { describe, expect } from "vitest";
import { prompt } from "../../provider/kinds/prompt.js";
import type { Values } from "../../provider/spec/values.js";
import { allKinds, readableKinds } from "./support/samples.ts";
import type { Variants } from "./support/variants.ts";
import { test, world } from "./support/world.ts";

const wrong = { workspaceId: "w-none" };
const saysSo =
  /The workspace w-none does not exist, or this account cannot see it. Check `workspaceId`\. If it was deleted, run `pulumi refresh`\.$/;
const askingBoth = /Check that the workspace w-none exists\. Check that WORKSPACE_GATEWAY_BASE_URL/;
const inWorkspace = ({ kind }: (typeof allKinds)[number]) => kind.endpoints.parent !== undefined;

describe.each(allKinds.filter(inWorkspace))("$name", ({ kind, name }) => {
  test("a create in a workspace that does not exist fails with an error that names the workspace", async ({
    at,
  }) => {
    const refused = at.up(name, { ...at.full(kind), ...wrong });
    await expect(refused).rejects.toThrow(saysSo);
    await expect(refused).rejects.not.toThrow("BASE_URL");
  });
});

test.for(readableKinds.filter(inWorkspace))(
  "$name: get in a missing workspace says that the workspace does not exist",
  async ({ name }, { at }) => {
    await expect(at.stack.operation().get(name, "some-id", wrong)).rejects.toThrow(saysSo);
  },
);

test.each<[string, Variants, fault: { status: number; path: string | RegExp } | undefined, Values, RegExp]>([
  [
    "in a workspace that exists, a list that is missing is a wrong base URL",
    {},
    { status: 404, path: "/prompts" },
    {},
    /^(?!.*does not exist).*Check that WORKSPACE_GATEWAY_BASE_URL .* is the URL of the gateway's management API/,
  ],
  [
    "where the list of workspaces is missing too, the base URL is wrong",
    {},
    { status: 404, path: /^/ },
    wrong,
    /^(?!.*w-none).*Check that WORKSPACE_GATEWAY_BASE_URL .* is the URL of the gateway's management API/,
  ],
  ["where the list of workspaces is cut, both are asked", { cut: 0 }, undefined, wrong, askingBoth],
  [
    "where the list of workspaces is forbidden, both are asked",
    {},
    { status: 403, path: /^\/workspaces$/ },
    wrong,
    askingBoth,
  ],
])("%s", async (_law, variants, fault, place, told) => {
  await using at = await world(variants);
  if (fault !== undefined) at.gateway.faults.add({ kind: "status", ...fault });
  await expect(at.up("Prompt", { ...at.full(prompt), ...place })).rejects.toThrow(told);
});

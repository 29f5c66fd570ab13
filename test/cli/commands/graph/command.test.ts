import { expect, test } from "vitest";
import { openPerson } from "../support/person.ts";

test("the routing of a workspace is drawn, by the name of the workspace", async () => {
  const { gateway, run } = await openPerson();
  await gateway.console("POST", "/workspaces", { name: "Team" });
  const env = { WORKSPACE_GATEWAY_ACCESS_TOKEN: gateway.token() };
  const { code, stdout } = await run(["graph", "--workspace", "Team"], env);
  expect([code, stdout]).toEqual([0, expect.stringMatching(/^flowchart/m)]);
  const missing = await run(["graph", "--workspace", "Tame"], env);
  expect([missing.code, missing.stdout]).toEqual([1, ""]);
  expect(missing.stderr).toContain("Tame");
});

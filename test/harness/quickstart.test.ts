import { expect, test } from "vitest";
import { paths } from "./paths.ts";
import { quickstart } from "./quickstart.ts";

const another = { WORKSPACE_GATEWAY_BASE_URL: "https://gateway.example/api/v1" };

interface Place {
  selected?: string;
  cwd?: string;
  env?: NodeJS.ProcessEnv;
}

test.each<[string, boolean, string, Place]>([
  ["on the selected stack, which is the quickstart's", true, "up", { selected: "quickstart" }],
  ["that names the stack", true, "preview --stack quickstart", { selected: "tenant" }],
  ["that names the stack in one word", true, "destroy --stack=quickstart", {}],
  ["that names the stack in short", true, "refresh -s quickstart", {}],
  ["on another stack, which is selected", false, "up", { selected: "tenant" }],
  ["that names another stack", false, "up --stack tenant", { selected: "quickstart" }],
  ["without a stack", false, "up", {}],
  ["in another folder", false, "up", { selected: "quickstart", cwd: "/elsewhere" }],
  ["that goes to another folder", false, "up -C elsewhere", { selected: "quickstart" }],
  ["that goes to another folder, in full", false, "up --cwd=elsewhere", { selected: "quickstart" }],
  ["of a person who names a gateway or credentials", false, "up", { selected: "quickstart", env: another }],
  ["that talks to no gateway", false, "stack output", { selected: "quickstart" }],
])("whether a command %s gets the reference gateway: %s", async (_what, isMeant, command, place) => {
  const { selected, cwd = paths.root, env = {} } = place;
  const asked = { args: command.split(" "), cwd, env };
  expect(await quickstart.isMeantBy(asked, async () => selected)).toBe(isMeant);
});

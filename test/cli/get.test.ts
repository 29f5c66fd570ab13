import { beforeEach, expect, test } from "vitest";
import { parse } from "yaml";
import { type Desk, openDesk } from "./support/desk.ts";

let desk: Desk;
let workspaceId: string;

beforeEach(async () => {
  desk = await openDesk();
  const { clicks } = desk;
  workspaceId = (await clicks.workspace("Support")).id;
  await clicks.make("/mappings", {
    workspace_id: workspaceId,
    source_name: "default",
    target_model: "openai/gpt",
    priority: 2,
  });
  await clicks.make("/mappings", {
    workspace_id: workspaceId,
    source_name: "gpt-*",
    target_model: "openai/gpt",
    is_pattern: true,
  });
});

test.each(["mappings", "Mapping", "MAPPINGS"])("get %s shows a table of the mappings", async (kind) => {
  const { code, stdout, stderr } = await desk.run("get", kind);
  expect(code).toBe(0);
  expect(stdout.split("\n").map((line) => line.split(/ {2,}/))).toEqual([
    ["NAME", "ID", "TARGET MODEL", "PRIORITY", "ENABLED", "IS PATTERN"],
    ["default", expect.any(String), "openai/gpt", "2", "true", "false"],
    ["gpt-*", expect.any(String), "openai/gpt", expect.any(String), "true", "true"],
  ]);
  expect(stderr).toContain("2 mappings.");
});

test("get shows the name of an object in one column only", async () => {
  desk.gateway.seed.quota({ name: "Requests per hour" });
  const { stdout } = await desk.run("get", "quotas");
  expect(stdout.split("\n").map((line) => line.split(/ {2,}/))).toEqual([
    ["NAME", "ID", "MAX REQUESTS", "PERIOD", "WINDOW MINUTES"],
    ["Requests per hour", expect.any(String), "1000", "ROLLING", "60"],
  ]);
});

test("get prints one object as JSON or YAML, by name or id", async () => {
  const json = await desk.run("get", "mapping", "default", "-o", "json");
  const object = JSON.parse(json.stdout);
  expect(object).toMatchObject({ workspace: "Support", sourceName: "default", priority: 2, workspaceId });
  const yaml = await desk.run("get", "mapping", object.id, "--workspace", "Support", "-o", "yaml");
  expect(parse(yaml.stdout)).toEqual(object);
});

test.each([
  [["get", "maping"], 2, "Did you mean `Mapping`?"],
  [["get", "mdels"], 2, "Did you mean `Model`?"],
  [["get", "providers"], 2, "Did you mean `ModelProvider`?"],
  [["get", "nonsense"], 2, "Quota, Workspace, workflow, user."],
  [["get", "gatewaykeys"], 2, "the API cannot return objects of kind"],
  [["get", "metrics"], 2, "workspace-gateway metrics list"],
  [["get", "mappings", "defaul"], 1, "Did you mean `default`?"],
  [["get", "mappings", "--workspace", "Suport"], 1, "Suport"],
] as const)("%j exits with %i and says: %s", async (args, exit, text) => {
  const { code, stderr } = await desk.run(...args);
  expect(stderr).toContain(text);
  expect(code).toBe(exit);
});

test("get shows the user and the workflows, although they have no resource class", async () => {
  expect((await desk.run("get", "user", "-o", "json")).stdout).toContain('"username": "owner"');
  expect((await desk.run("get", "workflows", "-o", "json")).stdout).toBe("[]");
});

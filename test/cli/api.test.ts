import { expect, test } from "vitest";
import { openDesk } from "./support/desk.ts";

test("api sends a GET request with its query and prints the response", async () => {
  const desk = await openDesk();
  const { id } = await desk.clicks.workspace("Support");
  const { code, stdout } = await desk.run("api", "get", `/models?workspace_id=${id}`);
  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({ data: [] });
});

test("api masks secrets unless --show-secrets is set", async () => {
  const desk = await openDesk();
  const { id } = await desk.clicks.workspace("Support");
  const invitation = ["api", "POST", `/workspaces/${id}/members`, "--data", '{"role":"MEMBER"}', "--yes"];
  const { stdout, stderr } = await desk.run(...invitation);
  expect(stderr).toBe("");
  expect(stdout).toContain('"code": "[secret]"');
  expect((await desk.run(...invitation, "--show-secrets")).stdout).not.toContain("[secret]");
});

test.each([
  [["POST", "/workspaces", "--data", '{"name":"x"}'], "Pass --yes"],
  [["FETCH", "/user"], "the method must be one of GET, POST"],
  [["GET", "user"], "must begin with a single `/`"],
  [["GET", "/workspaces/../user"], "without `..`"],
  [["GET", "/%2e%2e/user"], "without `..`"],
  [["GET", "/a/.%2E?b=c"], "without `..`"],
  [["GET", "/metrics?key_id=a&key_id=b"], "the same parameter twice"],
  [["GET", "//example.com"], "must begin with a single `/`"],
  [["GET", "/user", "--data", "{}"], "cannot be used with GET"],
  [["PATCH", "/user", "--yes", "--data", "[]"], "must be a JSON object"],
])("api %j is rejected before any request is sent: %s", async (args, text) => {
  const desk = await openDesk();
  const { code, stderr } = await desk.run("api", ...args);
  expect(code).toBe(2);
  expect(stderr).toContain(text);
  expect(desk.gateway.log.entries()).toEqual([]);
});

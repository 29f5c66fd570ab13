import { expect, test } from "vitest";
import { projectName } from "../../../../cli/commands/export/project-name.js";
import { UsageError } from "../../../../cli/commands/terminal.js";

test.each([
  ["/work/gateway", "gateway"],
  ["/work/our team's gateway/", "our-team-s-gateway"],
  ["/work/Über_uns.v2", "Uber_uns.v2"],
  ["/work/.hidden", "hidden"],
  ["/work/日本", "gateway"],
  [`/work/${"x".repeat(200)}`, "x".repeat(100)],
])("a folder's name becomes one that Pulumi takes: %s", (folder, name) => {
  expect(projectName(undefined, folder)).toBe(name);
});

test("a name that is given is taken as it is, or refused", () => {
  expect(projectName("our.gateway_1", "/work")).toBe("our.gateway_1");
  for (const wrong of ["", "a b", "a/b", "x".repeat(101)]) {
    expect(() => projectName(wrong, "/work")).toThrow(UsageError);
  }
});

import { expect, test } from "vitest";
import {
  argumentsOfConfig,
  assertSafe,
  namedStack,
  narrowingArguments,
} from "../../../cli/pin/pulumi-arguments.js";

test.each([
  [[], undefined, []],
  [["--stack", "prod", "--diff"], "prod", ["--stack", "prod"]],
  [["-p", "4", "-s", "org/prod"], "org/prod", ["-s", "org/prod"]],
  [["--stack=prod", "-C", "infra"], "prod", ["--stack=prod", "-C", "infra"]],
  [["-sprod", "-Cinfra"], "prod", ["-sprod", "-Cinfra"]],
  [["--config-file", "a.yaml"], undefined, ["--config-file", "a.yaml"]],
  [["--stack", "one", "--stack", "two"], "two", ["--stack", "one", "--stack", "two"]],
])("%j names the stack %s", (args, stack, ofStack) => {
  expect([namedStack(args), argumentsOfConfig(args)]).toEqual([stack, ofStack]);
});

test.each([
  ["--stack prod --diff -p 4 --replace urn", undefined],
  ["--target urn --diff", "--target urn"],
  ["-t urn -turn --target=urn", "-t urn -turn --target=urn"],
  ["--exclude urn --exclude-dependents", "--exclude urn --exclude-dependents"],
  [
    "-x urn --target-replace=urn --target-dependents=true -d",
    "-x urn --target-replace=urn --target-dependents=true",
  ],
])("in `%s`, the arguments that limit the run are `%s`", (args, narrowing) => {
  expect(narrowingArguments(args.split(" "))?.join(" ")).toBe(narrowing);
});

test.each([
  ["--json"],
  ["-j"],
  ["--debug"],
  ["-v=9"],
  ["-v9"],
  ["--logtostderr"],
  ["--show-secrets=true"],
  ["--event-log"],
  ["--plan=other.json"],
  ["--save-plan"],
])("%s is rejected because it could expose secrets or change the meaning of the pin", (arg) => {
  expect(() => assertSafe(["--diff", arg])).toThrow(`omit ${arg}: `);
});

test("passes other arguments to pulumi unchanged", () => {
  expect(() =>
    assertSafe(["--stack", "prod", "--parallel", "4", "--message", "a plan", "-d3"]),
  ).not.toThrow();
});

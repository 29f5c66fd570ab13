import { expect, test } from "vitest";
import { settingNames, settingsSchema, unknownVariables } from "../../../provider/client/settings.js";

const keys = Object.keys(settingsSchema.shape);

function told(...names: readonly string[]): string[] {
  return unknownVariables(Object.fromEntries(names.map((name) => [name, "value-of-it"])));
}

test.each([undefined, "eu", "eu.west", "eu-west-1", "access"])(
  "every setting of the connection %s is known",
  (connection) => {
    expect(told(...keys.map((key) => settingNames(key, connection).variable))).toEqual([]);
  },
);

test.each([
  ["WORKSPACE_GATEWAY_TOKEN", "Did you mean `WORKSPACE_GATEWAY_ACCESS_TOKEN`?"],
  ["WORKSPACE_GATEWAY_BASEURL", "Did you mean `WORKSPACE_GATEWAY_BASE_URL`?"],
  ["WORKSPACE_GATEWAY_base_url", "Did you mean `WORKSPACE_GATEWAY_BASE_URL`?"],
  ["WORKSPACE_GATEWAY_", "The variables are WORKSPACE_GATEWAY_BASE_URL, "],
  ["WORKSPACE_GATEWAY_EU_ZEBRA", "The variables are WORKSPACE_GATEWAY_BASE_URL, "],
])("%s is told with the variable that was probably meant, and without its value", (name, right) => {
  const [line = "", ...more] = told(name, "WORKSPACE_GATEWAY_MAX_WAIT");
  expect(line).toContain(`The environment variable \`${name}\` is not a setting and has no effect. ${right}`);
  expect([line, ...more]).toHaveLength(1);
  expect(line).not.toContain("value-of-it");
});

test("of a connection that has other variables, the one of that connection was meant", () => {
  expect(told("WORKSPACE_GATEWAY_EU_BASE_URL", "WORKSPACE_GATEWAY_EU_TOKEN")).toEqual([
    expect.stringContaining("Did you mean `WORKSPACE_GATEWAY_EU_ACCESS_TOKEN`?"),
  ]);
});

test("a variable of somebody else, and one without a value, is not told", () => {
  expect(told("GATEWAY_TOKEN", "MY_WORKSPACE_GATEWAY_TOKEN", "PULUMI_CONFIG")).toEqual([]);
  expect(unknownVariables({ WORKSPACE_GATEWAY_TOKEN: "", WORKSPACE_GATEWAY_URL: undefined })).toEqual([]);
});

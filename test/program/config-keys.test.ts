import { expect, test } from "vitest";
import { settingsSchema } from "../../provider/client/settings/settings-schema.js";
import { unknownConfigKeys } from "../../provider/program/config-keys.js";

function told(keys: readonly string[], project = "shop"): string[] {
  const config = Object.fromEntries(keys.map((key) => [key, "value-of-it"]));
  return unknownConfigKeys(project, { PULUMI_CONFIG: JSON.stringify(config) });
}

const known = Object.keys(settingsSchema.shape);

test("every setting is known, of the default connection and of any other", () => {
  expect(told(known.map((key) => `workspace-gateway:${key}`))).toEqual([]);
  expect(told(known.map((key) => `workspace-gateway:eu.${key}`))).toEqual([]);
  expect(told(known.map((key) => `workspace-gateway:config:eu.west.${key}`))).toEqual([]);
});

test("the switch to the plugin is known; it is the stack's, and no connection has one", () => {
  expect(told(["workspace-gateway:native"])).toEqual([]);
  expect(told(["workspace-gateway:eu.native"])).toEqual([
    expect.stringContaining("no effect; the settings are"),
  ]);
});

test.each([
  ["workspace-gateway:Native", "workspace-gateway:native is one"],
  ["workspace-gateway:baseURL", "workspace-gateway:baseUrl is one"],
  ["workspace-gateway:eu.acessToken", "workspace-gateway:eu.accessToken is one"],
  ["workspace-gateway:eu", `the settings are ${known.join(", ")}`],
])("%s is told with the setting that was probably meant, and without its value", (key, right) => {
  const lines = told([key, "workspace-gateway:baseUrl"]);
  expect(lines).toEqual([`The stack's config has ${key}, which is no setting and has no effect; ${right}.`]);
  expect(lines.join()).not.toContain("value-of-it");
});

test("what is in another namespace, or is the project's own, is none of ours", () => {
  expect(told(["shop:colour", "workspace-gateway-2:baseURL", "aws:region"])).toEqual([]);
  expect(told(["workspace-gateway:colour"], "workspace-gateway")).toEqual([]);
  expect(unknownConfigKeys("shop", {})).toEqual([]);
});

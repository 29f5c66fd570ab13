import { expect, test } from "vitest";
import { settingsSchema } from "../../provider/client/settings.js";
import { unknownConfigKeys } from "../../provider/program/preflight.js";

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
    expect.stringContaining("no effect. The settings are workspace-gateway:eu.baseUrl"),
  ]);
});

test.each([
  ["workspace-gateway:Native", "Did you mean `workspace-gateway:native`?"],
  ["workspace-gateway:baseURL", "Did you mean `workspace-gateway:baseUrl`?"],
  ["workspace-gateway:eu.acessToken", "Did you mean `workspace-gateway:eu.accessToken`?"],
  [
    "workspace-gateway:eu",
    `The settings are ${[...known, "native"].map((key) => `workspace-gateway:${key}`).join(", ")}.`,
  ],
])("%s is told with the setting that was probably meant, and without its value", (key, right) => {
  const lines = told([key, "workspace-gateway:baseUrl"]);
  expect(lines).toEqual([`\`${key}\` in the stack's config is not a setting and has no effect. ${right}`]);
  expect(lines.join()).not.toContain("value-of-it");
});

test("what is in another namespace, or is the project's own, is none of ours", () => {
  expect(told(["shop:colour", "workspace-gateway-2:baseURL", "aws:region"])).toEqual([]);
  expect(told(["workspace-gateway:colour"], "workspace-gateway")).toEqual([]);
  expect(unknownConfigKeys("shop", {})).toEqual([]);
});

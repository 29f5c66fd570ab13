import { readFileSync } from "node:fs";
import path from "node:path";
import * as pulumi from "@pulumi/pulumi";
import type { LogRequest } from "@pulumi/pulumi/proto/engine_pb.js";
import { getEngine, resetOptions } from "@pulumi/pulumi/runtime/settings.js";
import { afterAll, beforeEach, expect, test } from "vitest";
import { credentialKeys, settingsSchema } from "../../provider/client/settings.js";
import * as gateway from "../../provider/index.js";
import { requireNode } from "../../provider/program/node-version.js";
import { refusePlainCredentials, unknownConfigKeys } from "../../provider/program/preflight.js";
import { mocked, resolved } from "./support/mocked.ts";

function told(keys: readonly string[], project = "shop"): string[] {
  const config = Object.fromEntries(keys.map((key) => [key, "value-of-it"]));
  return unknownConfigKeys(project, { PULUMI_CONFIG: JSON.stringify(config) });
}

const known = Object.keys(settingsSchema.shape);
const all = [...known, "native"].map((key) => `workspace-gateway:${key}`).join(", ");

test("every setting is known, for the default connection and for any other", () => {
  expect(told(known.map((key) => `workspace-gateway:${key}`))).toEqual([]);
  expect(told(known.map((key) => `workspace-gateway:eu.${key}`))).toEqual([]);
  expect(told(known.map((key) => `workspace-gateway:config:eu.west.${key}`))).toEqual([]);
});

test("the setting `native` is known for the stack, but not for a connection", () => {
  expect(told(["workspace-gateway:native"])).toEqual([]);
  expect(told(["workspace-gateway:eu.native"])).toEqual([
    expect.stringContaining("no effect. The settings are workspace-gateway:eu.baseUrl"),
  ]);
});

test.each([
  ["workspace-gateway:Native", "Did you mean `workspace-gateway:native`?"],
  ["workspace-gateway:baseURL", "Did you mean `workspace-gateway:baseUrl`?"],
  ["workspace-gateway:eu.acessToken", "Did you mean `workspace-gateway:eu.accessToken`?"],
  ["workspace-gateway:eu", `The settings are ${all}.`],
])("%s is reported as unknown with a suggestion and without its value", (key, right) => {
  const lines = told([key, "workspace-gateway:baseUrl"]);
  expect(lines).toEqual([`\`${key}\` in the stack's config is not a setting and has no effect. ${right}`]);
  expect(lines.join()).not.toContain("value-of-it");
});

test("keys in another namespace or of the project itself are ignored", () => {
  expect(told(["shop:colour", "workspace-gateway-2:baseURL", "aws:region"])).toEqual([]);
  expect(told(["workspace-gateway:colour"], "workspace-gateway")).toEqual([]);
  expect(unknownConfigKeys("shop", {})).toEqual([]);
});

function configured(config: Record<string, string>, secretKeys: string[] = []) {
  return { PULUMI_CONFIG: JSON.stringify(config), PULUMI_CONFIG_SECRET_KEYS: JSON.stringify(secretKeys) };
}

const names = credentialKeys.flatMap((key) => [`workspace-gateway:${key}`, `workspace-gateway:eu.${key}`]);

test.each(names)(
  "%s is accepted as a secret, and refused in plain text with the command but not the value",
  (name) => {
    const config = Object.fromEntries(names.map((each) => [each, "plain-credential"]));
    const check = (...secret: string[]) => refusePlainCredentials(configured(config, secret));
    expect(() => check(...names)).not.toThrow();
    expect(() => check(...names.filter((each) => each !== name))).toThrow(
      `pulumi config set --secret ${name}`,
    );
    expect(check).not.toThrow("plain-credential");
  },
);

test.each<[string, Record<string, string>]>([
  ["has no credential of ours", configured({ "workspace-gateway:baseUrl": "x", "other:accessToken": "y" })],
  ["lacks the engine's variables", {}],
])("an environment that %s passes", (_what, env) => {
  expect(() => refusePlainCredentials(env)).not.toThrow();
});

let messages: string[];

/** The SDK makes a client for the address, and calls nothing before the first message. */
const engineAt = (address: string) => resetOptions("shop", "prod", -1, address, "", false, "");

beforeEach(async () => {
  engineAt("127.0.0.1:1");
  await mocked();
  messages = [];
  const log = (request: LogRequest, done: (error: null) => void) => {
    messages.push(request.getMessage());
    done(null);
  };
  Reflect.set(getEngine() ?? expect.unreachable("no engine"), "log", log);
});

afterAll(() => engineAt(""));

test("the SDK's debug messages about our resources do not reach the engine", async () => {
  const key = "sk-canary";
  const openai = new gateway.ModelProvider("openai", {
    workspaceId: "w-1",
    name: "openai",
    baseUrl: "https://upstream.example/v1",
    priority: 1,
    compatibility: "OPENAI_SDK",
    apiKey: key,
  });
  await resolved(openai.urn);
  await resolved(gateway.Workspace.get("shared", "w-2", {}).urn);
  await resolved(new gateway.Provider("eu", { baseUrl: "https://eu.test/api/v1", accessToken: key }).urn);
  await pulumi.log.debug("the last");
  expect(messages).toEqual(["the last"]);
});

test("messages about other resources and from the program itself reach the engine", async () => {
  new gateway.Workspace("team", { name: "team" });
  await resolved(new pulumi.ComponentResource("acme:gateway:Team", "team").urn);
  const own =
    "Registering resource: t=acme:gateway:Team, but none of pulumi-nodejs:dynamic/workspace-gateway:Model";
  await pulumi.log.debug(own);
  await pulumi.log.warn("Mind the workspace");
  expect(messages).toEqual(expect.arrayContaining([own, "Mind the workspace"]));
  expect(messages.join("\n")).toMatch(/RegisterResource RPC finished: resource:team\[acme:gateway:Team\]/);
});

const root = path.join(import.meta.dirname, "../..");
const { engines } = JSON.parse(readFileSync(path.join(root, "provider/package.json"), "utf8"));

test.each(["20.20.2", "22.18.9"])("Node %s is refused with the required version", (found) => {
  expect(() => requireNode(found)).toThrow(
    new RegExp(`^pulumi-workspace-gateway needs Node 22\\.19 or newer, but this is Node ${found}\\. Install`),
  );
});

test.each(["22.19.0", "24.0.0"])("Node %s is accepted", (found) => {
  expect(() => requireNode(found)).not.toThrow();
});

test("the package requires the Node version that the check requires", () => {
  expect(engines).toEqual({ node: ">=22.19" });
});

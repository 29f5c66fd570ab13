import * as pulumi from "@pulumi/pulumi";
import type { LogRequest } from "@pulumi/pulumi/proto/engine_pb.js";
import { getEngine, resetOptions } from "@pulumi/pulumi/runtime/settings.js";
import { afterAll, beforeEach, expect, test } from "vitest";
import * as gateway from "../../provider/index.js";
import { dropDebugMessages } from "../../provider/program/preflight.js";
import { mocked, resolved } from "./support/mocked.ts";

/** What the engine is told. */
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

test("the engine is told nothing of what the SDK does for a resource of this package, declared or read", async () => {
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

test("it is told all of other resources, and what a program says itself, also of ours", async () => {
  new gateway.Workspace("team", { name: "team" });
  await resolved(new pulumi.ComponentResource("acme:gateway:Team", "team").urn);
  const own =
    "Registering resource: t=acme:gateway:Team, but none of pulumi-nodejs:dynamic/workspace-gateway:Model";
  await pulumi.log.debug(own);
  await pulumi.log.warn("Mind the workspace");
  expect(messages).toEqual(expect.arrayContaining([own, "Mind the workspace"]));
  expect(messages.join("\n")).toMatch(/RegisterResource RPC finished: resource:team\[acme:gateway:Team\]/);
});

test("what leaves messages out is put before the rest once, however many programs a process runs", () => {
  dropDebugMessages();
  const { log } = getEngine() ?? expect.unreachable("no engine");
  dropDebugMessages();
  expect(getEngine()?.log).toBe(log);
});

import path from "node:path";
import * as proto from "@pulumi/pulumi/proto/provider_pb.js";
import { describe, expect, onTestFinished } from "vitest";
import { credentialKeys } from "../../provider/client/settings.js";
import { kinds as specs } from "../../provider/every-kind.js";
import { packageVersion } from "../../provider/io/package-version.js";
import { prompt } from "../../provider/kinds/prompt.js";
import { structOf, valuesOf } from "../../provider/plugin/grpc.js";
import type { Kind } from "../../provider/spec/kind.js";
import { secretEnvelope, type Values } from "../../provider/spec/values.js";
import { fullInputs } from "../contract/support/samples.ts";
import { test, type World } from "../contract/support/world.ts";
import { startGateway } from "../gateway/index.ts";
import { answered, asked, type Service, service } from "./support/service.ts";

const kinds: readonly Kind[] = specs;

const explicit = "eu";
const root = path.join(import.meta.dirname, "..", "..", "provider");

/** `name`: that of the provider; the engine calls its own `default`. */
function configured(of: Service, args: Values, name = explicit): Promise<proto.ConfigureResponse> {
  const request = new proto.ConfigureRequest()
    .setUrn(`urn:pulumi:laws::plugin::pulumi:providers:workspace-gateway::${name}`)
    .setArgs(structOf(args));
  return answered((done) => of.client.configure(request, done));
}

/** A plugin that is configured so, with no environment. */
async function serviceWith(args: Values, name?: string): Promise<Service> {
  const of = await service({});
  await configured(of, args, name);
  return of;
}

function argumentsFor({ gateway }: World): Values {
  return { baseUrl: gateway.baseUrl, accessToken: secretEnvelope(gateway.token({ user: "owner" })) };
}

test("an explicit provider works with its arguments alone", async ({ at }) => {
  await using of = await serviceWith(argumentsFor(at));
  const inputs = await of.check(prompt, {}, at.full(prompt));
  const { id } = await of.create(prompt, inputs);
  expect(at.rows(prompt).map((row) => row.id)).toEqual([id]);
});

test.for(credentialKeys)("a provider does not read %s from the environment", async (key, { at }) => {
  await using of = await service(at.env);
  const { [key]: _left, accessToken: _token, ...rest } = argumentsFor(at);
  await expect(configured(of, rest)).rejects.toThrow(
    `the gateway is not configured: set the argument accessToken of the provider "${explicit}"`,
  );
  expect(asked(at)).toEqual([]);
});

test("the environment does not override the settings of an explicit provider", async ({ at }) => {
  await using of = await service({ ...at.env, WORKSPACE_GATEWAY_BASE_URL: "http://127.0.0.1:1/api/v1" });
  await configured(of, argumentsFor(at));
  const answer = await of.read(prompt, "none", { workspaceId: "w" }, { workspaceId: "v" });
  expect(answer.id).toBe("");
  expect(asked(at).length).toBeGreaterThan(0);
});

test("settings that are numbers, booleans, or lists are accepted", async ({ at }) => {
  const written = { maxWait: 60, allowHttp: true, allowedAccounts: ["a", "b"] };
  await using of = await serviceWith({ ...argumentsFor(at), ...written });
  expect(of.session.client(undefined).settings).toMatchObject({ ...written, maxWait: 60_000 });
});

test("the environment overrides the stack's config, and connections from the config work", async () => {
  await using of = await service({ WORKSPACE_GATEWAY_BASE_URL: "https://env.example/api/v1" });
  const values = {
    version: "0.1.0",
    baseUrl: "https://config.example/api/v1",
    accessToken: secretEnvelope("t"),
    "eu.baseUrl": "https://eu.example/api/v1",
    "eu.accessToken": secretEnvelope("u"),
  };
  await configured(of, values, "default_0_1_0");
  expect(of.session.client(undefined).settings.baseUrl).toBe("https://env.example/api/v1");
  expect(of.session.client("eu").settings.baseUrl).toBe("https://eu.example/api/v1");
});

describe.each(credentialKeys)("%s", (key) => {
  test("in plain text is refused in the arguments of a provider", async () => {
    await using of = await service({});
    await expect(configured(of, { baseUrl: "https://x.example/api/v1", [key]: "canary" })).rejects.toThrow(
      `${key} of the provider "${explicit}" is a plain-text credential. Pass a secret`,
    );
  });

  test.each([key, `eu.${key}`])("in plain text is refused in the stack's config, as %s", async (name) => {
    await using of = await service({});
    const refusal = configured(of, { [name]: "canary" }, "default");
    await expect(refusal).rejects.toThrow(`pulumi config set --secret workspace-gateway:${name}`);
    await expect(refusal).rejects.not.toThrow("canary");
  });
});

test("checkConfig returns the provider's arguments, and a change to them replaces nothing", async () => {
  await using of = await service({});
  const check = new proto.CheckRequest().setNews(structOf({ baseUrl: "x", maxWait: 1 }));
  const checked = await answered<proto.CheckResponse>((done) => of.client.checkConfig(check, done));
  expect(valuesOf(checked.getInputs())).toEqual({ baseUrl: "x", maxWait: 1 });
  const diff = new proto.DiffRequest()
    .setOlds(structOf({ baseUrl: "x" }))
    .setNews(structOf({ baseUrl: "y" }));
  const differing = await answered<proto.DiffResponse>((done) => of.client.diffConfig(diff, done));
  expect(differing.getReplacesList()).toEqual([]);
});

test.each([
  ["an older SDK", "0.0.9", []],
  ["its own", packageVersion(), []],
  [
    "a newer package",
    "99.0.0",
    [
      expect.stringContaining(
        `uses pulumi-workspace-gateway 99.0.0, but this plugin has version ${packageVersion()} (in ${root}).`,
      ),
    ],
  ],
])("a program of %s is refused only if it is newer than the plugin", async (_what, version, reasons) => {
  await using of = await service({});
  const check = new proto.CheckRequest().setNews(structOf({ version }));
  const checked = await answered<proto.CheckResponse>((done) => of.client.checkConfig(check, done));
  expect(checked.getFailuresList().map((failure) => failure.getReason())).toEqual(reasons);
});

test.for(kinds)("$name: connection is refused together with an explicit provider", async (kind, { at }) => {
  await using of = await service(at.env);
  await configured(of, argumentsFor(at));
  await expect(of.check(kind, {}, { ...at.full(kind), connection: "eu" })).rejects.toThrow(
    `connection has no effect when combined with the provider "${explicit}", whose arguments provide the settings. Remove`,
  );
});

describe.each(kinds)("$name with an explicit provider", (kind) => {
  /** An object that the stack's own settings have made. */
  const made = async (at: World) => {
    at.stack.adapter = "native";
    await at.stack.operation().up("it", kind.name, at.full(kind));
    at.gateway.log.clear();
    return at.stack.resource("it");
  };

  const differing = async (of: Service, known: Awaited<ReturnType<typeof made>>, inputs: Values) => {
    const news = await of.check(kind, known.inputs, inputs);
    return of.diff(kind, known, news);
  };

  test("is kept on its gateway without a request for the object", async ({ at }) => {
    const known = await made(at);
    await using of = await serviceWith({ ...argumentsFor(at), ...app(at) });
    const { changes, replacesList } = (await differing(of, known, at.full(kind))).toObject();
    expect([changes, replacesList]).toEqual([proto.DiffResponse.DiffChanges.DIFF_SOME, []]);
    expect(asked(at).filter((line) => line !== "GET /user")).toEqual([]);
  });

  test("is replaced at a new address of its gateway unless movedFrom names the old one", async ({ at }) => {
    const known = await made(at);
    const baseUrl = at.gateway.baseUrl.replace("127.0.0.1", "localhost");
    const said = { ...argumentsFor(at), ...app(at), baseUrl };
    await using of = await serviceWith(said);
    expect((await differing(of, known, at.full(kind))).getReplacesList()).toEqual(["provider"]);
    await using moved = await serviceWith({ ...said, movedFrom: at.gateway.baseUrl });
    expect((await differing(moved, known, at.full(kind))).getReplacesList()).toEqual([]);
  });

  const isSeen = kind.endpoints.list !== undefined || kind.endpoints.get !== undefined;
  test.skipIf(!isSeen)("is replaced if a different gateway does not have the object", async ({ at }) => {
    const known = await made(at);
    const gateway = await startGateway({ port: 0, db: ":memory:" });
    onTestFinished(() => gateway.close());
    const accessToken = secretEnvelope(gateway.token({ user: "owner" }));
    await using of = await serviceWith({ baseUrl: gateway.baseUrl, accessToken, ...app(at) });
    const response = await differing(of, known, fullInputs(kind, at.refs));
    expect(response.getReplacesList()).toEqual(["provider"]);
    expect(response.getDeletebeforereplace()).toBe(false);
  });
});

function app({ gateway }: World): Values {
  return { clientId: gateway.app.clientId, clientSecret: secretEnvelope(gateway.app.clientSecret) };
}

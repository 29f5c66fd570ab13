import * as pulumi from "@pulumi/pulumi";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { z } from "zod";
import { plainValue } from "../../cli/stack/stack-state.js";
import { credentialKeys, settingsSchema } from "../../provider/client/settings.js";
import { kinds } from "../../provider/every-kind.js";
import * as gateway from "../../provider/index.js";
import { packageVersion } from "../../provider/io/package-version.js";
import { isReadable, type Kind } from "../../provider/spec/kind.js";
import { nativeToken, typeToken } from "../../provider/spec/token.js";
import { fullInputs, madeUpReferences } from "../contract/support/samples.ts";
import { mocked, type Registration, resolved } from "./support/mocked.ts";

let registered: Map<string, Registration>;
beforeEach(async () => {
  registered = await mocked();
});
afterEach(() => pulumi.runtime.setAllConfig({}));

function goNative(): void {
  pulumi.runtime.setAllConfig({ "workspace-gateway:native": "true" });
}

type Class = new (name: string, args: object, opts?: pulumi.CustomResourceOptions) => pulumi.CustomResource;

function classOf(kind: string): Class {
  const found: unknown = Reflect.get(gateway, kind);
  return typeof found === "function" ? (found as Class) : expect.unreachable(`${kind} has no class`);
}

/** Declares a resource, and tells what the engine and what the SDK got to see of it. */
async function declared(kind: string, args: object, opts: pulumi.CustomResourceOptions = {}) {
  const seen: pulumi.ResourceTransformationArgs[] = [];
  const see = (given: pulumi.ResourceTransformationArgs) => {
    seen.push(given);
    return undefined;
  };
  const resource = new (classOf(kind))("it", args, { ...opts, transformations: [see] });
  await resolved(resource.id);
  const { type, inputs, provider } = registered.get("it") ?? expect.unreachable("nothing was registered");
  const [
    {
      props,
      opts: { version, aliases },
    } = expect.unreachable("nothing was declared"),
  ] = seen;
  return { resource, type, inputs, provider, props, version, aliases };
}

/** Fails unless every input and output is an output of the resource, and what is secret a secret. */
async function expectWhole(kind: Kind, resource: pulumi.CustomResource): Promise<void> {
  for (const { name, secret } of [...kind.fields.values(), ...kind.outputFields.values()]) {
    const value = Reflect.get(resource, name);
    expect(pulumi.Output.isInstance(value), name).toBe(true);
    if (secret && kind.fields.has(name)) expect(await pulumi.isSecret(value), name).toBe(true);
  }
}

function urnOf(type: string): string {
  return `urn:pulumi:${pulumi.getStack()}::${pulumi.getProject()}::${type}::it`;
}

const eu = () => new gateway.Provider("eu", { baseUrl: "https://eu.test/api/v1" });

describe.each(kinds.map((kind) => [kind.name, kind] as const))("%s", (name, kind) => {
  const args = fullInputs(kind, madeUpReferences);

  test("the option `import` is refused in one line without the plugin, and works with it", async () => {
    const refused = declared(name, args, { import: "an id" });
    const ways = isReadable(kind)
      ? /^\w+ "it": .*native plugin.*`npx workspace-gateway import-file`.*`npx workspace-gateway export --import`.*adopt.*\. \(\S+\)$/
      : /^\w+ "it": .*cannot be imported.*\. \(\S+\)$/;
    await expect(refused).rejects.toThrow(ways);
    expect(registered.has("it")).toBe(false);
    goNative();
    expect((await declared(name, args, { import: "an id" })).type).toBe(nativeToken(name));
  });

  test("uses the plugin if the config says so, with only declared inputs and the version", async () => {
    goNative();
    const { type, inputs, version, aliases, resource } = await declared(name, args);
    expect(type).toBe(nativeToken(name));
    expect(Object.keys(inputs).toSorted()).toEqual(Object.keys(args).toSorted());
    expect(version).toBe(packageVersion());
    expect(aliases).toEqual([urnOf(typeToken(name))]);
    await expectWhole(kind, resource);
  });

  // Every stored resource of every released version carries these texts: they never change.
  test("otherwise uses the dynamic provider with a fixed type and loader, and a plugin alias", async () => {
    const { type, inputs, version, aliases, resource } = await declared(name, args);
    expect(type).toBe(`pulumi-nodejs:dynamic/workspace-gateway:${name}`);
    expect(inputs.__provider).toBe(
      `exports.handler=()=>require("pulumi-workspace-gateway/runtime").provider("${name}")`,
    );
    if (name === "Index") expect(inputs.__urn).toBe(urnOf(type)); // which tells its progress
    if (name === "Mapping") expect(inputs).not.toHaveProperty("__urn");
    expect(version).toBeUndefined();
    expect(aliases).toEqual([urnOf(nativeToken(name))]);
    await expectWhole(kind, resource);
  });

  test("uses the plugin with an explicit provider, whatever the stack's config says", async () => {
    const { type, provider } = await declared(name, args, { provider: eu() });
    expect(type).toBe(nativeToken(name));
    expect(provider).toMatch(/pulumi:providers:workspace-gateway::eu::eu-id$/);
  });

  test("is read with hidden inputs by the dynamic provider, but not by the plugin", async () => {
    const { get } = classOf(name) as object as { get(...args: unknown[]): pulumi.CustomResource };
    const read = async (as: string) => {
      const resource = get.call(classOf(name), as, "id-7", { workspaceId: "w-1" });
      await resolved(resource.id);
      return registered.get(as);
    };
    const inputs = { __get: true };
    expect(await read("dynamically")).toMatchObject({ type: typeToken(name), id: "id-7", inputs });
    goNative();
    expect(await read("natively")).toMatchObject({ type: nativeToken(name), id: "id-7" });
    expect(registered.get("natively")?.inputs).toEqual({ workspaceId: "w-1" });
  });
});

test("a resource uses the plugin if its parent has an explicit provider for its children", async () => {
  const parent = new pulumi.ComponentResource("shop:Team", "team", {}, { providers: [eu()] });
  const { type, provider } = await declared("Workspace", { name: "n" }, { parent });
  expect(type).toBe(nativeToken("Workspace"));
  expect(provider).toContain("::eu::");
});

test("a resource uses the dynamic provider if its parent has a provider of another package", async () => {
  class Other extends pulumi.ProviderResource {}
  const providers = [new Other("aws", "o")];
  const parent = new pulumi.ComponentResource("shop:Team", "team", {}, { providers });
  const { type } = await declared("Workspace", { name: "n" }, { parent });
  expect(type).toBe(typeToken("Workspace"));
});

test("a child has an alias with its other type, regardless of its parent", async () => {
  const parent = new pulumi.ComponentResource("shop:Team", "team");
  const { aliases } = await declared("Workspace", { name: "n" }, { parent });
  expect(aliases).toEqual([{ type: nativeToken("Workspace") }]);
});

test("an alias with an old name covers both types, and an alias with a type is unchanged", async () => {
  const urn = "urn:pulumi:s::p::t::n";
  const named = [{ name: "old" }, { name: "older", type: "some:other:Type" }, urn, pulumi.output(urn)];
  const { aliases = [] } = await declared("Workspace", { name: "n" }, { aliases: named });
  const type = nativeToken("Workspace");
  expect(aliases).toEqual([urnOf(type), { type, name: "old" }, ...named]);
});

test("a value of `native` other than true or false is an error that says what to set", () => {
  pulumi.runtime.setAllConfig({ "workspace-gateway:native": "yes" });
  expect(() => new gateway.Workspace("team", { name: "n" })).toThrow(
    "workspace-gateway:native must be true or false. Run `pulumi config set workspace-gateway:native true`",
  );
});

test("values that the gateway issues are secret outputs", () => {
  const outputs = kinds.flatMap(({ outputFields }) => [...outputFields.values()]);
  const secrets = outputs.filter(({ secret }) => secret);
  expect(secrets.map(({ name }) => name).toSorted()).toEqual(["code", "gateKey", "link"]);
});

const whole = {
  baseUrl: "https://eu.test/api/v1",
  movedFrom: "https://before.example/api/v1",
  allowHttp: true,
  accessToken: "a-token",
  clientId: "an-app",
  clientSecret: "a-secret",
  tokenUrl: "https://eu.test/token",
  scopes: ["models:read", pulumi.output("models:write")],
  appAuth: "body",
  apiVersion: "2026-01-01",
  versionEchoHeader: "x-version",
  allowedAccounts: pulumi.output(["ada", "ben"]),
  adopt: "identical",
  onAlteredValue: "warn",
  deleteScope: "query",
  maxWait: 60,
  requestTimeout: Promise.resolve(5),
  retryBudget: 0.5,
  maxConcurrency: 8,
} satisfies gateway.ProviderArgs;

test("every setting is a provider argument, and reaches the engine in a form that parses", async () => {
  expect(Object.keys(whole)).toEqual(Object.keys(settingsSchema.shape));
  const { version, inputs } = await declared("Provider", whole);
  expect(Object.keys(inputs).toSorted()).toEqual(Object.keys(whole).toSorted());
  const given = Object.entries(inputs).map(([name, value]) => [name, plainValue(z.json().parse(value))]);
  expect(settingsSchema.parse(Object.fromEntries(given))).toEqual({
    ...whole,
    scopes: ["models:read", "models:write"],
    allowedAccounts: ["ada", "ben"],
    maxWait: 60_000,
    requestTimeout: 5000,
    retryBudget: 500,
  });
  expect(version).toBe(packageVersion());
});

test("a provider omits undefined arguments and sends credentials as secrets, even literals", async () => {
  const { props, inputs } = await declared("Provider", { ...whole, adopt: undefined });
  expect(inputs).not.toHaveProperty("adopt");
  const secret = await Promise.all(
    Object.keys(props).map(async (name) =>
      (await pulumi.isSecret(pulumi.output(props[name]))) ? [name] : [],
    ),
  );
  expect(secret.flat().toSorted()).toEqual([...credentialKeys].toSorted());
});

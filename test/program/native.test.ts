import * as pulumi from "@pulumi/pulumi";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { kinds } from "../../provider/every-kind.js";
import * as gateway from "../../provider/index.js";
import { packageVersion } from "../../provider/io/package-version.js";
import { isReadable } from "../../provider/spec/kind.js";
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
  const seen: pulumi.CustomResourceOptions[] = [];
  const see = (given: pulumi.ResourceTransformationArgs) => {
    seen.push(given.opts);
    return undefined;
  };
  const resource = new (classOf(kind))("it", args, { ...opts, transformations: [see] });
  await resolved(resource.id);
  const { type, inputs, id, provider } = registered.get("it") ?? expect.unreachable("nothing was registered");
  const [{ version, aliases } = {}] = seen;
  return { resource, type, inputs, id, provider, version, aliases };
}

/** The URN of what `declared` declares, under another type. */
function urnOf(type: string): string {
  return `urn:pulumi:${pulumi.getStack()}::${pulumi.getProject()}::${type}::it`;
}

function names(inputs: object): string[] {
  return Object.keys(inputs).toSorted();
}

describe.each(kinds.map((kind) => [kind.name, kind] as const))("%s", (name, kind) => {
  const args = fullInputs(kind, madeUpReferences);

  test("the option `import` is refused in one line without the plugin, and goes on with it", async () => {
    const refused = declared(name, args, { import: "an id" });
    const ways = isReadable(kind)
      ? /^\w+ "it": .*native plugin.*`npx workspace-gateway import-file`.*`npx workspace-gateway export --import`.*adopt.*\. \(\S+\)$/
      : /^\w+ "it": .*cannot be imported.*\. \(\S+\)$/;
    await expect(refused).rejects.toThrow(ways);
    expect(registered.has("it")).toBe(false);
    goNative();
    expect((await declared(name, args, { import: "an id" })).type).toBe(nativeToken(name));
  });

  test("goes to the plugin if the stack's config says so, with nothing but what is declared, and the version", async () => {
    goNative();
    const { type, inputs, version, aliases, resource } = await declared(name, args);
    expect(type).toBe(nativeToken(name));
    expect(names(inputs)).toEqual(names(args));
    expect(version).toBe(packageVersion());
    expect(aliases).toEqual([urnOf(typeToken(name))]);
    for (const field of [...kind.fields.keys(), ...kind.outputFields.keys()]) {
      expect(pulumi.Output.isInstance(Reflect.get(resource, field)), field).toBe(true);
    }
    for (const { name: field } of [...kind.fields.values()].filter(({ secret }) => secret)) {
      expect(await pulumi.isSecret(Reflect.get(resource, field)), field).toBe(true);
    }
  });

  test("goes to the dynamic provider otherwise, and knows what the plugin made before", async () => {
    const { type, inputs, version, aliases } = await declared(name, args);
    expect(type).toBe(typeToken(name));
    expect(inputs).toHaveProperty("__provider");
    expect(version).toBeUndefined();
    expect(aliases).toEqual([urnOf(nativeToken(name))]);
  });

  test("goes to the plugin with a provider of its own, whatever the stack's config says", async () => {
    const eu = new gateway.Provider("eu", { baseUrl: "https://eu.test/api/v1" });
    const { type, provider } = await declared(name, args, { provider: eu });
    expect(type).toBe(nativeToken(name));
    expect(provider).toMatch(/pulumi:providers:workspace-gateway::eu::eu-id$/);
  });

  test("is read without hidden inputs by the plugin, and with them by the dynamic provider", async () => {
    const { get } = classOf(name) as object as { get(...args: unknown[]): pulumi.CustomResource };
    const read = async (as: string) => {
      const resource = get.call(classOf(name), as, "id-7", { workspaceId: "w-1" });
      await resolved(resource.id);
      return registered.get(as);
    };
    expect(await read("dynamically")).toMatchObject({
      type: typeToken(name),
      id: "id-7",
      inputs: { __get: true },
    });
    goNative();
    expect(await read("natively")).toMatchObject({ type: nativeToken(name), id: "id-7" });
    expect(registered.get("natively")?.inputs).toEqual({ workspaceId: "w-1" });
  });
});

test("a resource goes to the plugin with a provider that its parent has for its children", async () => {
  const eu = new gateway.Provider("eu", { baseUrl: "https://eu.test/api/v1" });
  const parent = new pulumi.ComponentResource("shop:Team", "team", {}, { providers: [eu] });
  const { type, provider } = await declared("Workspace", { name: "n" }, { parent });
  expect(type).toBe(nativeToken("Workspace"));
  expect(provider).toContain("::eu::");
});

test("a parent with a provider of another package leaves a resource to the dynamic provider", async () => {
  class Other extends pulumi.ProviderResource {}
  const providers = [new Other("aws", "o")];
  const parent = new pulumi.ComponentResource("shop:Team", "team", {}, { providers });
  const { type } = await declared("Workspace", { name: "n" }, { parent });
  expect(type).toBe(typeToken("Workspace"));
});

test("a child is known under the other type of its own, wherever its parent stands", async () => {
  const parent = new pulumi.ComponentResource("shop:Team", "team");
  const { aliases } = await declared("Workspace", { name: "n" }, { parent });
  expect(aliases).toEqual([{ type: nativeToken("Workspace") }]);
});

test("an earlier name is known under both types, and an alias that names its type is left as it is", async () => {
  const urn = "urn:pulumi:s::p::t::n";
  const named = [{ name: "old" }, { name: "older", type: "some:other:Type" }, urn, pulumi.output(urn)];
  const { aliases = [] } = await declared("Workspace", { name: "n" }, { aliases: named });
  const type = nativeToken("Workspace");
  expect(aliases).toEqual([urnOf(type), { type, name: "old" }, ...named]);
});

test("a value of the config key that is neither true nor false is an error that says what to set", () => {
  pulumi.runtime.setAllConfig({ "workspace-gateway:native": "yes" });
  expect(() => new gateway.Workspace("team", { name: "n" })).toThrow(
    "workspace-gateway:native must be true or false: `pulumi config set workspace-gateway:native true`",
  );
});

import * as pulumi from "@pulumi/pulumi";
import { beforeAll, describe, expect, test } from "vitest";
import { kinds } from "../../provider/every-kind.js";
import * as gateway from "../../provider/index.js";
import { provider } from "../../provider/runtime.js";
import type { Kind } from "../../provider/spec/kind.js";
import type { Values } from "../../provider/spec/values.js";
import { fullInputs, madeUpReferences } from "../contract/support/samples.ts";
import type { KindName } from "../e2e/support/declaration.ts";
import { mocked, type Registration, resolved } from "../program/support/mocked.ts";
import { data } from "./data.ts";

let registered: Map<string, Registration>;
beforeAll(async () => {
  registered = await mocked();
});

/** Every stored resource of every released version carries these texts: they never change. */
const typeOf = (kind: string) => `pulumi-nodejs:dynamic/workspace-gateway:${kind}`;
const loaderOf = (kind: string) =>
  `exports.handler=()=>require("pulumi-workspace-gateway/runtime").provider("${kind}")`;

const stored = data.map(({ kind }) => kind);

test("the texts of every kind are held here", () => {
  const names = kinds.map(({ name }) => name);
  const unheld = names.filter((name) => !stored.some((each) => each === name));
  const gone = stored.filter((name) => !names.includes(name));
  expect(unheld, "give each a file in test/kinds/data").toEqual([]);
  expect(gone, "stacks have resources of these: bring their classes back to provider/classes.ts").toEqual([]);
});

async function registration(resource: pulumi.CustomResource, name: string): Promise<Registration> {
  await resolved(resource.id);
  return registered.get(name) ?? expect.unreachable("nothing was registered");
}

describe.each(stored)("%s", (kind) => {
  test("registers with the type and the loader that all versions have", async () => {
    const resource = make(kind, "stored");
    expect(await registration(resource, `${kind}-stored`)).toMatchObject({
      type: typeOf(kind),
      inputs: { __provider: loaderOf(kind) },
    });
  });

  test("is served by the runtime that its loader asks for", () => {
    const { create, read, update, delete: remove, check, diff } = provider(kind);
    expect([create, read, update, remove, check, diff].every((call) => typeof call === "function")).toBe(
      true,
    );
  });

  test("has every input and output as a property, and what is secret as a secret", async () => {
    const { fields, outputFields } = specOf(kind);
    const resource = make(kind, "complete");
    for (const { name, secret } of [...fields.values(), ...outputFields.values()]) {
      const value = Reflect.get(resource, name);
      expect(pulumi.Output.isInstance(value), name).toBe(true);
      if (secret && fields.has(name)) expect(await pulumi.isSecret(value), name).toBe(true);
    }
  });
});

function specOf(kind: KindName): Kind {
  return kinds.find(({ name }) => name === kind) ?? expect.unreachable(`there is no kind ${kind}`);
}

function make(kind: KindName, suffix: string): pulumi.CustomResource {
  const classes = new Map<string, unknown>(Object.entries(gateway));
  const Class = classes.get(kind) as new (name: string, args: Values) => pulumi.CustomResource;
  return new Class(`${kind}-${suffix}`, fullInputs(specOf(kind), madeUpReferences));
}

test("a kind that this version does not know is an error that says what to install", () => {
  expect(() => provider("Tomorrow")).toThrow(/Tomorrow.*newer version/);
});

test("what the gateway issues is a secret output", () => {
  const secrets = kinds.flatMap(({ outputFields }) =>
    [...outputFields.values()].filter(({ secret }) => secret),
  );
  expect(secrets.map(({ name }) => name).toSorted()).toEqual(["code", "gateKey", "link"]);
});

test("a resource that tells its progress carries its own address; the others do not", async () => {
  const index = await registration(make("Index", "address"), "Index-address");
  expect(index.inputs.__urn).toMatch(/::pulumi-nodejs:dynamic\/workspace-gateway:Index::Index-address$/);
  const mapping = await registration(make("Mapping", "address"), "Mapping-address");
  expect(mapping.inputs).not.toHaveProperty("__urn");
});

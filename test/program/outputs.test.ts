import * as pulumi from "@pulumi/pulumi";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import * as gateway from "../../provider/index.js";
import { decodeCheckHints, hidden, type Values } from "../../provider/spec/values.js";
import { mocked, type Registration, resolved } from "./support/mocked.ts";

afterEach(() => pulumi.runtime.setAllConfig({}));

type Arg = pulumi.Input<string>;

/** A workspace with a model, and one that is only looked up. */
function made() {
  const team = new gateway.Workspace("team", { name: "Team" });
  const openai = new gateway.ModelProvider("openai", {
    ...{ workspaceId: team.id, name: "openai", priority: 1 },
    ...{ baseUrl: "https://api.example", compatibility: "OPENAI_SDK" },
  });
  const gpt = new gateway.Model("gpt", {
    ...{ workspaceId: openai.workspaceId, providerId: openai.id, name: "gpt", displayName: "GPT" },
    ...{ type: "chat", inputCost: 1, outputCost: 2, contextWindow: 8 },
  });
  return { team, openai, gpt, found: gateway.Workspace.get("found", team.id, {}) };
}

type Made = ReturnType<typeof made>;

interface Case {
  readonly workspaceId: (objects: Made) => Arg;
  readonly targetModel?: (objects: Made) => Arg;
  readonly opts?: pulumi.CustomResourceOptions;
  readonly around?: pulumi.ComponentResourceOptions;
  readonly preview?: boolean;
}

class Around extends pulumi.ComponentResource {
  constructor(opts: pulumi.ComponentResourceOptions) {
    super("acme:index:Around", "around", {}, opts);
  }
  // It would be registered when the test is over, and its mocks are gone.
  protected override registerOutputs() {}
}

describe.each(["false", "true"])("with `native` set to %s", (native) => {
  async function referencesOf({ workspaceId, targetModel, opts = {}, around, preview = true }: Case) {
    const registered = await mocked("shop", preview);
    pulumi.runtime.setAllConfig({ "workspace-gateway:native": native });
    const objects = made();
    const target = targetModel?.(objects) ?? "openai/gpt";
    const args = { workspaceId: workspaceId(objects), sourceName: "default", targetModel: target };
    const parent = around && new Around(around);
    await resolved(new gateway.Mapping("it", args, { ...opts, ...(parent && { parent }) }).urn);
    const hints: unknown = registered.get("it")?.inputs[hidden.retained];
    return (typeof hints === "string" ? JSON.parse(hints).references : undefined) ?? [];
  }

  test.each<[string, Case, string[]]>([
    ["the id of a resource", { workspaceId: ({ team }) => team.id }, ["workspaceId"]],
    ["an input that another passes on", { workspaceId: ({ gpt }) => gpt.workspaceId }, ["workspaceId"]],
    [
      "another output that it refers to",
      { workspaceId: () => "w", targetModel: ({ gpt }) => gpt.gatewayName },
      ["targetModel"],
    ],
    [
      "both, in a component",
      {
        workspaceId: ({ team }) => team.id,
        targetModel: ({ gpt }) => gpt.gatewayName,
        around: {},
      },
      ["workspaceId", "targetModel"],
    ],
    ["a text with an id in it", { workspaceId: ({ team }) => pulumi.interpolate`${team.id}` }, []],
    ["the id of an object of another kind", { workspaceId: ({ gpt }) => gpt.id }, []],
    ["the id of what is only looked up", { workspaceId: ({ found }) => found.id }, []],
    ["a text", { workspaceId: () => "w" }, []],
    ["an id in an `up`", { workspaceId: ({ team }) => team.id, preview: false }, []],
    [
      "an id that a transformation may change",
      { workspaceId: ({ team }) => team.id, opts: { transformations: [() => undefined] } },
      [],
    ],
    [
      "an id that a transformation of the component may change",
      { workspaceId: ({ team }) => team.id, around: { transformations: [() => undefined] } },
      [],
    ],
  ])("%s is classified as a reference or as a plain value", async (_what, given, references) => {
    expect(await referencesOf(given)).toEqual(references);
  });
});

let seen: Map<string, Registration>;

beforeEach(async () => {
  seen = await mocked();
});

const args = {
  workspaceId: "w",
  providerId: "p",
  name: "large",
  displayName: "Large",
  type: "chat",
  inputCost: 1,
  outputCost: 2,
  contextWindow: 8,
} as const;

async function usedOf(model: gateway.Model): Promise<unknown> {
  const name = String(await resolved(model.urn))
    .split("::")
    .at(-1);
  const { inputs = {} } = seen.get(name ?? "") ?? {};
  return decodeCheckHints(inputs as Values).used;
}

test("a resource is registered with the names of the outputs that the program reads", async () => {
  const model = new gateway.Model("read", args);
  new gateway.Mapping("route", { workspaceId: "w", sourceName: "large", targetModel: model.gatewayName });
  await Promise.resolve();
  expect(model.createdAt).toBeDefined();
  expect(await usedOf(model)).toEqual(["gatewayName", "createdAt"]);
});

test("a resource registers no output names if nothing is read or it is only looked up", async () => {
  expect(await usedOf(new gateway.Model("unread", args))).toEqual([]);
  expect(await usedOf(gateway.Model.get("found", "m", { workspaceId: "w" }))).toBeUndefined();
});

// Compiled by `tsc -p .`, never run: what programs may write, and what they get back.
import * as pulumi from "@pulumi/pulumi";
import * as gateway from "pulumi-workspace-gateway";
import { expectTypeOf, test } from "vitest";

declare const text: pulumi.Output<string>;
declare const whole: pulumi.Output<number>;
declare const flag: Promise<boolean>;

const provider = {
  workspaceId: "workspace",
  name: "openai",
  baseUrl: "https://upstream.example/v1",
  priority: 1,
  compatibility: "OPENAI_SDK",
} satisfies gateway.ModelProviderArgs;

const model = {
  workspaceId: "workspace",
  providerId: "provider",
  name: "large",
  displayName: "Large",
  type: "chat",
  inputCost: 2,
  outputCost: 8,
  contextWindow: 128_000,
} satisfies gateway.ModelArgs;

const prompt = { workspaceId: "workspace", name: "tone", content: "Be brief." } satisfies gateway.PromptArgs;

const mapping = { workspaceId: "w", sourceName: "a", targetModel: "b" } satisfies gateway.MappingArgs;

test("an argument is a value, a promise or an output", () => {
  expectTypeOf<gateway.WorkspaceArgs["name"]>().toEqualTypeOf<pulumi.Input<string>>();
  expectTypeOf<gateway.ModelArgs["inputCost"]>().toEqualTypeOf<pulumi.Input<number>>();
  expectTypeOf<gateway.MappingArgs["enabled"]>().toEqualTypeOf<
    pulumi.Input<boolean | undefined> | undefined
  >();
  new gateway.Model("model", { ...model, workspaceId: text, contextWindow: whole });
  new gateway.Mapping("mapping", { ...mapping, targetModel: Promise.resolve("large"), isPattern: flag });
});

test("a list may hold outputs, and be one", () => {
  new gateway.ModelProvider("a", { ...provider, modelOptions: ["a", text, Promise.resolve("b")] });
  new gateway.ModelProvider("whole", { ...provider, modelOptions: pulumi.all([text, "plain"]) });
  // @ts-expect-error an output of numbers among names
  new gateway.ModelProvider("wrong", { ...provider, modelOptions: [whole] });
});

test("what the API requires is required", () => {
  // @ts-expect-error no name
  new gateway.Workspace("workspace", {});
  // @ts-expect-error no arguments
  new gateway.Workspace("workspace");
  const { providerId, ...withoutProvider } = model;
  // @ts-expect-error no provider
  new gateway.Model("model", withoutProvider);
  // @ts-expect-error a required argument cannot be undefined
  new gateway.Prompt("prompt", { ...prompt, content: undefined });
  // @ts-expect-error nor null
  new gateway.Mapping("mapping", { ...mapping, targetModel: null });
});

test("what the API leaves open may be left out, or be undefined", () => {
  expectTypeOf<OptionalKeys<gateway.MappingArgs>>().toEqualTypeOf<
    Common | "priority" | "enabled" | "isPattern"
  >();
  new gateway.Model("model", { ...model, apiName: undefined });
});

test("null is for what can be cleared", () => {
  new gateway.ModelProvider("key", { ...provider, apiKey: null });
  new gateway.Prompt("prompt", { ...prompt, modelId: null, environment: null });
  // @ts-expect-error the API does not let go of it
  new gateway.Model("model", { ...model, apiName: null });
});

test("an enumeration takes its values alone", () => {
  new gateway.ModelProvider("provider", { ...provider, compatibility: pulumi.output("CEREBRAS" as const) });
  // @ts-expect-error not a compatibility
  new gateway.ModelProvider("provider", { ...provider, compatibility: "OPENAI" });
  // @ts-expect-error any text may turn out to be none
  new gateway.ModelProvider("provider", { ...provider, compatibility: text });
});

test("an argument that does not exist is an error", () => {
  // @ts-expect-error the API's spelling
  new gateway.Workspace("workspace", { name: "team", owner_id: "owner" });
  // @ts-expect-error an output is no argument
  new gateway.Model("model", { ...model, gatewayName: "large" });
  // @ts-expect-error a number is no name
  new gateway.Workspace("workspace", { name: 1 });
});

test("a class takes Pulumi's options", () => {
  type Options = ConstructorParameters<typeof gateway.Workspace>[2];
  expectTypeOf<Options>().toEqualTypeOf<pulumi.CustomResourceOptions | undefined>();
  new gateway.Workspace("workspace", { name: "team", connection: "eu", adopt: true }, { protect: true });
});

test("an output has the type of its field", () => {
  const made = new gateway.Model("model", model);
  expectTypeOf(made).toExtend<pulumi.CustomResource>();
  expectTypeOf(made.id).toEqualTypeOf<pulumi.Output<pulumi.ID>>();
  expectTypeOf(made.contextWindow).toEqualTypeOf<pulumi.Output<number>>();
  expectTypeOf(made.apiName).toEqualTypeOf<pulumi.Output<string | undefined>>();
  expectTypeOf<gateway.Prompt["modelId"]>().toEqualTypeOf<pulumi.Output<string | null | undefined>>();
  expectTypeOf<gateway.Mapping["updatedAt"]>().toEqualTypeOf<pulumi.Output<string>>();
});

test("an output is another object's argument, and no one's to set", () => {
  const { id: workspaceId } = new gateway.Workspace("w", { name: "w" });
  const made = new gateway.Model("model", { ...model, workspaceId });
  new gateway.Mapping("mapping", { ...mapping, targetModel: made.gatewayName });
  // @ts-expect-error read only
  made.gatewayName = text;
  // @ts-expect-error the object has no such output
  made.baseUrl;
});

test("get reads an object of the class by its id and where it is found", () => {
  expectTypeOf(gateway.Workspace.get("found", "id", {})).toEqualTypeOf<gateway.Workspace>();
  expectTypeOf(gateway.Model.get("found", text, { workspaceId: text })).toEqualTypeOf<gateway.Model>();
  gateway.Workspace.get("found", "id", { connection: "eu" }, { parent: gateway.Workspace.get("w", "w", {}) });
  // @ts-expect-error an id is text
  gateway.Workspace.get("found", 1, {});
  // @ts-expect-error no workspace to look in
  gateway.Prompt.get("found", "id", {});
  // @ts-expect-error a workspace lies in no workspace
  gateway.Workspace.get("found", "id", { workspaceId: "workspace" });
});

test("a failed request tells what became of it, and nothing of how it was sent", () => {
  expectTypeOf<gateway.GatewayError>().toExtend<Error>();
  expectTypeOf<Exclude<keyof gateway.GatewayError, keyof Error>>().toEqualTypeOf<
    "method" | "path" | "status" | "outcome" | "requestId"
  >();
  expectTypeOf<gateway.GatewayError["outcome"]>().toEqualTypeOf<"rejected" | "not-sent" | "unknown">();
  const error: unknown = undefined;
  if (error instanceof gateway.GatewayError && error.status === 404) {
    expectTypeOf(error.requestId).toEqualTypeOf<string | undefined>();
    // @ts-expect-error read only
    error.status = 200;
  }
});

type Common = "connection" | "adopt";

type OptionalKeys<T> = { [K in keyof T]-?: object extends Pick<T, K> ? K : never }[keyof T];

test("a provider takes settings of their own types, and resources take a provider", () => {
  const settings = { allowHttp: flag, maxWait: whole, scopes: ["models:read", text] };
  const eu = new gateway.Provider("eu", { baseUrl: text, ...settings });
  new gateway.Workspace("team", { name: "team" }, { provider: eu });
  // @ts-expect-error no address
  new gateway.Provider("nowhere", {});
  // @ts-expect-error seconds are a number
  new gateway.Provider("late", { baseUrl: text, maxWait: "60" });
  // @ts-expect-error scopes are a list
  new gateway.Provider("wide", { baseUrl: text, scopes: "models:read" });
  // @ts-expect-error no such argument
  new gateway.Provider("odd", { baseUrl: text, native: true });
  expectTypeOf<gateway.Provider>().toExtend<pulumi.ProviderResource>();
});

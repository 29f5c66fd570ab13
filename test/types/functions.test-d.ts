// Compiled by `tsc -p .`, never run: what programs may ask, and what they get back.
import * as pulumi from "@pulumi/pulumi";
import { expectTypeOf, test } from "vitest";
import * as gateway from "../../provider/index.js";

declare const text: pulumi.Output<string>;

type Open<T extends string> = T | (string & Record<never, never>);

test("a function takes plain values, its variant for outputs takes outputs too", () => {
  expectTypeOf(gateway.getModels({ workspaceId: "w" })).toEqualTypeOf<Promise<gateway.GetModelResult[]>>();
  expectTypeOf(gateway.getModelsOutput({ workspaceId: text })).toEqualTypeOf<
    pulumi.Output<gateway.GetModelResult[]>
  >();
  gateway.getModelOutput({ workspaceId: text, name: "large", providerId: text, connection: "eu" });
  gateway.getModelOutput({ workspaceId: Promise.resolve("w"), id: text }, { fresh: true });
  // @ts-expect-error an output is not known yet
  gateway.getModels({ workspaceId: text });
  // @ts-expect-error a number is no id
  gateway.getModelOutput({ workspaceId: text, id: pulumi.output(1) });
});

test("one object is chosen by its id or by what names it", () => {
  gateway.getPrompt({ workspaceId: "w", id: "p" });
  gateway.getPrompt({ workspaceId: "w", name: "tone" });
  gateway.getMapping({ workspaceId: "w", sourceName: "default" });
  // @ts-expect-error neither
  gateway.getPrompt({ workspaceId: "w" });
  // @ts-expect-error both
  gateway.getPrompt({ workspaceId: "w", id: "p", name: "tone" });
  // @ts-expect-error a mapping has no name
  gateway.getMapping({ workspaceId: "w", name: "default" });
  // @ts-expect-error a provider alone does not choose a model
  gateway.getModel({ workspaceId: "w", providerId: "p" });
});

test("what belongs to a workspace is asked for in one", () => {
  // @ts-expect-error no workspace
  gateway.getModels({});
  // @ts-expect-error no arguments
  gateway.getModels();
  // @ts-expect-error quotas are the account's
  gateway.getQuotas({ workspaceId: "w" });
});

test("what is the account's needs no arguments", () => {
  gateway.getUser();
  gateway.getQuotasOutput();
  gateway.getWorkspacesOutput({}, { dependsOn: [new gateway.Workspace("w", { name: "w" })] });
  gateway.getWorkspaces({ connection: "eu" }, { fresh: true });
  const eu = new gateway.Provider("eu", { baseUrl: "https://eu.gateway.example/api/v1" });
  const team = new pulumi.ComponentResource("acme:index:Team", "team", {}, { provider: eu });
  gateway.getWorkspaces({}, { provider: eu });
  const dependsOn = pulumi.output([new gateway.Workspace("v", { name: "v" })]);
  gateway.getWorkspacesOutput({}, { parent: team, dependsOn });
  gateway.metrics({}, { provider: eu });
  // @ts-expect-error no such option
  gateway.getUser({}, { provder: eu });
  // @ts-expect-error a plain read waits for nothing
  gateway.getWorkspaces({}, { dependsOn: [] });
});

test("a result has the fields that api.md shows, and those alone", () => {
  expectTypeOf<gateway.GetPromptResult["modelId"]>().toEqualTypeOf<string | null>();
  expectTypeOf<gateway.GetBudgetResult>().toEqualTypeOf<{
    readonly workspaceId: string;
    readonly budget: number;
    readonly currentSpend: number;
    readonly remaining: number;
  }>();
  expectTypeOf<gateway.GetWorkspaceResult["stats"]>().toExtend<{ memberCount: number } | null>();
  expectTypeOf<gateway.GetIndexResult["pages"]>().toEqualTypeOf<unknown[]>();
});

test("the graph of a workflow is on the single read alone", () => {
  expectTypeOf<gateway.GetWorkflowResult["workflow"]>().toExtend<Record<string, unknown>>();
  expectTypeOf<keyof gateway.GetWorkflowsResult>().toEqualTypeOf<
    Exclude<keyof gateway.GetWorkflowResult, "workflow">
  >();
});

test("an enumeration is open", () => {
  expectTypeOf<gateway.GetModelResult["type"]>().toEqualTypeOf<
    Open<"chat" | "embedding" | "moderation" | "vision" | "audio" | "image">
  >();
  expectTypeOf<string>().toExtend<gateway.GetModelProviderResult["compatibility"]>();
});

test("a result is an argument of resources", () => {
  const shared = gateway.getWorkspaceOutput({ name: "shared" });
  const large = gateway.getModelOutput({ workspaceId: shared.id, name: "large" });
  const [workspaceId, targetModel] = [shared.id, large.gatewayName];
  new gateway.Mapping("default", { workspaceId, sourceName: "default", targetModel });
  // @ts-expect-error read only
  gateway.getUser().then((user) => (user.email = "x"));
});

test("metrics come one by one", async () => {
  for await (const row of gateway.metrics({ startDate: "2026-11-01", keyId: "k", limit: 500 })) {
    expectTypeOf(row).toEqualTypeOf<gateway.Metric>();
  }
  // @ts-expect-error pages are turned for you
  gateway.metrics({ page: 2 });
});

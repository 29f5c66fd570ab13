import * as pulumi from "@pulumi/pulumi";
import * as gateway from "pulumi-workspace-gateway";

/** The outputs of the stack `shared` that the teams' stacks read. */
export interface Shared {
  openaiApiKey: pulumi.Output<string>;
}

/** Declares account-level objects: the cap for all requests, and the vendor's key. */
export function declareShared(): Shared {
  // The quota was created in the console and is found by its name. A destroy restores its former cap.
  new gateway.Quota("requests", {
    match: { name: "Requests per hour" },
    maxRequests: 5_000,
    onDestroy: "restore",
  });
  return { openaiApiKey: new pulumi.Config().requireSecret("openaiApiKey") };
}

/** Reads the outputs of the stack `shared` in a team's stack. */
export function readShared(): Shared {
  const name = `${pulumi.getOrganization()}/${pulumi.getProject()}/shared`;
  const shared = new pulumi.StackReference(name);
  // A preview of the whole fleet may run before the first `up` of `shared`.
  const openaiApiKey = pulumi.runtime.isDryRun()
    ? shared.getOutput("openaiApiKey").apply((key: string | undefined) => key ?? "unknown until the first up")
    : shared.requireOutput("openaiApiKey").apply((key: string) => key);
  return { openaiApiKey };
}

import * as pulumi from "@pulumi/pulumi";
import * as gateway from "pulumi-workspace-gateway";

/** What the teams' stacks read of the stack `shared`. */
export interface Shared {
  openaiApiKey: pulumi.Output<string>;
}

/** What belongs to the account, not to a team: the cap of all its requests, and the vendor's key. */
export function declareShared(): Shared {
  // The rule was made in the console: it is found by its name, and a destroy puts its former cap back.
  new gateway.Quota("requests", {
    match: { name: "Requests per hour" },
    maxRequests: 5_000,
    onDestroy: "restore",
  });
  return { openaiApiKey: new pulumi.Config().requireSecret("openaiApiKey") };
}

/** The outputs of the stack `shared`, as a team's stack reads them. */
export function readShared(): Shared {
  const name = `${pulumi.getOrganization()}/${pulumi.getProject()}/shared`;
  const shared = new pulumi.StackReference(name);
  // A preview of the whole fleet may come before the first `up` of what the teams read.
  const openaiApiKey = pulumi.runtime.isDryRun()
    ? shared.getOutput("openaiApiKey").apply((key: string | undefined) => key ?? "not known yet")
    : shared.requireOutput("openaiApiKey").apply((key: string) => key);
  return { openaiApiKey };
}

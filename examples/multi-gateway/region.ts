import * as pulumi from "@pulumi/pulumi";
import * as gateway from "pulumi-workspace-gateway";

/** The differences between the gateways. */
export interface Region {
  connection: "eu" | "us";
  /** The vendor's endpoint in the region, so that no request leaves it. */
  vendor: string;
  /** The cap for the account's requests. */
  maxRequests: number;
}

/** Declares the team on one gateway. All objects name its connection: references cannot cross gateways. */
export function declareRegion({ connection, vendor, maxRequests }: Region): pulumi.Output<string> {
  const config = new pulumi.Config();
  const team = new gateway.Workspace(`${connection}-team`, { connection, name: "support-assistant" });
  const here = { connection, workspaceId: team.id };

  const openai = new gateway.ModelProvider(`${connection}-openai`, {
    ...here,
    name: "openai",
    baseUrl: vendor,
    compatibility: "OPENAI_SDK",
    priority: 1,
    apiKey: config.requireSecret(`${connection}OpenaiApiKey`),
  });

  const small = new gateway.Model(`${connection}-small`, {
    ...here,
    providerId: openai.id,
    name: "gpt-small",
    displayName: "GPT, small",
    apiName: "gpt-4.1-mini",
    type: "chat",
    inputCost: 0.4,
    outputCost: 1.6,
    contextWindow: 1_047_576,
  });

  new gateway.Mapping(`${connection}-default`, {
    ...here,
    sourceName: "default",
    targetModel: small.gatewayName,
    priority: 1,
  });

  // Quotas are created in the console, one on each gateway. A destroy restores the former cap.
  new gateway.Quota(`${connection}-requests`, {
    connection,
    match: { name: "Requests per hour" },
    maxRequests,
    onDestroy: "restore",
  });

  return team.id;
}

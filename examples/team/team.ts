import { readFileSync } from "node:fs";
import * as pulumi from "@pulumi/pulumi";
import * as gateway from "pulumi-workspace-gateway";
import { sharedModels } from "./shared.ts";

/** The choices that each team has. Everything else is the same for all teams. */
export interface Team {
  name: string;
  /** The monthly spend cap. */
  budget: number;
  people: Person[];
  /** A site to make searchable. */
  handbook?: string;
}

interface Person {
  email: string;
  role: "ADMIN" | "MEMBER";
  /** Set this once the person has followed the link, because only members can have a role. */
  joined?: boolean;
}

/** Declares a workspace and its contents. */
export function declareTeam({ name, budget, people, handbook }: Team) {
  const config = new pulumi.Config();
  const workspace = new gateway.Workspace(name, { name });
  const workspaceId = workspace.id;

  new gateway.Budget(`${name}-budget`, { workspaceId, budget });
  const links = people.map((person) => admit(name, workspaceId, person));
  route(name, workspaceId);

  if (handbook !== undefined) {
    new gateway.Index(`${name}-handbook`, { workspaceId, url: handbook, title: "Handbook", maxPages: 200 });
  }

  // A config cannot be updated, so every change creates a new one. The API does not document the graph.
  // Copy it from the console.
  new gateway.Config(`${name}-standard`, {
    workspaceId,
    name: "standard",
    description: "The default for most requests",
    isDefault: true,
    workflow: { nodes: [{ id: "start", type: "input" }], edges: [] },
  });

  // The key is never renewed automatically. To create a new one, change the release.
  const triggers = { release: config.require("keyRelease") };
  const key = new gateway.GatewayKey(`${name}-key`, { workspaceId, triggers });

  return { workspaceId, links, gateKey: key.gateKey };
}

/** Creates a link for each person, so that adding a person keeps the other links. Sets members' roles. */
function admit(team: string, workspaceId: pulumi.Output<string>, { email, role, joined = false }: Person) {
  const invitation = new gateway.Invitation(`${team}-${email}`, {
    workspaceId,
    restrictedTo: [email],
    maxUses: 1,
    expiresInDays: 7,
  });
  if (joined) {
    new gateway.Member(`${team}-${email}`, { workspaceId, email, role });
  }
  return { email, link: invitation.link };
}

/** Declares prompts and mappings. Callers send a role, not a vendor's model, and the team's prompts apply. */
function route(team: string, workspaceId: pulumi.Output<string>): void {
  const { small, reasoner } = sharedModels(team, workspaceId);
  const environment = new pulumi.Config().require("environment", {
    allowedValues: ["STAGING", "PRODUCTION"],
  });
  const prompt = { workspaceId, type: "SYSTEM", environment } as const;

  new gateway.Prompt(`${team}-house-rules`, {
    ...prompt,
    name: "house-rules",
    content: reviewed("house-rules"),
    isGlobal: true,
    position: 0,
  });
  new gateway.Prompt(`${team}-show-the-result`, {
    ...prompt,
    name: "show-the-result",
    content: reviewed("show-the-result"),
    modelId: reasoner.id,
    position: 1,
  });

  new gateway.Mapping(`${team}-default`, {
    workspaceId,
    sourceName: "default",
    targetModel: small.gatewayName,
    priority: 1,
  });
  new gateway.Mapping(`${team}-reasoning`, {
    workspaceId,
    sourceName: "reasoning",
    targetModel: reasoner.gatewayName,
    priority: 1,
  });
}

/** Prompts are separate files, so that people can review the texts without reading a program. */
function reviewed(name: string): string {
  return readFileSync(new URL(`prompts/${name}.md`, import.meta.url), "utf8");
}

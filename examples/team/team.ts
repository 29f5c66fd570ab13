import { readFileSync } from "node:fs";
import * as pulumi from "@pulumi/pulumi";
import * as gateway from "pulumi-workspace-gateway";
import { sharedModels } from "./shared.ts";

/** What a team may decide for itself; the rest is the same for all. */
export interface Team {
  name: string;
  /** Monthly spend cap. */
  budget: number;
  people: Person[];
  /** A site to make searchable. */
  handbook?: string;
}

interface Person {
  email: string;
  role: "ADMIN" | "MEMBER";
  /** Set once the person has followed the link: a role can be given only to who is there. */
  joined?: boolean;
}

/** A workspace with all that is in it. */
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

  // A config cannot be updated: every change makes a new one. The graph is opaque to the API; copy it from the console.
  new gateway.Config(`${name}-standard`, {
    workspaceId,
    name: "standard",
    description: "What most requests take",
    isDefault: true,
    workflow: { nodes: [{ id: "start", type: "input" }], edges: [] },
  });

  // No clock renews the key. To get a new one, change the release.
  const triggers = { release: config.require("keyRelease") };
  const key = new gateway.GatewayKey(`${name}-key`, { workspaceId, triggers });

  return { workspaceId, links, gateKey: key.gateKey };
}

/** A link for each person, so that a newcomer costs nobody else a new one; and the role, once there is a member. */
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

/** Callers send a role, not a vendor's model, and get the team's prompts with it. */
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

/** Prompts are files of their own: who reviews a text need not read a program. */
function reviewed(name: string): string {
  return readFileSync(new URL(`prompts/${name}.md`, import.meta.url), "utf8");
}

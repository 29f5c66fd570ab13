import * as pulumi from "@pulumi/pulumi";
import * as gateway from "pulumi-workspace-gateway";
import { declareTeam, type Team } from "./team.ts";

const config = new pulumi.Config();
const { name, maxRequests } = config.requireObject<{ name: string; maxRequests: number }>("quota");

// The quota belongs to the account, was created in the console, and is shared by all teams. A destroy
// restores its cap.
new gateway.Quota("requests", { match: { name }, maxRequests, onDestroy: "restore" });

const teams = config.requireObject<Team[]>("teams");

/** For each team: the workspace, the links to send, and a key for tests. Links and keys are secrets. */
export const declared = Object.fromEntries(teams.map((team) => [team.name, declareTeam(team)]));

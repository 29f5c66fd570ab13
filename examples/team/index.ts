import * as pulumi from "@pulumi/pulumi";
import * as gateway from "pulumi-workspace-gateway";
import { declareTeam, type Team } from "./team.ts";

const config = new pulumi.Config();
const { name, maxRequests } = config.requireObject<{ name: string; maxRequests: number }>("quota");

// The rule belongs to the account and was made in the console: all teams share it. A destroy puts its cap back.
new gateway.Quota("requests", { match: { name }, maxRequests, onDestroy: "restore" });

const teams = config.requireObject<Team[]>("teams");

/** By team: the workspace, the links to send out, and a key to try the gateway with. The last two are secrets. */
export const declared = Object.fromEntries(teams.map((team) => [team.name, declareTeam(team)]));

import * as pulumi from "@pulumi/pulumi";
import { declareShared } from "./shared.ts";
import { declareTeam, type Team } from "./team.ts";

// One program for all stacks: the stack's name selects the declaration. The default export allows different
// outputs per stack.
export default pulumi.getStack() === "shared"
  ? declareShared()
  : declareTeam(await teamOf(pulumi.getStack()));

async function teamOf(stack: string): Promise<Team> {
  const file: { team: Team } = await import(`./teams/${stack}.ts`);
  return file.team;
}

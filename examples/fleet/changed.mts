// Prints the teams that `node fleet.mts up --changed` would run as a JSON array, for a pipeline with one
// job per team.
import { LocalWorkspace } from "@pulumi/pulumi/automation/index.js";
import { isApplied } from "./driver/applied.mts";
import { declarationOf } from "./driver/declaration.mts";
import { projectFolder, teamStacks } from "./driver/stacks.mts";

const workDir = projectFolder;
const workspace = await LocalWorkspace.create({ workDir });
const known = new Set((await workspace.listStacks()).map(({ name }) => name));

/** Does not create missing stacks. Their first `up` does. */
async function isChanged(stackName: string): Promise<boolean> {
  if (!known.has(stackName)) return true;
  const stack = await LocalWorkspace.selectStack({ stackName, workDir });
  return !(await isApplied(stack, declarationOf(stackName)));
}

const changed: string[] = [];
for (const team of teamStacks()) {
  if (await isChanged(team)) changed.push(team);
}
process.stdout.write(`${JSON.stringify(changed)}\n`);

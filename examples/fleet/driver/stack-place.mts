import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import {
  LocalWorkspace,
  type LocalWorkspaceOptions,
  type Stack,
  StackNotFoundError,
} from "@pulumi/pulumi/automation/index.js";
import { projectFolder } from "./stacks.mts";

export type StackOptions = Pick<LocalWorkspaceOptions, "pulumiCommand" | "envVars">;

/** Returns a stack. Undefined if it does not exist. */
export async function findStack(stackName: string, options: StackOptions): Promise<Stack | undefined> {
  try {
    return await LocalWorkspace.selectStack({ stackName, workDir: projectFolder }, options);
  } catch (error) {
    if (error instanceof StackNotFoundError) return undefined;
    throw error;
  }
}

export function makeStack(stackName: string, options: StackOptions): Promise<Stack> {
  return LocalWorkspace.createStack({ stackName, workDir: projectFolder }, options);
}

/** Creates a temporary stack for `use`. Afterwards, restores the backend and the stack's config file. */
export async function whileMade(
  stackName: string,
  options: StackOptions,
  use: (stack: Stack) => Promise<unknown>,
): Promise<void> {
  const file = path.join(projectFolder, `Pulumi.${stackName}.yaml`);
  const before = existsSync(file) ? readFileSync(file) : undefined;
  const stack = await makeStack(stackName, options);
  try {
    await use(stack);
  } finally {
    await stack.workspace.removeStack(stackName, { preserveConfig: true });
    if (before === undefined) rmSync(file, { force: true });
    else writeFileSync(file, before);
  }
}

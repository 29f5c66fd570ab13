import { fileURLToPath } from "node:url";
import { type Machine, whyItFailed } from "../../doctor/machine.js";
import { findProject, type PulumiProject } from "../../doctor/project/pulumi-project.js";
import { backendOf } from "../../doctor/stack/backend.js";
import { stackWithoutOrganization } from "../../doctor/stack/checkpoints.js";
import type { StackPlace } from "../../recover/backend/stack-files.js";
import { UsageError } from "../terminal.js";

/** What is to be recovered. */
export interface RecoveryPlace {
  readonly project: PulumiProject;
  /** As pulumi is told. */
  readonly stack: string;
  /** Without an organization. */
  readonly shortName: string;
  /** Where its files are; undefined if the backend is no folder. */
  readonly files: StackPlace | undefined;
}

export async function findPlace(machine: Machine, named: string | undefined): Promise<RecoveryPlace> {
  const project = await findProject(machine.folder);
  if (project === undefined) {
    throw new UsageError("there is no Pulumi.yaml in this folder or above it: run this where the program is");
  }
  const backend = await backendFolder(machine);
  const stack = named ?? (await selectedStack(machine));
  const shortName = stackWithoutOrganization(stack);
  return {
    project,
    stack,
    shortName,
    files: backend === undefined ? undefined : { backend, project: project.name, stack: shortName },
  };
}

/** Where the environment says it, pulumi is not asked: a file that was cut short keeps it from answering. */
async function backendFolder(machine: Machine): Promise<string | undefined> {
  const { PULUMI_BACKEND_URL: url = "" } = machine.env;
  if (url.startsWith("file:///")) {
    return fileURLToPath(url);
  }
  const asked = backendOf(await ask(machine, ["whoami", "--verbose", "--json"]), machine.env.HOME);
  if ("why" in asked) {
    throw new Error(`${asked.why}. Run \`npx workspace-gateway doctor\`.`);
  }
  return asked.known.folder;
}

async function selectedStack(machine: Machine): Promise<string> {
  const ran = await ask(machine, ["stack", "--show-name"]);
  const name = ran.stdout.trim();
  if (ran.code !== 0 || name === "") {
    throw new UsageError(`which stack? Give --stack. Pulumi says: ${whyItFailed(ran)}`);
  }
  return name;
}

export function ask(machine: Machine, args: readonly string[]): ReturnType<Machine["run"]> {
  return machine.run("pulumi", [...args, "--non-interactive", "--color", "never"], machine.folder);
}

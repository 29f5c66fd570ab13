import { type Backend, backendOf, projectInName, stackWithoutOrganization } from "../../doctor/backend.js";
import type { Machine } from "../../doctor/machine.js";
import { whyItFailed } from "../../doctor/machine.js";
import { findProject, type PulumiProject } from "../../doctor/pulumi-project.js";
import { NotKnown } from "../../doctor/table.js";
import { stackArguments } from "../stacks.js";
import { type Terminal, UsageError } from "../terminal.js";

/** The stack to recover. */
export interface RecoveryPlace {
  readonly project: PulumiProject;
  /** As pulumi is told. */
  readonly stack: string;
  /** Without an organization. */
  readonly shortName: string;
  readonly backend: Pick<Backend, "url" | "folder">;
}

/** What is recovered, and who wants it. */
export interface Recovery {
  readonly place: RecoveryPlace;
  readonly machine: Machine;
  readonly terminal: Terminal;
  /** In milliseconds, if the user gave it. */
  readonly since: number | undefined;
  readonly dryRun: boolean;
  /** Nobody is asked: everything is agreed to. */
  readonly yes: boolean;
}

export async function findPlace(machine: Machine, named: string | undefined): Promise<RecoveryPlace> {
  const project = await findProject(machine.folder);
  if (project === undefined) {
    throw new UsageError("there is no Pulumi.yaml in this folder or above it: run this where the program is");
  }
  const backend = backendOf(await ask(machine, ["whoami", "--verbose", "--json"]), machine.folder);
  if (backend instanceof NotKnown) {
    const file = "it finds a damaged file of the backend, and prints the commands that repair it";
    throw new Error(`${backend.message}. Run \`npx workspace-gateway doctor\`: ${file}.`);
  }
  const { url, folder } = backend;
  // A folder has one organization. Elsewhere several may have a stack of this name, and only its whole name is unique.
  const stack = folder !== undefined && named !== undefined ? named : await stackName(machine, named, folder);
  const other = projectInName(stack);
  if (other !== undefined && other !== project.name) {
    throw new UsageError(`${stack} is a stack of the project ${other}, and this is ${project.name}`);
  }
  return { project, stack, shortName: stackWithoutOrganization(stack), backend: { url, folder } };
}

/** The stack's name as pulumi gives it: fully qualified unless the backend is a folder. */
async function stackName(
  machine: Machine,
  named: string | undefined,
  folder: string | undefined,
): Promise<string> {
  const whole = folder === undefined ? ["--fully-qualify-stack-names"] : [];
  const ran = await ask(machine, ["stack", "--show-name", ...whole, ...stackArguments(named)]);
  const name = ran.stdout.trim();
  if (ran.code === 0 && name !== "") {
    return name;
  }
  const why = `Pulumi says: ${whyItFailed(ran)}`;
  throw new UsageError(
    named === undefined
      ? `which stack? Give --stack. ${why}`
      : `there is no stack ${named} that can be read. ${why}`,
  );
}

export function ask(machine: Machine, args: readonly string[]): ReturnType<Machine["run"]> {
  return machine.run("pulumi", [...args, "--non-interactive", "--color", "never"], machine.folder);
}

/** Nothing failed, but the rest cannot be done. The message is a sentence. */
export class Stopped extends Error {
  override readonly name = "Stopped";
}

/** Asks before something is done, and stops if the answer is no. */
export async function agree(
  { dryRun, yes, terminal }: Pick<Recovery, "dryRun" | "yes" | "terminal">,
  question: string,
): Promise<void> {
  if (dryRun || !(yes || (await terminal.confirm(question)))) {
    throw new Stopped("You said no, so the rest was not done.");
  }
}

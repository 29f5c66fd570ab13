import { type Machine, whyItFailed } from "../../doctor/machine.js";
import { findProject, type PulumiProject } from "../../doctor/project/pulumi-project.js";
import { type Backend, backendOf, backendSaid, folderOfBackend } from "../../doctor/stack/backend.js";
import { readLocks } from "../../doctor/stack/locks.js";
import { projectInName, stackWithoutOrganization } from "../../doctor/stack/stack-name.js";
import type { ProcessPlace } from "../../recover/backend/leftover-processes.js";
import { type StackPlace, stacksOf } from "../../recover/backend/stack-files.js";
import { stackArguments } from "../stacks.js";
import { type Terminal, UsageError } from "../terminal.js";
import type { RecoverWish } from "./recover-options.js";

/** What is to be recovered. */
export interface RecoveryPlace {
  readonly project: PulumiProject;
  /** As pulumi is told. */
  readonly stack: string;
  /** Without an organization. */
  readonly shortName: string;
  readonly backend: Pick<Backend, "url" | "folder">;
  /** Where its files are; undefined if the backend is no folder. */
  readonly files: StackPlace | undefined;
}

export async function findPlace(machine: Machine, named: string | undefined): Promise<RecoveryPlace> {
  const project = await findProject(machine.folder);
  if (project === undefined) {
    throw new UsageError("there is no Pulumi.yaml in this folder or above it: run this where the program is");
  }
  const backend = await backendHere(machine, project);
  const { folder } = backend;
  // A folder has one organization. Elsewhere several may have a stack of this name, and only its whole name is one stack's.
  const stack =
    folder !== undefined && named !== undefined ? named : await nameOf(machine, project, backend, named);
  const other = projectInName(stack);
  if (other !== undefined && other !== project.name) {
    throw new UsageError(`${stack} is a stack of the project ${other}, and here is ${project.name}`);
  }
  const shortName = stackWithoutOrganization(stack);
  const files =
    folder === undefined ? undefined : { backend: folder, project: project.name, stack: shortName };
  return { project, stack, shortName, backend, files };
}

/** Where the environment or the project says it, pulumi is not asked: a file that was cut short keeps it from answering. */
async function backendHere(machine: Machine, project: PulumiProject): Promise<RecoveryPlace["backend"]> {
  const said = backendSaid(machine.env, project);
  const folder = said === undefined ? undefined : folderOfBackend(said, machine.folder);
  if (said !== undefined && folder !== undefined) {
    return { url: said, folder };
  }
  const asked = backendOf(await ask(machine, ["whoami", "--verbose", "--json"]), machine.folder);
  if ("why" in asked) {
    throw new Error(
      `${asked.why}. Run \`npx workspace-gateway doctor\`. If the backend is a folder, PULUMI_BACKEND_URL=file://… ` +
        "names it, also where pulumi cannot read it.",
    );
  }
  return asked.known;
}

/** The stack's name as pulumi gives it: fully qualified where the backend is no folder. */
async function nameOf(
  machine: Machine,
  { name: project }: PulumiProject,
  { folder }: RecoveryPlace["backend"],
  named: string | undefined,
): Promise<string> {
  const whole = folder === undefined ? ["--fully-qualify-stack-names"] : [];
  const ran = await ask(machine, ["stack", "--show-name", ...whole, ...stackArguments(named)]);
  const name = ran.stdout.trim();
  if (ran.code === 0 && name !== "") {
    return name;
  }
  if (named !== undefined) {
    throw new UsageError(`there is no stack ${named} that can be read. Pulumi says: ${whyItFailed(ran)}`);
  }
  const stacks = folder === undefined ? [] : await stacksOf({ backend: folder, project });
  const meant = machine.env.PULUMI_STACK ?? (await likely(stacks, { backend: folder ?? "", project }));
  if (meant === undefined) {
    const names = stacks.length === 0 ? "" : ` (${stacks.toSorted().join(", ")})`;
    throw new UsageError(`which stack? Give --stack${names}. Pulumi says: ${whyItFailed(ran)}`);
  }
  return meant;
}

/** The stack to take where pulumi cannot say which is selected: the only one, or the only one that is locked. */
async function likely(
  stacks: readonly string[],
  { backend, project }: Omit<StackPlace, "stack">,
): Promise<string | undefined> {
  const locks = await Promise.all(stacks.map((stack) => readLocks(backend, project, stack)));
  const locked = stacks.filter((_stack, index) => locks[index]?.length !== 0);
  const [only, ...others] = stacks.length === 1 ? stacks : locked;
  return others.length === 0 ? only : undefined;
}

/** Where processes of the stack work. */
export function processPlace({ project, shortName, backend }: RecoveryPlace): ProcessPlace {
  const folders = [project.folder, project.packages];
  return { folders, project: project.name, stack: shortName, backend };
}

export function ask(machine: Machine, args: readonly string[]): ReturnType<Machine["run"]> {
  return machine.run("pulumi", [...args, "--non-interactive", "--color", "never"], machine.folder);
}

/** What is recovered, and who wants it. */
export interface Recovery {
  readonly wish: RecoverWish;
  readonly place: RecoveryPlace;
  readonly machine: Machine;
  readonly terminal: Terminal;
}

/** Nothing failed, but the rest cannot be done. The message is a sentence. */
export class Stopped extends Error {
  override readonly name = "Stopped";
}

/** Asks before a step is done, and stops if the answer is no. */
export async function agree({ wish }: Recovery, question: string): Promise<void> {
  if (!(await wish.agrees(question))) {
    throw new Stopped("You said no, so the rest was not done.");
  }
}

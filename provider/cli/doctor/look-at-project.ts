import type { z } from "zod";
import { type Fact, ifKnown } from "../../doctor/fact.js";
import { type Machine, type Ran, whyItFailed } from "../../doctor/machine.js";
import { findProject, type PulumiProject } from "../../doctor/project/pulumi-project.js";
import { type Backend, backendOf, isHosted } from "../../doctor/stack/backend.js";
import { configListing } from "../../doctor/stack/config-check.js";
import { updateInProgress } from "../../doctor/stack/locks.js";
import type { Kind } from "../../spec/kind.js";
import { readStackState, type StackState } from "../../stack/stack-state.js";
import { messageOf } from "../../text/words.js";
import { type StackConfig, stackConfigIn } from "../read-stack-config.js";
import { stackArguments } from "../stacks.js";

/** What pulumi knows of the project in a folder. It is only asked: nothing is locked, selected or written. */
export interface ProjectView {
  readonly project: Fact<PulumiProject>;
  readonly cli: Ran;
  readonly backend: Fact<Backend>;
  readonly stack: Fact<string>;
  /** How the config was read with its secrets. */
  readonly decrypted: Fact<Ran>;
  /** Its keys, and which of them are secret. */
  readonly keys: Fact<z.infer<typeof configListing>>;
  /** With secrets in plain text, if they could be decrypted: nobody may print it. */
  readonly config: Fact<StackConfig>;
  readonly state: Fact<StackState>;
  /** Whether a hosted backend says that somebody works on the stack. Other backends do not say it. */
  readonly inProgress: Fact<boolean>;
}

export async function lookAtProject(
  machine: Machine,
  named: string | undefined,
  kinds: Fact<readonly Kind[]>,
): Promise<ProjectView> {
  const pulumi = (args: readonly string[]) =>
    machine.run("pulumi", [...args, "--non-interactive", "--color", "never"], machine.folder);
  const [project, cli] = await Promise.all([projectOf(machine.folder), pulumi(["version"])]);
  const noProject = "why" in project ? project.why : undefined;
  const noCli = cli.code === 0 ? undefined : "there is no `pulumi` that works";
  const blocked = noProject ?? noCli;
  if (blocked !== undefined) {
    const why = { why: blocked };
    return { project, cli, backend: why, stack: why, ...nothingOf(why) };
  }
  const whoami = await pulumi(["whoami", "--verbose", "--json"]);
  const backend = attempted(() => backendOf(whoami, machine.folder), "`pulumi whoami` printed no JSON");
  const stack: Fact<string> =
    "why" in backend
      ? { why: "the state backend cannot be used" }
      : named === undefined
        ? selected(await pulumi(["stack", "--show-name", ...whole(backend.known)]))
        : { known: named };
  if ("why" in stack) {
    return { project, cli, backend, stack, ...nothingOf(stack) };
  }
  const of = stackArguments(stack.known);
  const [decrypted, plain, exported, list] = await Promise.all([
    pulumi(["config", "--json", "--show-secrets", ...of]),
    pulumi(["config", "--json", ...of]),
    pulumi(["stack", "export", ...of]),
    pulumi(["stack", "ls", "--json", "--fully-qualify-stack-names"]),
  ]);
  return {
    project,
    cli,
    backend,
    stack,
    decrypted: { known: decrypted },
    keys: printed(plain, "pulumi config", (text) => configListing.parse(JSON.parse(text))),
    config: printed(decrypted.code === 0 ? decrypted : plain, "pulumi config", stackConfigIn),
    state: printed(exported, "pulumi stack export", (text) => {
      const all = ifKnown(kinds);
      if (all === undefined) {
        throw new Error("the kinds cannot be loaded");
      }
      return readStackState(text, all);
    }),
    inProgress: inProgressOf(list, stack.known),
  };
}

/** A hosted backend has stacks of several organizations, which may have one name. */
function whole({ url }: Backend): string[] {
  return isHosted(url) ? ["--fully-qualify-stack-names"] : [];
}

/** What is not known of a stack that cannot be looked at. */
function nothingOf(why: { readonly why: string }) {
  return { decrypted: why, keys: why, config: why, state: why, inProgress: why };
}

async function projectOf(folder: string): Promise<Fact<PulumiProject>> {
  try {
    const project = await findProject(folder);
    return project === undefined
      ? { why: "there is no Pulumi.yaml in this folder or above it" }
      : { known: project };
  } catch (error) {
    return { why: messageOf(error) };
  }
}

function selected(ran: Ran): Fact<string> {
  const name = ran.stdout.trim();
  if (ran.code === 0 && name !== "") {
    return { known: name };
  }
  const why = whyItFailed(ran);
  return {
    why: /no stack selected/.test(why)
      ? "no stack is selected"
      : `pulumi does not say which stack is selected: ${why}`,
  };
}

/** What a command printed, read; or why that is not possible. No text of it is quoted: it may hold secrets. */
function printed<T>(ran: Ran, command: string, read: (text: string) => T): Fact<T> {
  return ran.code === 0
    ? attempted<T>(() => ({ known: read(ran.stdout) }), `what \`${command}\` printed cannot be read`)
    : { why: `\`${command}\` fails: ${whyItFailed(ran)}` };
}

function attempted<T>(work: () => Fact<T>, why: string): Fact<T> {
  try {
    return work();
  } catch {
    return { why };
  }
}

function inProgressOf(ran: Ran, stack: string): Fact<boolean> {
  const said = printed(ran, "pulumi stack ls", (text) => ({ known: updateInProgress(text, stack) }));
  if ("why" in said) {
    return said;
  }
  const { known } = said.known;
  return known === undefined
    ? { why: "the state backend does not tell whether an update is in progress" }
    : { known };
}

import { everyKind, type Kind, messageOf } from "pulumi-workspace-gateway/tools";
import type { ProjectKnown } from "../../doctor/known.js";
import { type Machine, type Ran, whyItFailed } from "../../doctor/machine.js";
import type { OwnManifest } from "../../doctor/project/installed.js";
import { lookForProject, projectIn } from "../../doctor/project/pulumi-project.js";
import { usesOf } from "../../doctor/rights/work.js";
import { backendOf, backendSaid, folderOfBackend, isHosted } from "../../doctor/stack/backend.js";
import { configListing } from "../../doctor/stack/config-listing.js";
import { planIn } from "../../doctor/stack/stack.js";
import { stackWithoutOrganization } from "../../doctor/stack/stack-name.js";
import { type Fact, type Facts, given, ifKnown } from "../../doctor/table.js";
import { readStackState, type StackState } from "../../stack/stack-state.js";
import { stackArguments } from "../stacks.js";

/** Milliseconds: a preview runs the program, which may take long. */
const longestPreview = 600_000;

/** What the folder and pulumi say of a project and its stack. Pulumi is only asked: nothing is locked, selected or written. */
export function projectFacts(
  machine: Machine,
  own: OwnManifest,
  named: string | undefined,
): Facts<ProjectKnown> {
  const run = (args: readonly string[], longest?: number) =>
    machine.run("pulumi", [...args, "--non-interactive", "--color", "never"], machine.folder, longest);
  const kinds = loadKinds();
  const version = knowing(run(["version"]));
  const folder = knowing(lookForProject(machine.folder));
  const project = given({ folder }, (known) => projectIn(known.folder));
  const works = given({ project, version }, (known) =>
    known.version.code === 0 ? { known: true } : { why: "there is no `pulumi` that works" },
  );
  const whoami = given({ works }, () => knowing(run(["whoami", "--verbose", "--json"])));
  const backend = given({ whoami }, (known) => {
    const found = backendOf(known.whoami, machine.folder);
    return "why" in found ? { why: "the state backend cannot be used" } : found;
  });
  const stack = given({ backend }, async (known): Promise<Fact<string>> => {
    // A hosted backend has stacks of several organizations, which may have one name.
    const whole = isHosted(known.backend.url) ? ["--fully-qualify-stack-names"] : [];
    return named === undefined ? selected(await run(["stack", "--show-name", ...whole])) : { known: named };
  });
  const ask = (args: readonly string[], longest?: number) =>
    given({ stack }, (known) => knowing(run([...args, ...stackArguments(known.stack)], longest)));
  const decrypted = ask(["config", "--json", "--show-secrets"]);
  const plain = ask(["config", "--json"]);
  const text = ask(["stack", "export"]);
  const preview = ask(["preview", "--json", "--show-sames"], longestPreview);
  const exported = given({ text, kinds }, (known) => ({ known: stateIn(known.text, known.kinds) }));
  const previewed = given({ preview, kinds }, (known) => ({ known: planIn(known.preview, known.kinds) }));
  const state = given({ exported }, (known) => known.exported);
  const plan = given({ previewed }, (known) =>
    "why" in known.previewed ? { why: "it is not known what the next `up` does" } : known.previewed,
  );
  return {
    ...{
      machine: knowing(machine),
      own: knowing(own),
      kinds,
      version,
      folder,
      project,
      whoami,
      backend,
      stack,
    },
    ...{ decrypted, exported, state, preview, previewed, plan },
    node: knowing(machine.run("node", ["--version"], machine.folder)),
    nodeProject: given({ project }, (known) => {
      const { runtime } = known.project;
      return runtime === "nodejs"
        ? { known: known.project }
        : { why: `the program is not for Node: its runtime is ${runtime}` };
    }),
    config: given({ decrypted, plain }, (known) => {
      const ran = known.decrypted.code === 0 ? known.decrypted : known.plain;
      return printed(ran, "pulumi config", (json) => configListing.parse(JSON.parse(json)));
    }),
    stacks: given({ stack }, () => knowing(run(["stack", "ls", "--json", "--fully-qualify-stack-names"]))),
    // Where the environment or the project says it, pulumi is not asked: a file that was cut short keeps it from answering.
    files: given({ project }, async (known) => {
      const found = await backend;
      const said = backendSaid(machine.env, known.project);
      const folder = ifKnown(found)?.folder ?? (said && folderOfBackend(said, machine.folder));
      if (folder === undefined) {
        return { why: "why" in found ? found.why : "the state backend is not a folder" };
      }
      const name = ifKnown(await stack);
      const place = { backend: folder, project: known.project.name };
      return { known: { place, stack: name && stackWithoutOrganization(name) } };
    }),
    uses: given({ kinds }, async (known) => ({
      known: usesOf(known.kinds, ifKnown(await plan), ifKnown(await state)),
    })),
  };
}

export async function knowing<T>(finding: T | Promise<T>): Promise<Fact<T>> {
  return { known: await finding };
}

/** The kinds need the engine's SDK, which may be missing: then they are not known, and all else goes on. */
async function loadKinds(): Promise<Fact<readonly Kind[]>> {
  try {
    const kinds = await everyKind();
    return { known: kinds };
  } catch (error) {
    return { why: `the kinds of this package cannot be loaded: ${messageOf(error).split("\n")[0]}` };
  }
}

function selected(ran: Ran): Fact<string> {
  const name = ran.stdout.trim();
  if (ran.code === 0 && name !== "") {
    return { known: name };
  }
  const why = whyItFailed(ran);
  return /no stack selected/.test(why)
    ? { why: "no stack is selected", remedy: "Run `pulumi stack select`, or name one with --stack." }
    : { why: `pulumi does not say which stack is selected: ${why}` };
}

function stateIn(ran: Ran, kinds: readonly Kind[]): Fact<StackState> {
  return printed(ran, "pulumi stack export", (text) => readStackState(text, kinds));
}

/** What a command printed, read; or why that is not possible. No text of it is quoted: it may hold secrets. */
function printed<T>(ran: Ran, command: string, read: (text: string) => T): Fact<T> {
  if (ran.code !== 0) {
    return { why: `\`${command}\` fails: ${whyItFailed(ran)}` };
  }
  try {
    return { known: read(ran.stdout) };
  } catch {
    return { why: `what \`${command}\` printed cannot be read` };
  }
}

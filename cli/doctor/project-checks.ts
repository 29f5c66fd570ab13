import { constants, existsSync } from "node:fs";
import { access } from "node:fs/promises";
import path from "node:path";
import {
  everyKind,
  howMany,
  isCredentialKey,
  isInRange,
  type Kind,
  messageOf,
  numbersOf,
  shellWord,
} from "pulumi-workspace-gateway/tools";
import { stackObjects } from "../account/objects.js";
import { resourcesOf, wholeWorkspaces } from "../review/facts/resources.js";
import { isChange, type Plan } from "../review/plan/plan.js";
import { readPlan } from "../review/plan/read-plan.js";
import { configListing, readStackState } from "../stack/stack-state.js";
import { commandVersion } from "../text/own-version.js";
import { shortList } from "../text/words.js";
import { usesOf } from "./connection.js";
import { certain, fact, NotKnown, notKnown, orUndefined } from "./facts.js";
import { judgeLocks, judgeStateFiles, readLocks, updateInProgress } from "./leftovers.js";
import {
  askPulumi,
  backendOf,
  folderOfBackend,
  installedVersion,
  isHosted,
  lookForProject,
  type Machine,
  type Ran,
  recoverCommand,
  stackWithoutOrganization,
  versionMismatch,
  whyItFailed,
} from "./pulumi.js";
import { capital, rowsOf } from "./table.js";

/** Milliseconds. A preview runs the program, which may take a long time. */
const longestPreview = 600_000;

export type ProjectFacts = ReturnType<typeof projectFacts>;

/** Runs only read-only `pulumi` commands, which do not lock, select, or write anything. */
export function projectFacts(
  machine: Machine,
  own: Readonly<Record<"name" | "sdk" | "node", string>>,
  named: string | undefined,
) {
  const pulumi = (args: readonly string[], longest?: number) => askPulumi(machine, args, longest);
  // The kinds need Pulumi's SDK, which may be missing.
  const kinds = fact(() =>
    everyKind().catch((error: unknown) =>
      notKnown(`this package's kinds cannot be loaded: ${messageOf(error).split("\n")[0]}`),
    ),
  );
  const version = pulumi(["version"]);
  const folder = lookForProject(machine.folder);
  const project = fact(async () => {
    const found = (await folder) ?? notKnown("there is no Pulumi.yaml in this folder or its parents");
    return "wrong" in found ? notKnown("the project cannot be read") : found;
  });
  const whoami = fact(async () => {
    await project;
    const { code } = await version;
    return code === 0
      ? pulumi(["whoami", "--verbose", "--json"])
      : notKnown("`pulumi` is missing or does not work");
  });
  const backend = fact(async () => {
    const found = backendOf(await whoami, machine.folder);
    return found instanceof NotKnown ? notKnown("the state backend cannot be used") : found;
  });
  const stack = fact(async () => {
    // A hosted backend may have stacks with the same name in several organizations.
    const whole = isHosted((await backend).url) ? ["--fully-qualify-stack-names"] : [];
    return named ?? selected(await pulumi(["stack", "--show-name", ...whole]));
  });
  const ask = (args: readonly string[], longest?: number) =>
    fact(async () => pulumi([...args, "--stack", await stack], longest));
  const decrypted = ask(["config", "--json", "--show-secrets"]);
  const plain = ask(["config", "--json"]);
  const text = ask(["stack", "export"]);
  const preview = ask(["preview", "--json", "--show-sames"], longestPreview);
  const exported = fact(async () => {
    const known = await kinds;
    return printed(await text, "pulumi stack export", (json) => readStackState(json, known));
  });
  const previewed = fact(async () => planIn(await preview, await kinds));
  const state = fact(async () => certain(await exported));
  const plan = fact(async () => {
    const found = await previewed;
    return found instanceof NotKnown ? notKnown("the effect of the next `up` is unknown") : found;
  });
  return {
    ...{ machine, own, kinds, version, folder, project, whoami, backend, stack },
    ...{ decrypted, exported, state, preview, previewed, plan },
    node: machine.run("node", ["--version"], machine.folder),
    nodeProject: fact(async () => {
      const found = await project;
      const why = `the program does not run on Node: its runtime is ${found.runtime}`;
      return found.runtime === "nodejs" ? found : notKnown(why);
    }),
    /** Contains secrets in plain text if they could be decrypted. Never print it. */
    config: fact(async () => {
      const [shown, hidden] = [await decrypted, await plain];
      const read = (json: string) => configListing.parse(JSON.parse(json));
      return certain(printed(shown.code === 0 ? shown : hidden, "pulumi config", read));
    }),
    stacks: fact(async () => {
      await stack;
      return pulumi(["stack", "ls", "--json", "--fully-qualify-stack-names"]);
    }),
    /** Also works if `pulumi` fails, for example because of a truncated file. */
    files: fact(async () => {
      const { name, backend: ofProject } = await project;
      // Pulumi uses the address in the environment, then the project's, then that of the current login.
      const url = machine.env.PULUMI_BACKEND_URL || ofProject;
      const known = await orUndefined(backend);
      const found = known?.folder ?? (url && folderOfBackend(url, machine.folder));
      if (found === undefined) {
        await backend;
        return notKnown("the state backend is not a folder");
      }
      const chosen = await orUndefined(stack);
      return { place: { backend: found, project: name }, stack: chosen && stackWithoutOrganization(chosen) };
    }),
    planned: fact(async () => {
      const found = await orUndefined(plan);
      return found === undefined
        ? { objects: stackObjects(await state), whole: new Set<string>() }
        : { objects: resourcesOf(found, await kinds).after, whole: wholeWorkspaces(found) };
    }),
    uses: fact(async () => usesOf(await kinds, await orUndefined(plan), await orUndefined(state))),
  };
}

function selected(ran: Ran): string {
  const name = ran.stdout.trim();
  if (ran.code === 0 && name !== "") {
    return name;
  }
  const why = whyItFailed(ran);
  throw /no stack selected/.test(why)
    ? new NotKnown("no stack is selected", "Run `pulumi stack select`, or pass --stack.")
    : new NotKnown(`pulumi does not report which stack is selected: ${why}`);
}

/** Reads a command's output. Errors do not quote it, because it may contain secrets. */
function printed<T>(ran: Ran, command: string, read: (text: string) => T): T | NotKnown {
  if (ran.code !== 0) {
    return new NotKnown(`\`${command}\` fails: ${whyItFailed(ran)}`);
  }
  try {
    return read(ran.stdout);
  } catch {
    return new NotKnown(`the output of \`${command}\` cannot be read`);
  }
}

function planIn(preview: Ran, kinds: readonly Kind[]): Plan | NotKnown {
  try {
    const plan = readPlan(preview.stdout, kinds);
    const [error] = plan.errors;
    return preview.code === 0 && error === undefined
      ? plan
      : new NotKnown(error?.replace(/^error: /, "").replaceAll("\n", " ") ?? whyItFailed(preview));
  } catch (error) {
    return new NotKnown(preview.code === 0 ? messageOf(error) : whyItFailed(preview));
  }
}

const row = rowsOf<ProjectFacts>();

/** Checks of the machine, the project and its stack, in the order in which users should fix findings. */
export const projectChecks = [
  // Pulumi runs programs, and this package in its plugin, with the `node` on the PATH.
  row("Node", ["node", "own"], ({ node: { code, stdout }, own: { node: needed } }, check) => {
    const onPath = code === 0 ? stdout.trim().replace(/^v/, "") : undefined;
    if (onPath !== undefined && isInRange(onPath, needed)) {
      return check.ok({ found: `Node ${onPath} is new enough (${needed}).` });
    }
    const old = `Pulumi runs programs with Node ${onPath}, but this package requires ${needed}.`;
    return check.problem({
      found: onPath === undefined ? "`node` is not on the PATH." : old,
      means: "The program or its first resource would fail.",
      remedy: `Install Node ${needed.replace(/^>=/, "")} or newer, and make sure that \`node --version\` shows this version where \`pulumi\` runs.`,
    });
  }),

  // Without a project, `pulumi` is not required.
  row("pulumi", ["version", "folder"], ({ version: ran, folder }, check) => {
    const version = ran.stdout.trim().replace(/^v/, "");
    const remedy = "Install Pulumi: https://www.pulumi.com/docs/install.";
    if (ran.code === undefined) {
      const found = "`pulumi` is not on the PATH.";
      return folder === undefined
        ? check.warning({ found, means: "This folder does not belong to a Pulumi project.", remedy })
        : check.problem({ found, means: "`pulumi up` cannot run.", remedy });
    }
    if (ran.code !== 0 || numbersOf(version) === undefined) {
      const found = `\`pulumi version\` fails: ${whyItFailed(ran)}.`;
      return check.problem({ found, means: "Other `pulumi` commands would also fail.", remedy });
    }
    const found = `pulumi ${version} is on the PATH.`;
    const means = "This package is tested with pulumi 3, version 3.216.0 or newer.";
    return isInRange(version, "^3.216.0") ? check.ok({ found }) : check.warning({ found, means, remedy });
  }),

  row("project", ["folder"], ({ folder }, check) => {
    if (folder === undefined) {
      return undefined;
    }
    const means = "All `pulumi` commands on this project would fail.";
    return "wrong" in folder
      ? check.problem({ found: `${folder.wrong}.`, means, remedy: "Correct the file." })
      : check.ok({ found: `${folder.file} defines the project ${folder.name}.` });
  }),

  // Resolves packages as the engine's plugin does.
  row("package", ["nodeProject", "own"], ({ nodeProject: { packages }, own }, check) => {
    if (installedVersion(packages, own.name) === undefined) {
      return check.problem({
        found: `The program cannot resolve ${own.name} from ${packages}.`,
        means: "Neither the program nor the engine could load the package.",
        remedy: `Run \`npm install ${own.name}\` in that folder.`,
      });
    }
    const mismatch = versionMismatch(packages);
    return mismatch === undefined
      ? check.ok({ found: `${own.name} ${commandVersion()} is installed, the same version as this command.` })
      : check.warning({ ...mismatch, means: "`pulumi up` may behave differently than reported here." });
  }),

  row("SDK", ["nodeProject", "own"], ({ nodeProject: { packages }, own }, check) => {
    const sdk = "@pulumi/pulumi";
    const version = installedVersion(packages, sdk);
    if (version === undefined) {
      return check.problem({
        found: `The program cannot resolve ${sdk} from ${packages}.`,
        means: "Pulumi programs cannot run without the SDK.",
        remedy: `Run \`npm install\` in the program's folder, or \`npm install ${sdk}\`.`,
      });
    }
    const found = `${sdk} ${version} is installed`;
    return isInRange(version, own.sdk)
      ? check.ok({ found: `${found}.` })
      : check.warning({
          found: `${found}, but ${own.name} requires ${own.sdk}.`,
          means: "The program or the engine may not work with this package.",
          remedy: `Run \`npm install ${sdk}@${own.sdk}\`.`,
        });
  }),

  row("state backend", ["whoami", "machine"], async ({ whoami, machine }, check) => {
    const backend = backendOf(whoami, machine.folder);
    if (backend instanceof NotKnown) {
      return check.problem({
        found: `${capital(backend.message)}.`,
        means: "No stack can be read or written.",
        remedy: "Run `pulumi login`, or set PULUMI_BACKEND_URL (and PULUMI_ACCESS_TOKEN for Pulumi Cloud).",
      });
    }
    const { url, user, folder } = backend;
    const found = `Stacks are stored in ${url.replace(/\/\/[^/@]*@/, "//")}. The user is ${user}.`;
    return folder === undefined || (await isWritable(folder))
      ? check.ok({ found })
      : check.problem({
          found: `${found} The folder is not writable.`,
          means: "An `up` would fail before its first request.",
          remedy: `Give this user write permission for ${folder}.`,
        });
  }),

  row("stack", ["stack", "exported"], ({ stack, exported }, check) => {
    if (!(exported instanceof NotKnown)) {
      const count = howMany(exported.resources.length, "resource");
      return check.ok({ found: `The stack ${stack} can be read and contains ${count} from this package.` });
    }
    const isMissing = /no stack named/.test(exported.message);
    return check.problem({
      found: isMissing
        ? `The stack ${stack} does not exist.`
        : `The state of ${stack} cannot be read: ${exported.message}.`,
      means: "`pulumi up` would fail.",
      remedy: isMissing
        ? `Run \`pulumi stack init ${stack}\`, or select a different stack.`
        : 'See the checks of the state backend and its files, and the page "Recovery" in the documentation.',
    });
  }),

  // If the config has no secret, only a preview shows whether secrets can be decrypted.
  row("secrets provider", ["decrypted", "preview"], ({ decrypted, preview }, check) => {
    const isRefused = preview.code !== 0 && /secrets (manager|provider)|passphrase/.test(preview.stderr);
    if (decrypted.code === 0 && !isRefused) {
      return check.ok({ found: "The stack's secrets can be decrypted." });
    }
    const ran = decrypted.code === 0 ? preview : decrypted;
    return check.problem({
      found: `The stack's secrets cannot be decrypted: ${whyItFailed(ran)}.`,
      means: "An `up` would fail before its first request.",
      remedy: /passphrase/.test(ran.stderr)
        ? "Set PULUMI_CONFIG_PASSPHRASE to this stack's passphrase, or set PULUMI_CONFIG_PASSPHRASE_FILE."
        : "Sign in to the secrets provider that is configured in Pulumi.<stack>.yaml.",
    });
  }),

  // Programs refuse to run with this package's credentials in plain text.
  row("credentials in the config", ["config", "stack", "project"], ({ config, stack, project }, check) => {
    const plain = Object.keys(config).filter((key) => config[key]?.secret !== true && isCredentialKey(key));
    const problems = plain.map((key) => {
      const inProject = key in project.config;
      const command = `pulumi config set --secret ${shellWord(key)} --stack ${shellWord(stack)}`;
      const also = inProject ? ". Then remove the key from Pulumi.yaml" : "";
      return check.problem({
        found: `The credential ${key} is in plain text in ${inProject ? "Pulumi.yaml" : "the stack's config"}.`,
        means: "The program refuses to run, and anyone with the file can read the credential.",
        remedy: `Replace the credential, and run \`${command}\` to store the new one${also}.`,
      });
    });
    return plain.length > 0
      ? problems
      : check.ok({ found: "The config contains no gateway credentials in plain text." });
  }),

  row("checkpoint files", ["files"], ({ files }, check) => judgeStateFiles(files.place, files.stack, check)),

  row("lock", ["backend", "project", "stack", "stacks"], async (known, check) => {
    const { backend, project, stack, stacks } = known;
    if (backend.folder !== undefined) {
      const short = stackWithoutOrganization(stack);
      return judgeLocks(await readLocks(backend.folder, project.name, short), stack, check);
    }
    if (stacks.code !== 0) {
      return check.notChecked(`\`pulumi stack ls\` fails: ${whyItFailed(stacks)}`);
    }
    const isUpdated = updateInProgress(stacks.stdout, stack);
    if (isUpdated === undefined) {
      return check.notChecked("the state backend does not report whether an update is in progress");
    }
    if (!isUpdated) {
      return check.ok({ found: "No update of the stack is in progress." });
    }
    const command = recoverCommand(stack);
    return check.problem({
      found: "An update of the stack is in progress.",
      means: "`up`, `refresh` and `destroy` are refused until the update ends.",
      remedy: `Wait until the update ends. If it was killed, run \`${command}\`.`,
      facts: { commands: [command] },
    });
  }),

  row("pending operations", ["state", "stack"], ({ state: { pending }, stack }, check) => {
    if (pending.length === 0) {
      return check.ok({ found: "No operations are pending." });
    }
    const names = pending.map(({ operation, name }) => `${operation} ${name}`);
    const command = recoverCommand(stack);
    const facts = pending.map(({ operation, urn }) => ({ operation, urn }));
    return check.warning({
      found: `${howMany(pending.length, "operation")} of a killed run ${pending.length === 1 ? "is" : "are"} pending: ${shortList(names)}.`,
      means:
        "An object may have been created but not recorded in the state. The next `up` would then fail, because the object already exists.",
      remedy: `Run \`${command}\`, then \`pulumi up\`.`,
      facts: { pending: facts, commands: [command] },
    });
  }),

  row("kinds", ["state"], ({ state: { unknownKinds } }, check) =>
    unknownKinds.length === 0
      ? undefined
      : check.problem({
          found: `The stack contains ${unknownKinds.join(", ")}, which this release does not support.`,
          means: "A newer release wrote the stack's state. This release cannot manage these resources.",
          remedy: "Run `npm install pulumi-workspace-gateway@latest`.",
        }),
  ),

  row("preview", ["preview", "previewed"], ({ preview, previewed }, check) => {
    if (previewed instanceof NotKnown) {
      const { message } = previewed;
      const why = (message.length > 600 ? `${message.slice(0, 600)}…` : message).replace(/\.$/, "");
      return preview.code === 0 || preview.late
        ? check.notChecked(`the plan of \`pulumi preview\` is unknown: ${why}`)
        : check.problem({
            found: `\`pulumi preview\` fails: ${why}.`,
            means: "The next `up` would fail in the same way.",
            remedy: "Fix the other problems first. If there are none, fix this error.",
          });
    }
    const planned = Map.groupBy(previewed.steps, ({ operation }) => operation);
    const changes = [...planned].filter(([operation]) => isChange(operation));
    const words = changes.map(([operation, steps]) => `${operation} ${steps.length}`).join(", ");
    return check.ok({ found: `The next \`up\` would ${words === "" ? "change nothing" : words}.` });
  }),

  // An explicit provider's settings are in the program, where this command cannot read them.
  row("other providers", ["uses"], ({ uses }, check) => {
    const names = new Set(uses.flatMap(({ provider }) => provider ?? []));
    return names.size === 0
      ? undefined
      : check.notChecked(`the settings of ${[...names].join(", ")} are only in the program`);
  }),
];

/** A new backend has no `.pulumi` yet. */
async function isWritable(folder: string): Promise<boolean> {
  const inside = path.join(folder, ".pulumi");
  const place = existsSync(inside) ? inside : folder;
  return access(place, constants.W_OK | constants.X_OK).then(
    () => true,
    () => false,
  );
}

import { configNamespace } from "../../client/settings/settings.js";
import type { Diagnosis } from "../../doctor/diagnosis.js";
import { ifKnown, restingOn } from "../../doctor/fact.js";
import type { Machine } from "../../doctor/machine.js";
import { judgeCli } from "../../doctor/project/cli-check.js";
import { checkNode } from "../../doctor/project/node-check.js";
import { checkPackages, type OwnManifest } from "../../doctor/project/packages.js";
import { checkPlugin } from "../../doctor/project/plugin-check.js";
import { safely } from "../../doctor/safely.js";
import { backendSaid, folderOfBackend, judgeBackend } from "../../doctor/stack/backend.js";
import { checkConfigKeys, judgeSecrets } from "../../doctor/stack/config-check.js";
import { judgeLeftovers } from "../../doctor/stack/leftovers.js";
import { judgeLocks, judgeUpdateInProgress, readLocks } from "../../doctor/stack/locks.js";
import { judgeStack } from "../../doctor/stack/stack-check.js";
import { stackWithoutOrganization } from "../../doctor/stack/stack-name.js";
import { nativeKey } from "../../program/config-keys.js";
import { judgeFiles } from "../../recover/backend/judge-files.js";
import { isNativeType } from "../../spec/token.js";
import { configText } from "../read-stack-config.js";
import type { ProjectView } from "./look-at-project.js";

/** What this package says about itself, and the Node that it needs. */
export interface OwnNeeds extends OwnManifest {
  readonly node: string;
}

/** What can be said without the gateway: the tools, the packages, the stack and its state. */
export async function examineProject(
  machine: Machine,
  view: ProjectView,
  own: OwnNeeds,
): Promise<readonly Diagnosis[]> {
  const { project } = view;
  const isForeign = "known" in project && project.known.runtime !== "nodejs";
  const packages = isForeign
    ? { why: `the program is not for Node: its runtime is ${project.known.runtime}` }
    : project;
  const checks = [
    safely("Node", () => checkNode(machine, own.node)),
    safely("pulumi", () => judgeCli(view.cli, "known" in project).finding),
    safely("package", () => restingOn("package", packages, (known) => checkPackages(known, own))),
    safely("plugin", () =>
      "known" in project ? checkPlugin(project.known, needsPlugin(view), own, machine.env) : [],
    ),
    ...examineStack(view, machine),
  ];
  return (await Promise.all(checks)).flat();
}

/** Whether the plugin makes resources of the stack: what its config says, or its state has. */
function needsPlugin({ config, state }: ProjectView): boolean {
  const said = configText(ifKnown(config)?.[`${configNamespace}:${nativeKey}`]?.value);
  return said === "true" || (ifKnown(state)?.resources ?? []).some(({ type }) => isNativeType(type));
}

function examineStack(view: ProjectView, machine: Machine): Promise<readonly Diagnosis[]>[] {
  const { project, backend, stack, state } = view;
  const isBlocked = "why" in project || view.cli.code !== 0;
  const name = ifKnown(stack);
  return [
    safely("state backend", () =>
      isBlocked && "why" in backend ? restingOn("state backend", backend, () => []) : judgeBackend(backend),
    ),
    safely("stack", () => judgeStack(stack, state, isBlocked)),
    safely("secrets provider", () => restingOn("secrets provider", view.decrypted, judgeSecrets)),
    safely("credentials in the config", () =>
      restingOn("credentials in the config", view.keys, (keys) =>
        "why" in project || name === undefined
          ? []
          : checkConfigKeys(keys, { stack: name, project: project.known }),
      ),
    ),
    safely("lock", () => examineLock(view)),
    safely("checkpoint files", () => examineFiles(view, machine)),
    safely("pending operations", () =>
      restingOn("pending operations", state, (known) => judgeLeftovers(known, name ?? "")),
    ),
  ];
}

async function examineLock({
  project,
  backend,
  stack,
  inProgress,
}: ProjectView): Promise<readonly Diagnosis[]> {
  const folder = ifKnown(backend)?.folder;
  if ("why" in stack || "why" in project) {
    return restingOn("lock", stack, () => []);
  }
  if (folder !== undefined) {
    return judgeLocks(
      await readLocks(folder, project.known.name, stackWithoutOrganization(stack.known)),
      stack.known,
    );
  }
  return restingOn("lock", inProgress, (known) => judgeUpdateInProgress(known, stack.known));
}

/** Where the environment or the project says it, pulumi is not asked: a file that was cut short keeps it from answering. */
async function examineFiles(
  { project, backend, stack }: ProjectView,
  { env, folder: from }: Machine,
): Promise<readonly Diagnosis[]> {
  const said = "why" in project ? undefined : backendSaid(env, project.known);
  const folder = ifKnown(backend)?.folder ?? (said === undefined ? undefined : folderOfBackend(said, from));
  if ("why" in project || folder === undefined) {
    const why = "why" in backend ? backend.why : "the state backend is not a folder";
    return restingOn("checkpoint files", { why }, () => []);
  }
  const name = ifKnown(stack);
  const place = { backend: folder, project: project.known.name };
  return judgeFiles(place, name === undefined ? undefined : stackWithoutOrganization(name));
}

import { didYouMean, type Kind, quoted } from "pulumi-workspace-gateway/tools";
import type { AccountObject } from "../account/account-object.js";
import { gatewayObject, stackObjects } from "../account/objects.js";
import { type GatewayOptions, sessionFor } from "../gateway.js";
import { nameOf, readAccount } from "../live/live-account.js";
import { noteUnmasked } from "../masking.js";
import { openStacks, type WantedStacks } from "../stacks.js";
import type { Terminal } from "../terminal.js";
import { shortList } from "../text/words.js";
import { drawnKinds } from "./workspace-graphs.js";

export interface WorkspaceOptions extends GatewayOptions {
  /** The name or id of the only workspace that is asked for. */
  readonly workspace?: string;
}

/** What the gateway has that decides where requests end: of all workspaces, or of those that have a name or id. */
export async function objectsOfGateway(
  options: WorkspaceOptions,
  kinds: readonly Kind[],
  terminal: Terminal,
): Promise<AccountObject[]> {
  const { workspace, connection } = options;
  const session = sessionFor(terminal, options, kinds);
  const { objects, holders } = await readAccount({
    kinds,
    session,
    connection,
    within: (holder) => workspace === undefined || [holder.id, nameOf(holder)].includes(workspace),
    reads: ({ name }) => drawnKinds.includes(name),
    told: (done, lists) => terminal.progress(`${done} of ${lists} lists read`),
  });
  terminal.progress("");
  if (workspace !== undefined && objects.length === 0) {
    throw noWorkspace(workspace, holders.map(nameOf));
  }
  return objects.map(gatewayObject);
}

/** The same of stacks: of those with a name, or of files that `pulumi stack export` has written. */
export async function objectsOfStacks(
  wanted: Omit<WantedStacks, "onlyState">,
  kinds: readonly Kind[],
  terminal: Terminal,
): Promise<AccountObject[]> {
  const stacks = await openStacks({ ...wanted, onlyState: true }, kinds, terminal);
  noteUnmasked(stacks, terminal);
  return stacks.flatMap(({ state }) => stackObjects(state)).filter(isRouted);
}

/** Whether it decides where requests end, or is what such objects are in. */
export function isRouted({ kind }: AccountObject): boolean {
  return kind === "Workspace" || drawnKinds.includes(kind);
}

/** The error for an unknown workspace, with the closest name or otherwise a list. */
export function noWorkspace(wanted: string, names: readonly string[]): Error {
  const known = [...new Set(names)].toSorted().map(quoted);
  const hint = didYouMean(wanted, names) || (known.length > 0 ? ` There is ${shortList(known)}.` : "");
  return new Error(`no workspace has the name or id ${quoted(wanted)}.${hint}`);
}

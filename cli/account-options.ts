import { defined, type Kind } from "pulumi-workspace-gateway/tools";
import { type AccountObject, workspacesCalled } from "./account/account-object.js";
import { gatewayObject, stackObjects } from "./account/objects.js";
import { type GatewayOptions, sessionFor } from "./gateway.js";
import { drawnKinds } from "./graph/workspace-graphs.js";
import { nameOf, readAccount } from "./live/live-account.js";
import { noteUnmasked } from "./masking.js";
import { momentsOf, resourcesOf, wholeWorkspaces } from "./review/facts/resources.js";
import { gapsOf } from "./review/facts/review-of.js";
import { type PreviewSource, type ReviewReading, readReview } from "./review/read-review.js";
import type { Moments } from "./routing/explain.js";
import { openStacks, type WantedStacks } from "./stacks.js";
import { type Terminal, UsageError } from "./terminal.js";
import { type ClientOf, gatewayClients, plannedClient, type UsageOptions } from "./usage/gateway-usage.js";

export interface SelectedAccount {
  readonly objects: readonly AccountObject[];
  readonly before?: readonly AccountObject[];
  /** The reason why secrets in the stack's config are not masked. */
  readonly unmasked?: string | undefined;
  /** Ids of the workspaces whose models and providers are all in `objects`, or URNs of new workspaces. */
  readonly whole?: ReadonlySet<string>;
  clients(): readonly ClientOf[];
}

export async function liveAccount(
  options: WorkspaceOptions,
  kinds: readonly Kind[],
  terminal: Terminal,
): Promise<SelectedAccount> {
  const { objects, session } = await readSelected(options, kinds, terminal, {
    reads: ({ name }) => drawnKinds.includes(name),
  });
  return { objects: objects.map(gatewayObject), clients: () => [() => session.client(options.connection)] };
}

/** Reads the objects in all workspaces, or in those with this name or id. Throws if no workspace matches. */
export async function readSelected(
  options: WorkspaceOptions,
  kinds: readonly Kind[],
  terminal: Terminal,
  wanted: Pick<Parameters<typeof readAccount>[0], "reads" | "strays">,
) {
  const { workspace, connection } = options;
  const session = sessionFor(terminal, options, kinds);
  const account = await readAccount({
    ...{ kinds, session, connection, ...wanted },
    within: (holder) => workspace === undefined || [holder.id, nameOf(holder)].includes(workspace),
  });
  if (workspace !== undefined) {
    workspacesCalled(
      workspace,
      account.holders.map((holder) => [holder.id, nameOf(holder)] as const),
    );
  }
  return { ...account, session };
}

/** With --usage, this function also reads the config, which names the gateways. */
export async function stacksAccount(
  wanted: Omit<WantedStacks, "onlyState">,
  { usage, connection, baseUrl }: Pick<UsageOptions, "usage"> & GatewayOptions,
  kinds: readonly Kind[],
  terminal: Terminal,
): Promise<SelectedAccount> {
  const stacks = await openStacks({ ...wanted, onlyState: usage === undefined }, kinds, terminal);
  return {
    objects: stacks.flatMap(({ state }) => stackObjects(state)),
    unmasked: stacks.map(({ unmasked }) => unmasked).find((why) => why !== undefined),
    clients: () =>
      stacks.flatMap(({ state, config }) => {
        const session = sessionFor(terminal, defined({ baseUrl }), kinds, config);
        // The settings of an explicit provider are in the program.
        const resources = state.resources.filter(({ provider }) => provider === undefined);
        return connection === undefined
          ? gatewayClients(stackObjects({ resources }), session)
          : [() => session.client(connection)];
      }),
  };
}

/** The account as it will be after the planned `up`. Prints notes about the unknown parts. */
export async function plannedAccount(
  source: PreviewSource,
  reading: Pick<ReviewReading, "offline" | "besides">,
  kinds: readonly Kind[],
  terminal: Terminal,
): Promise<SelectedAccount & { readonly moments: Moments }> {
  const read = await readReview(source, terminal, reading);
  const { plan, session } = read;
  const { notes = [], unread = [] } = plan.live ?? {};
  for (const sentence of [...gapsOf(plan), ...notes, ...unread]) {
    terminal.note(sentence);
  }
  noteUnmasked([read], terminal);
  const resources = resourcesOf(plan, kinds);
  return {
    objects: resources.after,
    before: resources.before,
    whole: wholeWorkspaces(plan),
    moments: momentsOf(resources),
    clients: () => [plannedClient(plan, session)],
  };
}

export function assertFitPlace(
  { live, offline, connection, baseUrl }: GatewayOptions & { readonly live?: true; readonly offline?: true },
  isPreview: boolean,
): void {
  if (offline && !isPreview) {
    throw new UsageError("--offline applies only to a preview");
  }
  if (live === undefined && (connection ?? baseUrl) !== undefined) {
    throw new UsageError("--connection and --base-url require --live");
  }
}

export interface WorkspaceOptions extends GatewayOptions {
  readonly workspace?: string;
}

export function isRouted({ kind }: AccountObject): boolean {
  return kind === "Workspace" || drawnKinds.includes(kind);
}

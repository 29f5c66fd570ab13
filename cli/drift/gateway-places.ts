import { connectionOf, defined, hasStatus, type Kind } from "pulumi-workspace-gateway/tools";
import { type AccountPlace, type AccountView, viewAccount } from "../live/account-view.js";
import { readAccount } from "../live/live-account.js";
import type { DriftStack, Managed } from "./managed.js";

/** A place, and what stacks have there. */
export interface GatewayPlace extends AccountPlace {
  readonly managed: readonly Managed[];
}

export interface PlaceView extends AccountView {
  readonly place: GatewayPlace;
  /** Kinds of which no stack has an object here, and whose lists the gateway refuses to this account. */
  readonly refused: readonly Kind[];
}

/** Where the objects of the stacks are. A stack without objects uses the settings of the default connection. */
export function gatewayPlaces(stacks: readonly DriftStack[], managed: readonly Managed[]): GatewayPlace[] {
  return [...Map.groupBy(stacks, ({ session }) => session)].flatMap(([session, theirs]): GatewayPlace[] => {
    const own = managed.filter(({ stack }) => theirs.includes(stack));
    const connections = Map.groupBy(own, ({ state }) => connectionOf(state.values));
    return own.length === 0
      ? [{ session, managed: [] }]
      : [...connections].map(([connection, here]) => ({
          session,
          ...defined({ connection }),
          managed: here,
        }));
  });
}

/** Reads a place: what is in each workspace of which a stack has a part. */
export async function viewPlace(place: GatewayPlace, kinds: readonly Kind[]): Promise<PlaceView> {
  const refused: Kind[] = [];
  const view = await viewAccount(place, {
    kinds,
    within: partsOf(place),
    reads: ({ endpoints }) => endpoints.list !== undefined,
    refuses: (kind, error) => {
      if (place.managed.some(({ resource }) => resource.kind === kind) || !hasStatus(error, 403)) {
        throw error;
      }
      refused.push(kind);
    },
  });
  return { place, ...view, refused };
}

type Choice = Required<Pick<Parameters<typeof readAccount>[0], "within" | "reads">>;

/** Reads those objects of a place that are chosen. */
export function readPlace(
  { session, connection }: GatewayPlace,
  kinds: readonly Kind[],
  choice: Choice,
): ReturnType<typeof readAccount> {
  return readAccount({ kinds, session, connection, ...choice });
}

/** The ids of the workspaces of which a stack has a part, or the workspace itself. */
function partsOf({ managed }: GatewayPlace): ReadonlySet<string> {
  return new Set(
    managed.flatMap(({ resource: { id, external }, target }) => {
      const part = target.parentId ?? (target.asHolder(id) === undefined ? undefined : id);
      return external || part === undefined ? [] : [part];
    }),
  );
}

import {
  connectionOf,
  defined,
  hasStatus,
  holdsKinds,
  type Kind,
  type Session,
} from "pulumi-workspace-gateway/tools";
import { type LiveObject, readAccount } from "../live/live-account.js";
import type { DriftStack, Managed } from "./managed.js";

/** An account on a gateway, as resources name it: by the settings of their stack, and by their connection. */
export interface GatewayPlace {
  readonly session: Session;
  readonly connection?: string;
  readonly managed: readonly Managed[];
}

/** What the lists of a place show. */
export interface PlaceView {
  readonly place: GatewayPlace;
  /** All workspaces. */
  readonly holders: readonly LiveObject[];
  /** What is in the workspaces that a stack has something of, and what belongs to the account alone. */
  readonly objects: readonly LiveObject[];
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

/**
 * Reads a place: the list of workspaces, and one list for each kind in each workspace of which a stack has a part. Lists
 * that were read already, to look for the objects of the stacks, are not read again.
 */
export async function viewPlace(place: GatewayPlace, kinds: readonly Kind[]): Promise<PlaceView> {
  const parts = partsOf(place);
  const { holders } = await readPlace(place, kinds, { within: () => false, reads: () => false });
  const refused: Kind[] = [];
  const readKind = async (kind: Kind) => {
    const isHere = place.managed.some(({ resource }) => resource.kind === kind);
    try {
      const wanted = { within: ({ id }: LiveObject) => parts.has(id), reads: (each: Kind) => each === kind };
      const { objects } = await readPlace(place, kinds, wanted);
      return objects.filter((object) => object.kind === kind);
    } catch (error) {
      if (isHere || !hasStatus(error, 403)) {
        throw error;
      }
      refused.push(kind);
      return [];
    }
  };
  const listed = kinds.filter((kind) => kind.endpoints.list !== undefined && !holdsKinds(kind, kinds));
  return { place, holders, objects: (await Promise.all(listed.map(readKind))).flat(), refused };
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

import { holdsKinds, type Kind, type Session } from "pulumi-workspace-gateway/tools";
import { type LiveAccount, type LiveObject, readAccount } from "./live-account.js";

/** An account on a gateway, as resources name it: by the settings of their stack, and by their connection. */
export interface AccountPlace {
  readonly session: Session;
  readonly connection?: string | undefined;
}

/** What the lists of a place show. */
export interface AccountView {
  /** All workspaces. */
  readonly holders: readonly LiveObject[];
  /** What is in those workspaces that were looked into, and what belongs to the account alone. */
  readonly objects: readonly LiveObject[];
}

interface WantedView {
  readonly kinds: readonly Kind[];
  /** The ids of the workspaces to look into. */
  readonly within: ReadonlySet<string>;
  reads(kind: Kind): boolean;
  /** What is to happen if a kind cannot be read: it throws, or the kind is left out. */
  refuses(kind: Kind, error: unknown): void;
}

/**
 * Reads a place: the list of workspaces, and one list for each kind in each workspace that is looked into. Lists that the session
 * has read already are not read again.
 */
export async function viewAccount(place: AccountPlace, wanted: WantedView): Promise<AccountView> {
  const { kinds, within, reads, refuses } = wanted;
  const holders = await holdersIn(place, kinds);
  const readKind = async (kind: Kind) => {
    try {
      const { objects } = await readAccount({
        kinds,
        ...place,
        within: ({ id }) => within.has(id),
        reads: (each) => each === kind,
      });
      return objects.filter((object) => object.kind === kind);
    } catch (error) {
      refuses(kind, error);
      return [];
    }
  };
  const read = kinds.filter((kind) => !holdsKinds(kind, kinds) && reads(kind));
  return { holders, objects: (await Promise.all(read.map(readKind))).flat() };
}

/** All workspaces of a place. */
export async function holdersIn(
  place: AccountPlace,
  kinds: readonly Kind[],
): Promise<LiveAccount["holders"]> {
  const { holders } = await readAccount({ kinds, ...place, within: () => false, reads: () => false });
  return holders;
}

import {
  connectionOf,
  defined,
  hasStatus,
  type Kind,
  type ResourceContext,
  type Session,
} from "pulumi-workspace-gateway/tools";
import type { AccountObject } from "../account/account-object.js";
import { stackObject } from "../account/stack-objects.js";
import { type AccountPlace, type AccountView, viewAccount } from "../live/account-view.js";
import { readAccount } from "../live/live-account.js";
import { type PlainState, plainState } from "../stack/plain-state.js";
import type { StackResource, StackState } from "../stack/stack-state.js";
import type { Mask } from "../text/mask.js";

/** A stack, and what its gateways are read with. */
export interface DriftStack {
  /** What people call it. */
  readonly name: string;
  readonly file?: string;
  readonly state: StackState;
  readonly session: Session;
  /** Masks secrets. */
  readonly mask?: Mask;
}

/** An object that a stack has, or only reads. */
export interface Managed extends AccountObject {
  readonly id: string;
  readonly stack: DriftStack;
  readonly resource: StackResource;
  /** The same with its secrets, to be compared. */
  readonly state: PlainState;
  readonly context: ResourceContext;
}

/** The objects of the stacks, and those whose workspace or connection is only there in encrypted form. */
export interface AllManaged {
  readonly managed: readonly Managed[];
  readonly sealed: readonly StackResource[];
  /** Those of a provider whose settings are in the program. */
  readonly unreached: readonly StackResource[];
}

/** The objects of all stacks, each once, also if the same stack is given twice. */
export function managedBy(stacks: readonly DriftStack[]): AllManaged {
  const all = stacks.flatMap((stack) => stack.state.resources.map((resource) => ({ stack, resource })));
  const groups = Map.groupBy(all, ({ resource }) => `${resource.urn} ${resource.id}`);
  const once = [...groups.values()].flatMap(([first]) => first ?? []);
  const {
    managed = [],
    sealed = [],
    unreached = [],
  } = Object.groupBy(once, ({ resource }) =>
    resource.provider !== undefined ? "unreached" : isSealed(resource) ? "sealed" : "managed",
  );
  return {
    managed: managed.map(({ stack, resource }) => {
      const state = plainState(resource.outputs);
      const context = stack.session.context(resource.kind, state.values);
      return { ...stackObject(resource), gateway: context.client.mark, stack, resource, state, context };
    }),
    sealed: sealed.map(({ resource }) => resource),
    unreached: unreached.map(({ resource }) => resource),
  };
}

function isSealed({ kind, outputs }: StackResource): boolean {
  const { sealed } = plainState(outputs);
  return ["connection", kind.endpoints.parent?.field ?? ""].some((name) => sealed.has(name));
}

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
    managed.flatMap(({ resource: { id, external }, context }) => {
      const part = context.parentId ?? (context.asHolder(id) === undefined ? undefined : id);
      return external || part === undefined ? [] : [part];
    }),
  );
}

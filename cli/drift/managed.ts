import {
  connectionOf,
  defined,
  echoedFields,
  hasStatus,
  hidden,
  howMany,
  isReadable,
  type Kind,
  nounOf,
  plural,
  type ResourceContext,
  type Session,
} from "pulumi-workspace-gateway/tools";
import type { AccountObject } from "../account/account-object.js";
import { stackObject } from "../account/objects.js";
import { type AccountPlace, type AccountView, viewAccount } from "../live/live-account.js";
import { type PlainState, plainState, type StackResource, type StackState } from "../stack/stack-state.js";
import type { Mask } from "../text/mask.js";
import { shortList } from "../text/words.js";

export interface DriftStack {
  readonly name: string;
  readonly file?: string;
  readonly state: StackState;
  readonly session: Session;
  readonly mask?: Mask;
}

export interface Managed extends AccountObject {
  readonly id: string;
  readonly stack: DriftStack;
  readonly resource: StackResource;
  /** With secrets in plain text, for comparison. */
  readonly state: PlainState;
  readonly context: ResourceContext;
}

/** `sealed`: the workspace or connection is encrypted. `unreached`: the settings are only in the program. */
export function managedBy(stacks: readonly DriftStack[]) {
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
    managed: managed.map(({ stack, resource }): Managed => {
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

interface GatewayPlace extends AccountPlace {
  readonly managed: readonly Managed[];
}

interface PlaceView extends AccountView {
  readonly place: GatewayPlace;
  /** Kinds that no stack uses on this gateway and whose lists the gateway refuses to show to this account. */
  readonly refused: readonly Kind[];
}

/** A stack without objects uses the default connection. */
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

/** Workspaces that a stack manages, or in which it has objects. */
function partsOf({ managed }: GatewayPlace): ReadonlySet<string> {
  return new Set(
    managed.flatMap(({ resource: { id, external }, context }) => {
      const part = context.parentId ?? (context.asHolder(id) === undefined ? undefined : id);
      return external || part === undefined ? [] : [part];
    }),
  );
}

interface Noted extends ReturnType<typeof managedBy> {
  readonly stacks: readonly DriftStack[];
  readonly views: readonly PlaceView[];
  /** Objects whose state lacks undeclared properties, although `--undeclared` requests them. */
  readonly silent: readonly Managed[];
}

const showSecrets = "`pulumi stack export --show-secrets` writes a file with plain-text values";

export function driftNotes({ stacks, managed, sealed, unreached, views, silent }: Noted): string[] {
  const pending = stacks.flatMap(({ state }) => state.pending);
  const unfinished = managed.filter(({ state }) => state.values[hidden.unfinished] === true);
  const leaving = managed.filter(({ resource }) => resource.leaving);
  const issued = managed.filter(({ resource }) => !isReadable(resource.kind) && !resource.leaving);
  const counts = [...Map.groupBy(issued, ({ resource }) => nounOf(resource.kind))].map(([noun, these]) =>
    howMany(these.length, noun),
  );
  const newer = [...new Set(stacks.flatMap(({ state }) => state.unknownKinds))];
  const encrypted = managed.flatMap(({ resource, state }) =>
    isReadable(resource.kind) && !resource.external
      ? echoedFields(resource.kind)
          .filter(({ name }) => state.sealed.has(name))
          .map(({ name }) => `${name} of ${labelOf(resource)}`)
      : [],
  );
  const labels = (objects: readonly Managed[]) => shortList(objects.map(({ resource }) => labelOf(resource)));
  const refused = [...new Set(views.flatMap((view) => view.refused))];
  const notes: readonly (readonly [about: readonly unknown[], note: string])[] = [
    [
      pending,
      `The result of ${howMany(pending.length, "operation")} was not recorded ` +
        `(${shortList(pending.map(({ operation, name }) => `${operation} ${name}`))}). Objects that were created may be listed as unmanaged.`,
    ],
    [
      unfinished,
      `The last \`up\` did not finish ${labels(unfinished)}. Differences in these objects may come from that run.`,
    ],
    [
      leaving,
      `Skipped: ${howMany(leaving.length, "replaced object")}. The next \`up\` deletes ${leaving.length === 1 ? "it" : "them"}.`,
    ],
    [issued, `Skipped: ${counts.join(", ")}. The API does not return them.`],
    [newer, `Skipped: objects of kinds that this release does not support (${newer.join(", ")}).`],
    [
      sealed,
      `Skipped: ${shortList(sealed.map(labelOf))}. The file contains their workspace or connection only in encrypted form. ${showSecrets}.`,
    ],
    [
      encrypted,
      `Not compared: ${shortList(encrypted)}, because the file contains only encrypted values. ${showSecrets}.`,
    ],
    [
      silent,
      `Not compared: the unmanaged properties of ${labels(silent)}, ` +
        "because an older release did not store them in the state. `pulumi refresh` adds them.",
    ],
  ];
  return [
    ...stacks
      .filter(({ state }) => state.resources.length === 0)
      .map(({ name }) => `The stack ${name} has no gateway objects.`),
    ...notes.flatMap(([about, note]) => (about.length === 0 ? [] : [note])),
    ...[...Map.groupBy(unreached, ({ provider }) => provider)].map(
      ([provider, these]) =>
        `${howMany(these.length, "object")} of the provider "${provider}" ${these.length === 1 ? "was" : "were"} not compared, ` +
        "because the provider's settings are only in the program. `pulumi preview --refresh` compares such objects.",
    ),
    ...refused.map(
      ({ name, scope }) =>
        `Unmanaged ${plural(nounOf({ name }))} were not listed, because the gateway returned 403 (scope \`${scope}:read\`).`,
    ),
  ];
}

function labelOf({ kind, name }: StackResource): string {
  return `${kind.name} ${name}`;
}

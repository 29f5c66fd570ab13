import {
  declaredProvider,
  defined,
  type Kind,
  kindNameOf,
  type Values,
} from "pulumi-workspace-gateway/tools";
import { readDeployment, type StateEntry } from "./deployment.js";
import { partsOf, type UrnParts } from "./urn.js";

/** A resource of ours in the state of a stack. */
export interface StackResource {
  readonly urn: string;
  /** Logical name in the program. */
  readonly name: string;
  /** The type token, which says who makes it. */
  readonly type: string;
  readonly kind: Kind;
  readonly id: string;
  readonly inputs: Values;
  /** The state that the lifecycle keeps of the object, the properties that it keeps for itself among them. */
  readonly outputs: Values;
  /** Only read by the program (`X.get`), not managed. */
  readonly external: boolean;
  /** A replacement has taken its place, and it has not been deleted yet. */
  readonly leaving: boolean;
  readonly protect: boolean;
  readonly retainOnDelete?: boolean;
  /** The paths of properties whose changes the program ignores. */
  readonly ignoreChanges: readonly string[];
  /** The URN of the resource whose destroy is taken to delete this one, too. */
  readonly deletedWith?: string;
  readonly parent?: string;
  /** The name of the provider that the program has declared for it, with settings of its own. */
  readonly provider?: string;
}

/** An operation that was begun and whose end nobody recorded. */
interface PendingOperation extends UrnParts {
  /** `creating`, `updating`, `deleting`, … */
  readonly operation: string;
  readonly urn: string;
}

/** What the state of a stack says about our resources. */
export interface StackState {
  /** The names of the stack and its project, if it has any resource. */
  readonly stack?: string;
  readonly project?: string;
  readonly resources: readonly StackResource[];
  /** The names of kinds of a newer release, which this one does not know. */
  readonly unknownKinds: readonly string[];
  readonly pending: readonly PendingOperation[];
}

/** Reads what `pulumi stack export` prints. No error quotes the text: it may hold secrets. */
export function readStackState(text: string, kinds: readonly Kind[]): StackState {
  const { resources, pending_operations: pending } = readDeployment(text).deployment;
  const ours = (resources ?? []).flatMap((resource) => {
    const kindName = kindNameOf(resource.type);
    return kindName === undefined ? [] : [{ kindName, resource }];
  });
  const known = ours.flatMap(({ kindName, resource }) => {
    const kind = kinds.find(({ name }) => name === kindName);
    return kind === undefined || resource.id === undefined ? [] : [resourceOf(kind, resource.id, resource)];
  });
  const names = kinds.map(({ name }) => name);
  const { stack, project } = partsOf(resources?.[0]?.urn ?? "");
  return {
    ...defined({ stack, project }),
    resources: known,
    unknownKinds: [...new Set(ours.map(({ kindName }) => kindName).filter((name) => !names.includes(name)))],
    pending: (pending ?? []).map(({ type, resource: { urn } }) => ({
      operation: type,
      urn,
      ...partsOf(urn),
    })),
  };
}

function resourceOf(kind: Kind, id: string, resource: StateEntry): StackResource {
  const { urn, type, inputs = {}, outputs = {}, parent, retainOnDelete, deletedWith } = resource;
  const provider = declaredProvider(resource.provider);
  return {
    urn,
    name: partsOf(urn).name,
    type,
    kind,
    id,
    inputs,
    outputs,
    external: resource.external === true,
    leaving: resource.delete === true,
    protect: resource.protect === true,
    ignoreChanges: resource.ignoreChanges ?? [],
    ...defined({ parent, provider, retainOnDelete, deletedWith }),
  };
}

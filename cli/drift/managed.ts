import type { Session, Target } from "pulumi-workspace-gateway/tools";
import type { AccountObject } from "../account/account-object.js";
import { stackObject } from "../account/stack-objects.js";
import { type PlainState, plainState } from "../stack/plain-state.js";
import type { StackResource, StackState } from "../stack/stack-state.js";

/** A stack, and what its gateways are read with. */
export interface DriftStack {
  /** What people call it. */
  readonly name: string;
  readonly file?: string;
  readonly state: StackState;
  readonly session: Session;
}

/** An object that a stack has, or only reads. */
export interface Managed extends AccountObject {
  readonly id: string;
  readonly stack: DriftStack;
  readonly resource: StackResource;
  /** The same with its secrets, to be compared. */
  readonly state: PlainState;
  readonly target: Target;
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
      const target = stack.session.target(resource.kind, state.values);
      return { ...stackObject(resource), gateway: target.client.mark, stack, resource, state, target };
    }),
    sealed: sealed.map(({ resource }) => resource),
    unreached: unreached.map(({ resource }) => resource),
  };
}

function isSealed({ kind, outputs }: StackResource): boolean {
  const { sealed } = plainState(outputs);
  return ["connection", kind.endpoints.parent?.field ?? ""].some((name) => sealed.has(name));
}

import { type Kind, priorGateway, type Session, type Target } from "pulumi-workspace-gateway/tools";
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
export interface Managed {
  readonly stack: DriftStack;
  readonly resource: StackResource;
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
  const seen = new Set<string>();
  const managed: Managed[] = [];
  const sealed: StackResource[] = [];
  const unreached: StackResource[] = [];
  for (const stack of stacks) {
    for (const resource of stack.state.resources) {
      const key = `${resource.urn} ${resource.id}`;
      if (seen.has(key)) {
        continue;
      }
      seen.add(key);
      const state = plainState(resource.outputs);
      if (resource.provider !== undefined) {
        unreached.push(resource);
      } else if (
        ["connection", resource.kind.endpoints.parent?.field ?? ""].some((name) => state.sealed.has(name))
      ) {
        sealed.push(resource);
      } else {
        const target = stack.session.target(resource.kind, state.values);
        managed.push({ stack, resource, state, target });
      }
    }
  }
  return { managed, sealed, unreached };
}

/** The same for an object that cannot be reached: its state remembers its gateway. */
export function rememberedIdentity({ kind, id, outputs }: StackResource): string {
  return `${priorGateway(outputs)} ${kind.name} ${id}`;
}

/** The same for an object whoever has it, and by whichever connection it is read. */
export function identityOn({ client }: Target, kind: Kind, id: string): string {
  return `${client.mark} ${kind.name} ${id}`;
}

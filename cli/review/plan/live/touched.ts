import { connectionOf, isUnknown, type Json, type Kind } from "pulumi-workspace-gateway/tools";
import { isChange } from "../operations.js";
import type { Plan, Step } from "../plan.js";

/** What a plan touches by one connection: there, what nobody declares counts too. */
export interface Touched {
  readonly connection: string | undefined;
  /** All steps of the connection, also those of what stays. */
  readonly steps: readonly Step[];
  /** The changes that a provider of the program makes in the same workspaces. */
  readonly provided: readonly Step[];
  /** The ids of the workspaces in which something changes. */
  readonly workspaces: ReadonlySet<string>;
  /** The names of the kinds of which something changes. */
  readonly kinds: ReadonlySet<string>;
}

/**
 * What a plan touches, connection by connection. What a provider of the program makes is beyond our settings, unless it is in a
 * workspace that a connection knows.
 *
 * @param besides - the ids of workspaces that count as touched, even if nothing changes in them
 */
export function touchedBy(
  { steps }: Plan,
  kinds: readonly Kind[],
  besides: ReadonlySet<string> = new Set(),
): Touched[] {
  const ours = steps.filter(({ kind }) => kind !== undefined);
  const reached = ours.filter(({ provider }) => provider === undefined);
  const beyond = ours.filter(({ provider, operation }) => provider !== undefined && isChange(operation));
  return [...Map.groupBy(reached, connectionOfStep)].flatMap(([connection, own]): Touched[] => {
    const changing = own.filter(({ operation }) => isChange(operation));
    const held = new Set(own.flatMap((step) => workspacesOf(step, kinds)));
    const provided = beyond.filter((step) => workspacesOf(step, kinds).some((id) => held.has(id)));
    const around = provided.flatMap((step) => workspacesOf(step, kinds));
    const asked = [...around, ...besides].filter((id) => held.has(id));
    const workspaces = new Set([...changing.flatMap((step) => workspacesOf(step, kinds)), ...asked]);
    const named = new Set([...changing, ...beyond].flatMap(({ kind }) => kind ?? []));
    const isTouched = changing.length + workspaces.size > 0;
    return isTouched ? [{ connection, steps: own, provided, workspaces, kinds: named }] : [];
  });
}

function connectionOfStep({ before, after }: Step): string | undefined {
  return connectionOf(after?.inputs ?? before?.inputs ?? {});
}

function workspacesOf({ kind, before, after }: Step, kinds: readonly Kind[]): string[] {
  const { endpoints, guard } = kinds.find(({ name }) => name === kind) ?? {};
  const ids = guard === undefined ? [] : [before?.id];
  const field = endpoints?.parent?.field ?? "";
  return [...ids, ...[before, after].map((snapshot) => snapshot?.inputs[field])].flatMap(knownId);
}

/** The id that a value is, in a list; none if it is not known yet. */
function knownId(value: Json | undefined): string[] {
  return typeof value === "string" && !isUnknown(value) ? [value] : [];
}

import { defined, isUnknown, type JsonObject } from "pulumi-workspace-gateway/tools";
import type { AccountObject } from "../../account/account-object.js";

export type Operation = ChangingOperation | "same" | "read";

export type ChangingOperation = "create" | "update" | "replace" | "delete" | "other";

/**
 * A resource at one moment: what the program declares, and what the gateway answered. Secrets are `[secret]`; what is not known yet is
 * the engine's mark of an unknown.
 */
export interface Snapshot extends Pick<AccountObject, "id" | "inputs" | "outputs"> {
  readonly protect?: true;
  readonly retainOnDelete?: true;
  /** The program only reads it: `X.get`. */
  readonly external?: true;
  /** The URN of the resource whose destroy is taken to delete this one, too: no request is sent for it. */
  readonly deletedWith?: string;
  /** The URN of the resource that an unknown input refers to: the value will be exactly the id or the output of that resource. */
  readonly from: Readonly<Record<string, readonly string[]>>;
  /** The URNs of the resources that an input depends on. */
  readonly sources?: Readonly<Record<string, readonly string[]>>;
  /** Where the program declares it, such as `index.ts#12`. */
  readonly line?: string;
}

export interface Step {
  readonly operation: Operation;
  readonly urn: string;
  readonly type: string;
  /** The kind's name, such as `Model`; undefined for a resource of another package, and for the settings of a gateway. */
  readonly kind?: string;
  readonly name: string;
  /** The name of the provider that the program has declared for it, with settings of its own. */
  readonly provider?: string;
  /** As it is now: with `--refresh`, as the gateway has it. Undefined for what is created. */
  readonly before?: Snapshot;
  /** As it is planned. Undefined for what is deleted. */
  readonly after?: Snapshot;
  /** With `--refresh`: what the state had before the gateway was read. */
  readonly recorded?: Snapshot;
  readonly replaceReasons: readonly string[];
  /**
   * Only the gateway has it: no resource of the stack. Its operation is `same`; `after` is undefined if it goes away with what it
   * is in, or if a replacement overwrites it.
   */
  readonly isUndeclared?: true;
  /**
   * A create that takes over an object that is there already: `before` is that object, as the gateway shows it or as another step
   * has it.
   */
  readonly takesOver?: true;
  /** What a replacement overwrites: an object that is there already and is not the one that it replaces. */
  readonly overwrites?: Snapshot;
  /** The rows of the objects with the name of a new one, if they differ from it in what tells such objects apart, or are several. */
  readonly namesakes?: readonly JsonObject[];
  /**
   * By the settings of its gateway, a create takes over an object that has the name of the new one: in any case, which an unknown
   * setting may mean, too, or only if it is as declared.
   */
  readonly adopts?: "always" | "identical";
  /** The name of the provider that it had until now, empty for the default one. Undefined if it keeps its provider. */
  readonly formerProvider?: string;
  /** The gateway was asked for the objects around it, and did not answer. */
  readonly isUnread?: true;
  /** A create of what the same plan deletes under another URN, this one: `before` is what that was. */
  readonly heirOf?: string;
  /**
   * The properties that differ, secrets among them: the package's own plugin has compared them. Undefined for what a dynamic
   * provider makes, of which only the covered values can be compared.
   */
  readonly altered?: ReadonlySet<string>;
}

/**
 * What an `up` writes only to the state: an option of a resource, its name in the program, or what the program exports. The
 * gateway hears nothing of it.
 */
export interface OptionChange {
  readonly urn: string;
  readonly name: string;
  /** The kind's name, the type token of a resource of another package, or `Stack` for an export. */
  readonly kind: string;
  /** The option, such as `protect`; `external` for what the program only reads from now on. Undefined if it is another change. */
  readonly option?: string;
  readonly isOn?: boolean;
  /** As it goes on after the name, such as "is no longer protected". */
  readonly words: string;
}

/** A preview: what is planned for each resource of a stack. */
export interface Plan {
  readonly project?: string;
  readonly stack?: string;
  /** What people call both sides, if this is a comparison of two accounts: what would bring the second to where the first is. */
  readonly compared?: { readonly from: string; readonly to: string };
  readonly steps: readonly Step[];
  /** What only the state of the stack gets: no size, count or risk has it. */
  readonly optionChanges: readonly OptionChange[];
  /** The marks of the gateways that have another address now, by the stack's config (`movedFrom`). */
  readonly movedFrom?: readonly string[];
  /** The arguments of pulumi that narrowed the preview to a part of the stack. Undefined if there are none. */
  readonly narrowedBy?: readonly string[];
  /** Whether resources that stay as they are are among the steps (`--show-sames`). */
  readonly isWhole: boolean;
  /** Whether the gateway was read before (`--refresh`). */
  readonly isRefreshed: boolean;
  /** Errors of the preview: it is not to be trusted if there are any. */
  readonly errors: readonly string[];
  /** The preview's own warnings, each once. */
  readonly warnings: readonly string[];
  /** What was read of the gateway beside the preview. Undefined if nothing was to be read. */
  readonly live?: LiveReading;
}

/** What was read of the gateway beside a preview: its objects are among the steps. */
export interface LiveReading {
  /** The accounts that it was read with, one for each connection. */
  readonly accounts: readonly LiveMarks[];
  /** The ids of the workspaces whose lists were read. */
  readonly read: readonly string[];
  /** What could not be read, a sentence each: what is in there cannot be judged. */
  readonly unread: readonly string[];
  /** Why nothing was read where nothing was to be read, a sentence each. */
  readonly notes: readonly string[];
}

/** Which account on which gateway: the marks that states keep of them. */
export interface LiveMarks {
  readonly connection?: string;
  readonly gateway: string;
  /** Undefined if the gateway does not show it. */
  readonly account?: string;
}

/** A replacement is one step; older engines print three. */
const meanings: Readonly<Record<string, Operation>> = {
  create: "create",
  update: "update",
  replace: "replace",
  "create-replacement": "replace",
  "import-replacement": "replace",
  delete: "delete",
  same: "same",
  read: "read",
  "read-replacement": "read",
};

/** Steps that are parts of another step, or after which nothing is different on the gateway. */
const silent: ReadonlySet<string> = new Set([
  "delete-replaced",
  "read-discard",
  "discard",
  "discard-replaced",
  "remove-pending-replace",
]);

export function operationOf(op: string): Operation | undefined {
  return silent.has(op) ? undefined : (meanings[op] ?? "other");
}

export function isChange(operation: Operation): operation is ChangingOperation {
  return operation !== "same" && operation !== "read";
}

/** The object of a step at a moment; none for a resource of another package. */
export function objectsOf(step: Step, snapshot: Snapshot | undefined): AccountObject[] {
  const { kind, urn, name, isUndeclared } = step;
  if (kind === undefined || snapshot === undefined) {
    return [];
  }
  const { id, inputs, outputs, from, external: isOnlyRead } = snapshot;
  return [{ kind, urn, name, inputs, outputs, from, ...defined({ id, isUndeclared, isOnlyRead }) }];
}

export function makes({ operation }: Pick<Step, "operation">): boolean {
  return operation === "create" || operation === "replace";
}

/** Whether a step deletes what an interrupted replacement left behind: its URN is now that of another object. */
export function isLeftBehind({ operation, before, after }: Step): boolean {
  return operation === "other" && before !== undefined && after === undefined;
}

/**
 * Whether a new object may take over an existing one: `adopt` of the resource or of its gateway's settings says so, or is unknown
 * before the `up`.
 */
export function mayAdopt(step: Pick<Step, "after" | "adopts">): boolean {
  return step.adopts === "identical" || mayOverwrite(step);
}

export function mayOverwrite({ after, adopts }: Pick<Step, "after" | "adopts">): boolean {
  const adopt = after?.inputs.adopt;
  return adopts === "always" || adopt === true || isUnknown(adopt);
}

/** Whether the object itself goes away, also to make room for another, or because it was left behind. */
export function isRemoved(step: Step): boolean {
  const { operation, before } = step;
  const goes = operation === "delete" || operation === "replace" || isLeftBehind(step);
  return goes && before?.retainOnDelete !== true;
}

/** What an operation that changes something is called, in the order in which people want to know it. */
export const operationWords = {
  delete: { noun: "delete", does: "deletes", title: "Deleted", past: "deleted" },
  replace: { noun: "replacement", does: "replaces", title: "Replaced", past: "replaced" },
  update: { noun: "update", does: "updates", title: "Updated", past: "changed" },
  create: { noun: "create", does: "creates", title: "Created", past: "created" },
  other: { noun: "other change", does: "does something else to", title: "Changed", past: "touched" },
} as const satisfies Readonly<Record<ChangingOperation, unknown>>;

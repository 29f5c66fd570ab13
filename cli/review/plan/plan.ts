import { defined, isUnknown, type JsonObject } from "pulumi-workspace-gateway/tools";
import type { AccountObject } from "../../account/account-object.js";

export type Operation = ChangingOperation | "same" | "read";

export type ChangingOperation = "create" | "update" | "replace" | "delete" | "other";

/** Secrets are `[secret]`, and an unknown value is the engine's placeholder. */
export interface Snapshot extends Pick<AccountObject, "id" | "inputs" | "outputs"> {
  readonly protect?: true;
  readonly retainOnDelete?: true;
  /** The program only reads the object (`X.get`). */
  readonly external?: true;
  /** The URN of the resource whose delete also removes this one, so no request is sent for it. */
  readonly deletedWith?: string;
  /** The URNs of the resources whose id or output an unknown input passes on unchanged. */
  readonly from: Readonly<Record<string, readonly string[]>>;
  /** The URNs of the resources that an input depends on. */
  readonly sources?: Readonly<Record<string, readonly string[]>>;
  /** Where the program declares the resource, such as `index.ts#12`. */
  readonly line?: string;
}

export interface Step {
  readonly operation: Operation;
  readonly urn: string;
  readonly type: string;
  /** The kind's name, such as `Model`. Undefined for other packages' resources and for gateway settings. */
  readonly kind?: string;
  readonly name: string;
  /** The name of the provider that the program declares for the resource. */
  readonly provider?: string;
  /** The current state, with `--refresh` as read from the gateway. Undefined if the object is new. */
  readonly before?: Snapshot;
  /** The planned state. Undefined for a delete. */
  readonly after?: Snapshot;
  /** With `--refresh`: the state before the gateway was read. */
  readonly recorded?: Snapshot;
  readonly replaceReasons: readonly string[];
  /**
   * The object is on the gateway, but no resource of the stack manages it. The operation is `same`. `after`
   * is undefined if the object is removed with its container, or if a replacement overwrites it.
   */
  readonly isUndeclared?: true;
  /** A create that takes over an existing object (`before`) from the gateway or from another step. */
  readonly takesOver?: true;
  /** The existing object that a replacement overwrites, other than the object that is replaced. */
  readonly overwrites?: Snapshot;
  /** Objects with the name of a new one, if there are several or a distinguishing field may differ. */
  readonly namesakes?: readonly JsonObject[];
  /** When a create may take over an object with its name. An unknown gateway setting counts as `always`. */
  readonly adopts?: "always" | "identical";
  /** The former provider. Empty for the default provider, and undefined if the provider does not change. */
  readonly formerProvider?: string;
  /** The objects related to this one could not be read. */
  readonly isUnread?: true;
  /** The URN of the deleted resource that this create supersedes. `before` is the deleted object. */
  readonly heirOf?: string;
  /**
   * The properties that differ, including secrets, as compared by the package's own plugin. Undefined for a
   * dynamic provider, because only its masked values can be compared.
   */
  readonly altered?: ReadonlySet<string>;
}

/** A change that an `up` writes only to the state: a resource option, a name, or an export. */
export interface OptionChange {
  readonly urn: string;
  readonly name: string;
  /** The kind's name, the type token of a resource from another package, or `Stack` for an export. */
  readonly kind: string;
  /** Such as `protect` or `external` (now only read by the program). Undefined for other changes. */
  readonly option?: string;
  readonly isOn?: boolean;
  /** Continues a sentence after the name, such as "is no longer protected". */
  readonly words: string;
}

export interface Plan {
  readonly project?: string;
  readonly stack?: string;
  /** The names of two compared accounts. The plan would make the account `to` match the account `from`. */
  readonly compared?: { readonly from: string; readonly to: string };
  readonly steps: readonly Step[];
  /** Changes to the state only. They are not included in any size or count. */
  readonly optionChanges: readonly OptionChange[];
  /** The marks of gateways that have a new address, from the stack's config (`movedFrom`). */
  readonly movedFrom?: readonly string[];
  /** The pulumi arguments that limited the preview to part of the stack. Undefined if there are none. */
  readonly narrowedBy?: readonly string[];
  /** Whether the steps include unchanged resources (`--show-sames`). */
  readonly isWhole: boolean;
  /** Whether the preview read the gateway first (`--refresh`). */
  readonly isRefreshed: boolean;
  /** Errors of the preview. If there are any, do not trust the plan. */
  readonly errors: readonly string[];
  /** The preview's own warnings, without duplicates. */
  readonly warnings: readonly string[];
  /** Undefined if there was nothing to read. */
  readonly live?: LiveReading;
}

/** What was read from the gateway in addition to the preview. The objects are among the steps. */
export interface LiveReading {
  /** One account for each connection. */
  readonly accounts: readonly LiveMarks[];
  /** The ids of the workspaces whose lists were read. */
  readonly read: readonly string[];
  /** What could not be read, and so cannot be judged. One sentence each. */
  readonly unread: readonly string[];
  /** Why the gateway was not read at all, one sentence each. */
  readonly notes: readonly string[];
}

/** A gateway and an account on it, identified by the marks in states. */
export interface LiveMarks {
  readonly connection?: string;
  readonly gateway: string;
  /** Undefined if the gateway does not show the account. */
  readonly account?: string;
}

/** A replacement is one step. Older engines print three steps for it. */
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

/** Parts of other steps, or steps that change nothing on the gateway. */
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

/** The step's object with the values of `snapshot`. Empty for a resource from another package. */
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

/** Whether a step deletes what an interrupted replacement left behind. Another object now has its URN. */
export function isLeftBehind({ operation, before, after }: Step): boolean {
  return operation === "other" && before !== undefined && after === undefined;
}

/** Whether `adopt` on the resource or in its gateway settings allows a takeover, or is unknown. */
export function mayAdopt(step: Pick<Step, "after" | "adopts">): boolean {
  return step.adopts === "identical" || mayOverwrite(step);
}

export function mayOverwrite({ after, adopts }: Pick<Step, "after" | "adopts">): boolean {
  const adopt = after?.inputs.adopt;
  return adopts === "always" || adopt === true || isUnknown(adopt);
}

/** Includes the leftovers of interrupted replacements. */
export function isRemoved(step: Step): boolean {
  const { operation, before } = step;
  const goes = operation === "delete" || operation === "replace" || isLeftBehind(step);
  return goes && before?.retainOnDelete !== true;
}

/** Words for each changing operation, in the order in which reviewers want to see them. */
export const operationWords = {
  delete: { noun: "delete", does: "deletes", title: "Deleted", past: "deleted" },
  replace: { noun: "replacement", does: "replaces", title: "Replaced", past: "replaced" },
  update: { noun: "update", does: "updates", title: "Updated", past: "changed" },
  create: { noun: "create", does: "creates", title: "Created", past: "created" },
  other: {
    noun: "other change",
    does: "otherwise changes",
    title: "Changed",
    past: "changed in a different way",
  },
} as const satisfies Readonly<Record<ChangingOperation, unknown>>;

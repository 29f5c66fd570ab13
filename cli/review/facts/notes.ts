import {
  hidden,
  howMany,
  isRefused,
  type Kind,
  nounOf,
  refusalOf,
  stillAltered,
} from "pulumi-workspace-gateway/tools";
import { partsOf } from "../../stack/stack-state.js";
import { shortList } from "../../text/words.js";
import {
  isChange,
  isLeftBehind,
  isRemoved,
  makes,
  mayAdopt,
  type Operation,
  type Step,
} from "../plan/plan.js";
import { changedFields, removalIn } from "./differences.js";
import { parentField, type Resources, unplaced, workspaceOf } from "./resources.js";

export interface Needs {
  /** Scopes of the token, such as `models:write`, sorted. */
  readonly scopes: readonly string[];
  /** Whether gateway keys need the app's own credentials. */
  readonly app: boolean;
  /** The number of write requests, and the maximum number of reads. */
  readonly writes: number;
  readonly reads: number;
  /** What cannot be undone, one sentence each. */
  readonly irreversible: readonly string[];
}

type Note = string | false | undefined;

export function notesOf(step: Step, resources: Resources): string[] {
  const kind = resources.kindOf(step);
  const { operation, before } = step;
  const isTouched = operation === "delete" || operation === "replace";
  const notes: Partial<Record<Operation, () => readonly Note[]>> = {
    replace: () => replacement(step, kind),
    delete: () => removalNotes(step, kind, resources),
    update: () => update(step, kind),
    create: () => creationNotes(step, kind),
    other: () =>
      isLeftBehind(step)
        ? [
            "An interrupted replacement left this object behind, so it is deleted.",
            ...removalNotes(step, kind, resources),
          ]
        : ["An unknown step."],
  };
  return [
    isTouched && before?.protect && "It is protected, so the `up` refuses to delete it.",
    ...(notes[operation]?.() ?? []),
  ].filter((note) => typeof note === "string");
}

function creationNotes(step: Step, kind: Kind | undefined): Note[] {
  const { before, recorded, takesOver, heirOf } = step;
  const source = kind?.source.how;
  return [
    recorded && "It no longer exists on the gateway, so it is recreated.",
    recorded === undefined &&
      source === "adopted" &&
      !takesOver &&
      "It already exists. The preview does not show which values are overwritten.",
    heirOf !== undefined &&
      `It has the same name as \`${partsOf(heirOf).name}\`, which is deleted. Only differences are shown.`,
    takesOver &&
      `It already exists (id ${before?.id}) and is taken over. Only properties that differ are changed.`,
    source === "created" &&
      mayAdopt(step) &&
      !takesOver &&
      "If an object with this name exists, it is taken over.",
    issued(kind),
  ];
}

function replacement(step: Step, kind: Kind | undefined): Note[] {
  const { before, after, replaceReasons, overwrites } = step;
  const reasons = [
    replaceReasons.length > 0 && `Replaced because of ${replaceReasons.join(", ")}.`,
    overwrites &&
      `The new object already exists (id ${overwrites.id}) and is taken over. The changes are relative to its current values.`,
  ];
  if (before?.retainOnDelete) {
    return [...reasons, "The old object stays on the gateway (`retainOnDelete`)."];
  }
  if (kind === undefined || kind.source.how === "issued") {
    return [...reasons, issued(kind, "A new object is created. The old one: ")];
  }
  const { overlap } = kind;
  if (overlap !== undefined && after?.inputs[overlap.input] === overlap.value) {
    return [...reasons, "The new object is created before the old one is deleted."];
  }
  const interrupted =
    kindNotes[kind.name]?.replaced ?? "Its id changes. Update everything that uses the old id.";
  return [...reasons, interrupted, ...exclusiveNotes(kind, step, "In between: ")];
}

function exclusiveNotes(kind: Kind, { before }: Step, lead: string): string[] {
  return [...kind.fields.values()]
    .filter(({ name, exclusive }) => exclusive !== undefined && before?.inputs[name] === true)
    .map(({ exclusive }) => `${lead}${exclusive}.`);
}

function removalNotes(step: Step, kind: Kind | undefined, resources: Resources): Note[] {
  const { before } = step;
  if (before?.retainOnDelete) {
    return ["It stays on the gateway (`retainOnDelete`) and is removed only from the stack."];
  }
  if (kind === undefined) {
    return [];
  }
  if (kind.source.how === "adopted") {
    const release = releaseOf(kind, step) ?? "keep";
    const deleted = release === "delete" ? kindNotes[kind.name]?.deleted : undefined;
    return [deleted ?? releaseNotes[release]];
  }
  const unless = guardedBy(kind, step);
  const deleted = unless === undefined ? kindNotes[kind.name]?.deleted : refusal(step, unless, resources);
  return [issued(kind), deleted, ...exclusiveNotes(kind, step, "Without it: ")];
}

/** A non-empty object cannot be destroyed, even if it contains only objects that leave the stack. */
function refusal(holder: Step, unless: string, resources: Resources): string {
  const names = shortList(stayingIn(holder, resources).map(({ name }) => `\`${name}\``));
  return names === ""
    ? `The \`up\` deletes it only if it is empty, because \`${unless}\` was never applied.`
    : `The \`up\` or destroy refuses to delete it, because it still contains objects on the gateway: ${names}. ` +
        `Apply \`${unless}: true\` first, or delete these objects.`;
}

function stayingIn(holder: Step, resources: Resources): Step[] {
  return resources.plan.steps.filter((step) => staysIn(step, holder, resources));
}

function staysIn(step: Step, holder: Step, resources: Resources): boolean {
  const { operation, before, isUndeclared } = step;
  const kind = resources.kindOf(step);
  if (before === undefined || step === holder || kind?.endpoints.list === undefined) {
    return false;
  }
  const isIn = holder.before?.id !== undefined && workspaceOf(resources, step, before) === holder.before.id;
  const isLetGo =
    before.retainOnDelete || before.deletedWith === holder.urn || releaseOf(kind, step) === "keep";
  const refusal = refusalOf(kind);
  const goesAlong = refusal !== undefined && isRefused(before.inputs, refusal);
  return isIn && !goesAlong && (isUndeclared === true || (operation === "delete" && isLetGo));
}

/** The input that permits destroying a non-empty object. Undefined if it was applied or is not needed. */
function guardedBy({ guard }: Kind, { before }: Step): string | undefined {
  return before?.inputs[guard?.unless ?? ""] === true ? undefined : guard?.unless;
}

/** For a resource that leaves the stack. `kept`: its object stays. `refused`: the `up` cannot delete it. */
export function staysOnGateway(step: Step, resources: Resources): "kept" | "refused" | undefined {
  const kind = resources.kindOf(step);
  if (step.operation !== "delete" && !isLeftBehind(step)) {
    return undefined;
  }
  if (!isRemoved(step) || (kind !== undefined && !isDeleted(step, kind))) {
    return "kept";
  }
  const isRefused = kind !== undefined && guardedBy(kind, step) !== undefined;
  return isRefused && stayingIn(step, resources).length > 0 ? "refused" : undefined;
}

/** Ignores resource options that keep the object. */
function isDeleted(step: Step, kind: Kind): boolean {
  return kind.source.how === "created" || releaseOf(kind, step) === "delete";
}

export function releaseOf(kind: Kind, { before }: Step): "keep" | "restore" | "delete" | undefined {
  if (kind.source.how !== "adopted") {
    return undefined;
  }
  const { onDestroy } = kind.source;
  return onDestroy.find((choice) => choice === before?.inputs.onDestroy) ?? onDestroy[0];
}

const releaseNotes = {
  keep: "It stays on the gateway unchanged (`onDestroy`) and is removed only from the stack.",
  restore: "Its previous values are restored (`onDestroy`), unless someone has changed them since.",
  delete: "It is deleted from the gateway (`onDestroy`).",
} as const;

function issued(kind: Kind | undefined, lead = ""): string | undefined {
  const sentence = kind?.source.how === "issued" ? `${lead}${kind.source.afterRelease}.` : undefined;
  return sentence && sentence.charAt(0).toUpperCase() + sentence.slice(1);
}

function update(step: Step, kind: Kind | undefined): string[] {
  const changed = changedFields(kind, step);
  if (changed.length > 0 && changed.every(({ covered }) => covered === "may differ")) {
    return ["Nothing else differs, so a secret probably changes."];
  }
  const outputs = step.before?.outputs ?? {};
  const altered = kind === undefined ? [] : stillAltered(kind, outputs, step.after?.inputs ?? {});
  if (altered.length > 0) {
    const names = altered.map(({ name }) => `\`${name}\``).join(", ");
    return [
      `The gateway stored a value for ${names} that differs from the one sent, so the \`up\` ` +
        `${kind?.endpoints.patch === undefined ? "reads it" : "sends it"} again.`,
    ];
  }
  if (changed.length > 0) {
    return [];
  }
  return outputs[hidden.unfinished] === true || outputs[hidden.failed] === true
    ? ["An earlier `up` left it unfinished."]
    : ["No declared property differs, so the `up` only updates the state."];
}

/** Kinds without a row use the texts from their spec. */
interface KindNotes {
  readonly replaced?: string;
  readonly deleted?: string;
  /** What cannot be recovered after a delete. */
  readonly lost?: string;
}

const kindNotes: Readonly<Record<string, KindNotes>> = {
  Config: {
    replaced:
      "The API cannot update a config. Between the delete and the create, requests that name the config cannot find it.",
    deleted: "Requests that name it can no longer find it.",
  },
  Index: {
    replaced:
      "The site is crawled again. Until the crawl ends, searches find only some of the pages, or none.",
    deleted: "Its crawled pages are deleted.",
    lost: "the pages must be crawled again",
  },
  Workspace: {
    deleted:
      "The API does not specify what happens to its contents. Assume that everything is lost, even objects outside this stack.",
    lost: "assume that all contents are lost, including members and objects outside this stack",
  },
  ModelProvider: {
    lost: "an API key must be set again, because the gateway never shows it",
  },
  Model: { deleted: "Requests for its gateway name fail." },
  Member: {
    replaced: "A different person receives the role.",
    deleted: "The person loses access.",
    lost: "a removed person can return only with a new invitation",
  },
};

interface Work {
  readonly step: Step;
  readonly kind: Kind;
}

export function needsOf(resources: Resources): Needs {
  const work = resources.plan.steps.flatMap((step): Work[] => {
    const kind = resources.kindOf(step);
    return kind !== undefined && isChange(step.operation) ? [{ step, kind }] : [];
  });
  const scopes = work.flatMap(({ step, kind }) => scopesOfStep(step, kind, resources));
  const requests = work.map(({ step, kind }) => requestsOf(step, kind));
  const count = (what: "writes" | "reads") => requests.reduce((total, each) => total + each[what], 0);
  return {
    scopes: [...new Set(scopes.map(({ scope }) => scope))].sort(),
    app: work.some(({ kind, step }) => kind.endpoints.auth === "app" && makes(step)),
    writes: count("writes"),
    reads: count("reads") + sharedReads(work, resources),
    irreversible: irreversible(work),
  };
}

/** Reads for the account, for each collection with creates or updates, and for guards. */
function sharedReads(work: readonly Work[], resources: Resources): number {
  const writing = work.filter(({ step, kind }) => requestsOf(step, kind).writes > 0);
  const collections = new Set(
    work
      .filter(({ step, kind }) =>
        step.operation === "update"
          ? kind.endpoints.list !== undefined
          : makes(step) && kind.source.how === "created" && !isInNew(step, resources),
      )
      .map(({ step, kind }) => {
        const place = step.after && workspaceOf(resources, step, step.after);
        return `${kind.name} ${place === unplaced ? step.urn : place}`; // two unknown workspaces may differ
      }),
  );
  const guarded = writing.filter(({ step, kind }) => isRemoved(step) && guardedBy(kind, step) !== undefined);
  const held = resources.kinds.filter(
    ({ endpoints }) => endpoints.parent !== undefined && endpoints.list !== undefined,
  );
  return (writing.length > 0 ? 1 : 0) + collections.size + guarded.length * (1 + held.length);
}

function irreversible(work: readonly Work[]): string[] {
  const byKind = Map.groupBy(work, ({ kind }) => kind);
  return [...byKind].flatMap(([kind, all]) => {
    const { source } = kind;
    const gone = all.filter(
      ({ step }) => isRemoved(step) && isDeleted(step, kind) && guardedBy(kind, step) === undefined,
    );
    const made = all.filter(({ step }) => makes(step));
    const lost = kindNotes[kind.name]?.lost;
    return [
      gone.length > 0 && lost !== undefined && `${howMany(gone.length, nounOf(kind))} deleted: ${lost}.`,
      made.length > 0 &&
        source.how === "issued" &&
        `${howMany(made.length, nounOf(kind))} created${made.length === 1 ? "" : ", and for each"}: ${source.afterRelease}.`,
    ].filter((sentence) => sentence !== false);
  });
}

interface Requests {
  readonly writes: number;
  readonly reads: number;
}

const none: Requests = { writes: 0, reads: 0 };

export function requestsOf(step: Step, kind: Kind): Requests {
  const { operation } = step;
  if (operation === "update") {
    return change(step, kind);
  }
  // An object is read back if the response to its write is incomplete. An adopted object is looked up first.
  const reads = { issued: 0, created: 1, adopted: 2 }[kind.source.how];
  const made = makes(step) ? { writes: 1, reads } : none;
  const removed = isChange(operation) && operation !== "create" ? removal(step, kind) : none;
  return { writes: made.writes + removed.writes, reads: made.reads + removed.reads };
}

/** After an unfinished `up`, all declared values are sent. A reset first reads the whole object. */
function change(step: Step, kind: Kind): Requests {
  const changed = changedFields(kind, step);
  const removals = changed
    .filter(({ after }) => after === undefined)
    .map(({ field }) => removalIn(step, kind, field.name));
  const sent = changed.filter(({ field, after }) => !field.local && after !== undefined).length;
  const isUnfinished = step.before?.outputs[hidden.unfinished] === true;
  const isSent =
    isUnfinished ||
    (stillAltered(kind, step.before?.outputs ?? {}, step.after?.inputs ?? {}).length > 0 &&
      kind.endpoints.patch !== undefined) ||
    sent > 0 ||
    removals.some((removal) => removal !== undefined && removal !== "left");
  return { writes: isSent ? 1 : 0, reads: 1 + (removals.includes("reset") ? 1 : 0) };
}

function removal(step: Step, kind: Kind): Requests {
  const release = releaseOf(kind, step) ?? (kind.source.how === "issued" ? "keep" : "delete");
  if (step.before?.retainOnDelete || release === "keep") {
    return none;
  }
  return { writes: 1, reads: release === "restore" ? 2 : 0 };
}

export interface NeededScope {
  readonly scope: string;
  readonly kind: Kind;
  /** If false, the scope is needed only if a response is incomplete. */
  readonly sure: boolean;
}

export function scopesOfLife(kind: Kind, kinds: readonly Kind[]): NeededScope[] {
  return scopesOf(kind, kinds, { writes: true, makes: true, looks: true, empties: kind.guard !== undefined });
}

export function scopesOfStep(step: Step, kind: Kind, resources: Resources): NeededScope[] {
  const { writes, reads } = requestsOf(step, kind);
  const isSearched = makes(step) && kind.source.how === "created" && !isInNew(step, resources);
  return scopesOf(kind, resources.kinds, {
    writes: writes > 0,
    makes: makes(step),
    looks: isSearched || reads > 1, // the first read only follows an incomplete response
    empties: isRemoved(step) && guardedBy(kind, step) !== undefined,
  });
}

/** `looks`: objects are read before they are written. `empties`: only empty objects are deleted. */
function scopesOf(
  kind: Kind,
  kinds: readonly Kind[],
  { writes, makes, looks, empties }: Readonly<Record<"writes" | "makes" | "looks" | "empties", boolean>>,
): NeededScope[] {
  const { endpoints, source, scope } = kind;
  const held = kinds.filter(
    (other) => other.endpoints.parent?.list === endpoints.list && other.endpoints.list,
  );
  // Only GET /user shows whether the object is the token's own account.
  const asksWhoItIs = source.how === "adopted" && source.ownAccountAt !== undefined && makes;
  return [
    ...(writes && source.how !== "issued" ? [{ scope: `${scope}:read`, kind, sure: looks || empties }] : []),
    ...(writes && endpoints.auth !== "app" ? [{ scope: `${scope}:write`, kind, sure: true }] : []),
    ...(empties ? held.map((other) => ({ scope: `${other.scope}:read`, kind, sure: true })) : []),
    ...(asksWhoItIs ? [{ scope: "profile:read", kind, sure: true }] : []),
  ];
}

/** A workspace that this `up` creates is empty, so the `up` does not search it. */
export function isInNew({ after }: Step, resources: Resources): boolean {
  const [field] = resources.kinds.flatMap((kind) => parentField(kind) ?? []);
  const parent = after && field !== undefined ? resources.named(after, field) : undefined;
  return parent !== undefined && makes(parent);
}

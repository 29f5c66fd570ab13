import { hidden, isRefused, type Kind, refusalOf, stillAltered } from "pulumi-workspace-gateway/tools";
import { partsOf } from "../../stack/urn.js";
import { isLeftBehind, isRemoved, mayAdopt } from "../plan/operations.js";
import type { Step } from "../plan/plan.js";
import { changedFields, onlySecrets } from "./differences.js";
import { type Resources, workspaceOf } from "./resources.js";

/** Sentences: what a replacement interrupts, what a delete takes away, what an option changes of it. */
export function notesOf(step: Step, resources: Resources): string[] {
  const kind = resources.kindOf(step);
  return [
    ...protection(step),
    ...(step.operation === "replace" ? replacement(step, kind) : []),
    ...(step.operation === "delete" ? removal(step, kind, resources) : []),
    ...(step.operation === "update" ? update(step, kind) : []),
    ...(step.operation === "create" ? creation(step, kind) : []),
    ...(step.operation === "other" ? other(step, kind, resources) : []),
  ];
}

function other(step: Step, kind: Kind | undefined, resources: Resources): string[] {
  return isLeftBehind(step)
    ? ["An interrupted replacement left it behind, so it is deleted.", ...removal(step, kind, resources)]
    : ["A step that is not known here."];
}

function creation(step: Step, kind: Kind | undefined): string[] {
  const { before, recorded, takesOver, heirOf } = step;
  return [
    ...(recorded === undefined ? [] : ["It is not on the gateway any more, so it is created again."]),
    ...(recorded === undefined && kind?.source.how === "adopted" && !takesOver
      ? ["It is there already: the preview does not show which values are overwritten."]
      : []),
    ...(heirOf === undefined
      ? []
      : [`It has the name of \`${partsOf(heirOf).name}\`, which is deleted: what differs is shown.`]),
    ...(takesOver
      ? [`It is there already (id ${before?.id}), and is taken over: only what differs is changed.`]
      : []),
    ...(kind?.source.how === "created" && mayAdopt(step) && !takesOver
      ? ["If there is an object of its name, this one is taken over."]
      : []),
    ...issued(kind),
  ];
}

function protection({ operation, before }: Step): string[] {
  const isTouched = operation === "delete" || operation === "replace";
  return isTouched && before?.protect ? ["It is protected: the `up` refuses this."] : [];
}

function replacement(step: Step, kind: Kind | undefined): string[] {
  const { before, after, replaceReasons, overwrites } = step;
  const reasons = [
    ...(replaceReasons.length === 0 ? [] : [`Replaced because of ${replaceReasons.join(", ")}.`]),
    ...(overwrites === undefined
      ? []
      : [
          `The new one is there already (id ${overwrites.id}), and is taken over: it is compared with what it has now.`,
        ]),
  ];
  if (before?.retainOnDelete) {
    return [...reasons, "The old one stays on the gateway (`retainOnDelete`)."];
  }
  if (kind === undefined || kind.source.how === "issued") {
    return [...reasons, ...issued(kind, "A new one is made. Of the old one: ")];
  }
  const { overlap } = kind;
  const isBeside = overlap !== undefined && after?.inputs[overlap.input] === overlap.value;
  const interrupted =
    kindNotes[kind.name]?.replaced ?? "It gets a new id: what uses the old one has to follow.";
  return [
    ...reasons,
    isBeside ? "The new one is created before the old one is deleted." : interrupted,
    ...(isBeside ? [] : exclusiveNotes(kind, step, "In between: ")),
  ];
}

function exclusiveNotes(kind: Kind, { before }: Step, lead: string): string[] {
  return [...kind.fields.values()]
    .filter(({ name, exclusive }) => exclusive !== undefined && before?.inputs[name] === true)
    .map(({ exclusive }) => `${lead}${exclusive}.`);
}

function removal(step: Step, kind: Kind | undefined, resources: Resources): string[] {
  const { before } = step;
  if (before?.retainOnDelete) {
    return ["It stays on the gateway (`retainOnDelete`), and only leaves the stack."];
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
  return [
    ...issued(kind),
    ...(deleted === undefined ? [] : [deleted]),
    ...exclusiveNotes(kind, step, "Without it: "),
  ];
}

/** A destroy of what holds something is refused, although it lets go of the objects of the stack that stay in it. */
function refusal(holder: Step, unless: string, resources: Resources): string {
  const names = stayingIn(holder, resources)
    .map(({ name }) => `\`${name}\``)
    .join(", ");
  return names === ""
    ? `The \`up\` refuses this while it holds anything: \`${unless}\` was never applied.`
    : `The \`up\` or destroy refuses this, because the gateway still holds objects in it: ${names}. ` +
        `Apply \`${unless}: true\` before, or delete these.`;
}

function stayingIn(holder: Step, resources: Resources): Step[] {
  return resources.plan.steps.filter((step) => staysIn(step, holder, resources));
}

/** Whether an object is still in what holds it when that is to be deleted. */
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

/** The input without which a destroy is refused while the object holds anything. Undefined if it was applied, or if nothing is refused. */
export function guardedBy({ guard }: Kind, { before }: Step): string | undefined {
  return before?.inputs[guard?.unless ?? ""] === true ? undefined : guard?.unless;
}

/** Whether a resource that leaves the stack leaves its object on the gateway, or the `up` refuses to delete the object. */
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

/** Whether the object of a resource that leaves the stack is deleted, unless an option of the resource keeps it. */
export function isDeleted(step: Step, kind: Kind): boolean {
  return kind.source.how === "created" || releaseOf(kind, step) === "delete";
}

/** What a destroy does to an object that was there before. */
export function releaseOf(kind: Kind, { before }: Step): "keep" | "restore" | "delete" | undefined {
  if (kind.source.how !== "adopted") {
    return undefined;
  }
  const { onDestroy } = kind.source;
  return onDestroy.find((choice) => choice === before?.inputs.onDestroy) ?? onDestroy[0];
}

const releaseNotes = {
  keep: "It stays on the gateway as it is (`onDestroy`), and only leaves the stack.",
  restore: "The values from before are put back (`onDestroy`), unless somebody changed it since then.",
  delete: "It is deleted on the gateway (`onDestroy`).",
} as const;

function issued(kind: Kind | undefined, lead = ""): string[] {
  const sentence = kind?.source.how === "issued" ? `${lead}${kind.source.afterRelease}.` : "";
  return sentence === "" ? [] : [sentence.charAt(0).toUpperCase() + sentence.slice(1)];
}

function update(step: Step, kind: Kind | undefined): string[] {
  if (onlySecrets(kind, step).length > 0) {
    return ["Nothing else differs, so a secret probably changes."];
  }
  const outputs = step.before?.outputs ?? {};
  const altered = kind === undefined ? [] : stillAltered(kind, outputs, step.after?.inputs ?? {});
  if (altered.length > 0) {
    const names = altered.map(({ name }) => `\`${name}\``).join(", ");
    return [
      `The gateway stored another value of ${names} than was sent, so the \`up\` ` +
        `${kind?.endpoints.patch === undefined ? "looks at it" : "sends it"} again.`,
    ];
  }
  if (changedFields(kind, step).length > 0) {
    return [];
  }
  return outputs[hidden.unfinished] === true || outputs[hidden.failed] === true
    ? ["An earlier `up` did not finish it."]
    : ["Nothing that is declared differs: the `up` only brings the state up to date."];
}

/**
 * What people should know of a kind when objects of it are replaced or deleted. A kind that is not named here
 * has the words that its spec gives.
 */
interface KindNotes {
  readonly replaced?: string;
  readonly deleted?: string;
  /** What a delete takes away for ever. */
  readonly lost?: string;
}

export const kindNotes: Readonly<Record<string, KindNotes>> = {
  Config: {
    replaced:
      "The API cannot change a config: requests that name it find none between the delete and the create.",
    deleted: "Requests that name it find none.",
  },
  Index: {
    replaced: "The site is crawled anew: until the crawl has ended, searches find nothing or only a part.",
    deleted: "Its crawled pages are deleted.",
    lost: "its pages have to be crawled again",
  },
  Workspace: {
    deleted:
      "The API does not say what becomes of everything in it: take it for gone, also what is not in this stack.",
    lost: "take everything in it for gone, also its members and what is not in this stack",
  },
  ModelProvider: {
    lost: "an API key has to be given again, because the gateway never shows it",
  },
  Model: { deleted: "Its gateway name leads nowhere." },
  Member: {
    replaced: "Another person gets the role.",
    deleted: "The person loses access.",
    lost: "who goes can come back only by a new invitation",
  },
};

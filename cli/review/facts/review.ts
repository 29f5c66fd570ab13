import type { Json, removalText } from "pulumi-workspace-gateway/tools";
import type { ExpectationChange } from "../../expectations/check.js";
import type { Retirement } from "../../retirement/retirement.js";
import type { Route } from "../../routing/compare-routes.js";
import type { AccountChange } from "../../usage/cost.js";
import { type EffectsInput, type UsageEffects, usageEffects } from "../../usage/effects.js";
import { GatewayUsage } from "../../usage/object-use.js";
import type { Usage } from "../../usage/usage.js";
import type { Finding, Risk } from "../findings/finding.js";
import type { ChangingOperation, Plan } from "../plan/plan.js";
import type { Needs } from "./notes.js";

export type { Finding, Risk } from "../findings/finding.js";
export type { Rule } from "../findings/rules.js";

/** What a review is about: the facts that Markdown, the page, `--json` and the guard are made from. */
export interface Review
  extends Pick<Plan, "project" | "stack" | "compared" | "narrowedBy" | "optionChanges" | "warnings"> {
  readonly version: 1;
  readonly risk: Risk;
  /** How many resources the stack has after the `up`, and before it. */
  readonly size: { readonly before: number; readonly after: number };
  readonly counts: Readonly<Record<"create" | "update" | "replace" | "delete", number>>;
  /** The most important first. Only what changes. */
  readonly changes: readonly ObjectChange[];
  /** Drift that the preview's refresh found: what somebody changed on the gateway since the last `up`. */
  readonly drift: readonly ObjectChange[];
  /** All routes, those that moved first. */
  readonly routes: readonly Route[];
  /** The names of the workspaces for people, by the text that routes and changes name them by. */
  readonly workspaces: Readonly<Record<string, string>>;
  /** The most severe first. */
  readonly findings: readonly Finding[];
  /** What becomes of what a team expects of its gateway. Undefined if there is no file of that. */
  readonly expectations?: readonly ExpectationChange[];
  /** What the change costs and whom it affects. Undefined without `--usage`. */
  readonly usage?: UsageFacts;
  /** Models that retire within 30 days or have retired, also those that this change does not touch. */
  readonly retirements: readonly Retirement[];
  readonly needs: Needs;
  /** What the review cannot know, a sentence each, such as that the preview did not show what stays. */
  readonly caveats: readonly string[];
  /** What of the gateway could not be read, a sentence each: what it holds cannot be judged. */
  readonly unread: readonly string[];
}

export interface ObjectChange {
  readonly operation: ChangingOperation;
  readonly urn: string;
  readonly name: string;
  /** The kind's name, or the type token of a resource of another package. */
  readonly kind: string;
  /** It is a resource of another package, which the review only lists. */
  readonly isNotJudged?: true;
  /** The object is there already, and a create takes it over. */
  readonly takesOver?: true;
  /** The stack drops the resource, but its object is kept on the gateway, or the delete is refused because the object is not empty. */
  readonly stays?: "kept" | "refused";
  /** What the gateway calls it: its `name`, `sourceName`, email address. */
  readonly title?: string;
  /** As in `workspaces`. */
  readonly workspace?: string;
  readonly line?: string;
  /** Sentences: what a replacement interrupts, what a delete takes away. */
  readonly notes: readonly string[];
  readonly fields: readonly FieldChange[];
  /** The greater, the more important for a reviewer. */
  readonly weight: number;
}

/** A property that has another value than before. Its values may be shown; printers word them. */
export interface FieldChange {
  /** A long text is shown by its lines, a graph by its parts. Of a secret, nothing has its value, nor its length. */
  readonly is: "value" | "text" | "graph" | "secret" | "unknown";
  readonly name: string;
  readonly before?: Json;
  readonly after?: Json;
  /** The logical names of the resources that these ids are of. */
  readonly names?: { readonly before?: string; readonly after?: string };
  /** What happens to the value, if it is no longer declared. */
  readonly removal?: keyof typeof removalText;
  /** Another object has it now, which an `up` does not repair. */
  readonly isLost?: true;
  /** The logical names of the resources that an unknown value comes from. */
  readonly sources?: readonly string[];
  readonly secret?: keyof typeof secretWords;
}

/** What is known of a secret. A preview masks secrets, so it cannot say whether one that is set on both sides stays the same. */
export const secretWords = {
  changed: "changed",
  set: "set",
  removed: "removed",
  left: "no longer declared: it stays as it is",
  unknown: "known only during the `up`",
  open: "may change: a preview does not show whether a secret stays",
  rotated: "may have been rotated: the object was written, and nothing else that is declared differs",
  covered: "[secret] → [secret]",
} as const;

/** A line of a text's difference. Marked parts are the words that differ within a changed line. */
export interface TextLine {
  /** `~` represents lines that are left out because they stay; `count` says how many. */
  readonly sign: " " | "+" | "-" | "~";
  readonly parts: readonly { readonly text: string; readonly marked: boolean }[];
  readonly count?: number;
}

/** What a review knows of the account's usage. */
export interface UsageInput extends EffectsInput {
  /** Undefined if it was not read: then `why` says so, as a sentence. */
  readonly usage: Usage | undefined;
  readonly why: string;
  /** Whether the guard file refuses what is not known. */
  readonly isRequired: boolean;
}

type UsageFacts = ({ readonly is: "read" } & UsageEffects) | { readonly is: "unread"; readonly why: string };

export function usageFacts({ usage, why, ...input }: UsageInput, change: AccountChange): UsageFacts {
  return usage === undefined ? { is: "unread", why } : { is: "read", ...usageEffects(usage, change, input) };
}

/** A review is of one gateway. */
export function gatewayUsage({ usage, showsKeys }: UsageInput): GatewayUsage | undefined {
  return usage && new GatewayUsage(new Map([["", usage]]), showsKeys);
}

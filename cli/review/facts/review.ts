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

/** The facts behind the Markdown, the page, `--json` and the guard. */
export interface Review
  extends Pick<Plan, "project" | "stack" | "compared" | "narrowedBy" | "optionChanges" | "warnings"> {
  readonly version: 1;
  readonly risk: Risk;
  /** How many resources the stack has before and after the `up`. */
  readonly size: { readonly before: number; readonly after: number };
  readonly counts: Readonly<Record<"create" | "update" | "replace" | "delete", number>>;
  /** Only what changes, most important first. */
  readonly changes: readonly ObjectChange[];
  /** Drift that the preview's refresh found: changes on the gateway since the last `up`. */
  readonly drift: readonly ObjectChange[];
  /** All routes. Moved routes come first. */
  readonly routes: readonly Route[];
  /** The display names of workspaces, by the keys that routes and changes use. */
  readonly workspaces: Readonly<Record<string, string>>;
  /** Most severe first. */
  readonly findings: readonly Finding[];
  /** How the change affects each expectation. Undefined without an expectations file. */
  readonly expectations?: readonly ExpectationChange[];
  /** What the change costs and whom it affects. Undefined without `--usage`. */
  readonly usage?: UsageFacts;
  /** Models that retire within 30 days or have retired, including those that this change does not touch. */
  readonly retirements: readonly Retirement[];
  readonly needs: Needs;
  /** What the review cannot know, one sentence each, such as unchanged resources that the preview omits. */
  readonly caveats: readonly string[];
  /** What could not be read from the gateway, and so cannot be judged. One sentence each. */
  readonly unread: readonly string[];
}

export interface ObjectChange {
  readonly operation: ChangingOperation;
  readonly urn: string;
  readonly name: string;
  /** The kind's name, or the type token of a resource from another package. */
  readonly kind: string;
  /** The resource is from another package, so the review only lists it. */
  readonly isNotJudged?: true;
  /** A create that takes over an existing object. */
  readonly takesOver?: true;
  /** The resource leaves the stack: its object is kept, or is not deleted because it is not empty. */
  readonly stays?: "kept" | "refused";
  /** The object's name on the gateway: its `name`, `sourceName` or email address. */
  readonly title?: string;
  /** A key of `workspaces`. */
  readonly workspace?: string;
  readonly line?: string;
  /** Sentences about the change, such as what a replacement interrupts or a delete removes. */
  readonly notes: readonly string[];
  readonly fields: readonly FieldChange[];
  /** A higher weight is more important to a reviewer. */
  readonly weight: number;
}

/** A property whose value changes. Its values are safe to show. Printers put them into words. */
export interface FieldChange {
  /** A `text` is shown as lines, a `graph` as parts, and a `secret` with neither its value nor its length. */
  readonly is: "value" | "text" | "graph" | "secret" | "unknown";
  readonly name: string;
  readonly before?: Json;
  readonly after?: Json;
  /** The logical names of the resources with these ids. */
  readonly names?: { readonly before?: string; readonly after?: string };
  /** What happens to the value if it is no longer declared. */
  readonly removal?: keyof typeof removalText;
  /** Another object took over the property. An `up` does not restore it. */
  readonly isLost?: true;
  /** The logical names of the resources that an unknown value comes from. */
  readonly sources?: readonly string[];
  readonly secret?: keyof typeof secretWords;
}

/** A preview masks secrets, so it cannot show whether a secret that is set on both sides stays the same. */
export const secretWords = {
  changed: "changed",
  set: "set",
  removed: "removed",
  left: "no longer declared: the value stays unchanged",
  unknown: "known only during the `up`",
  open: "may change: a preview cannot compare secrets",
  rotated: "may have been rotated: the object was written, and no other declared property differs",
  covered: "[secret] → [secret]",
} as const;

/** A line of a text diff. Marked parts are the words that differ within a changed line. */
export interface TextLine {
  /** `~` stands for `count` omitted unchanged lines. */
  readonly sign: " " | "+" | "-" | "~";
  readonly parts: readonly { readonly text: string; readonly marked: boolean }[];
  readonly count?: number;
}

export interface UsageInput extends EffectsInput {
  /** Undefined if usage was not read. In that case, `why` gives the reason as a sentence. */
  readonly usage: Usage | undefined;
  readonly why: string;
  /** Whether the guard file refuses unknown effects. */
  readonly isRequired: boolean;
}

type UsageFacts = ({ readonly is: "read" } & UsageEffects) | { readonly is: "unread"; readonly why: string };

export function usageFacts({ usage, why, ...input }: UsageInput, change: AccountChange): UsageFacts {
  return usage === undefined ? { is: "unread", why } : { is: "read", ...usageEffects(usage, change, input) };
}

/** A review covers one gateway. */
export function gatewayUsage({ usage, showsKeys }: UsageInput): GatewayUsage | undefined {
  return usage && new GatewayUsage(new Map([["", usage]]), showsKeys);
}

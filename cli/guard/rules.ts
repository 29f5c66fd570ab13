import {
  didYouMean,
  kindNameOf,
  type Level,
  levels,
  messageOf,
  quoted,
  shellWord,
} from "pulumi-workspace-gateway/tools";
import { z } from "zod";
import type { AmountLimitKey } from "../review/findings/context.js";
import type { Finding } from "../review/findings/finding.js";
import { type Rule, ruleNames } from "../review/findings/rules.js";
import { partsOf } from "../stack/stack-state.js";
import { readYaml } from "../text/yaml-file.js";

/** What may pass: all findings of a rule, or those about one resource. */
export interface Permit {
  /** `unknown` permits a pin of a value that nobody knows before the `up`. */
  readonly rule: Rule | "unknown";
  /** The logical name of a resource. If several have it: `Kind:name`, or the URN. */
  readonly name?: string;
}

/** What becomes of a rule about usage that cannot be judged. */
const usageUnknowns = ["pass", "refuse"] as const;

type UsageUnknown = (typeof usageUnknowns)[number];

/** What a guard lets through. A limit of an amount that is left out is as the table of the kind says. */
export interface GuardRules extends Readonly<Partial<Record<AmountLimitKey, AmountLimit>>> {
  /** Of the stack's resources. */
  readonly maxDeletes: Limit;
  /** Of the stack's resources. */
  readonly maxReplaces: Limit;
  /** Of the routes that end somewhere before. */
  readonly maxMovedRoutes: Limit;
  /** Rules, and levels with all that is worse, that are refused besides what always is. */
  readonly refuse: readonly (Rule | Level)[];
  readonly allow: readonly Permit[];
  /** Whether it passes what nobody can know without usage. Undefined: it does. */
  readonly usageUnknown?: UsageUnknown;
  /** How many tokens a model's price is for. Without it, changes of cost are in percent. */
  readonly usageUnit?: number;
  /** What prices and costs are in. */
  readonly currency?: string;
}

/** What holds without a guard file and without options: nothing that a table of a kind calls `refused` passes. */
export const safeRules: GuardRules = {
  maxDeletes: "10%, 25",
  maxReplaces: "10%, 25",
  maxMovedRoutes: "10%, 25",
  refuse: [],
  allow: [],
};

/** At most so many, or so many percent of what the stack has before, or both. */
export type Limit = number | `${number}%` | `${number}%, ${number}`;

/** By how much something may change: by so many percent, by so much, or both. */
export interface AmountLimit {
  readonly percent?: number;
  readonly amount?: number;
}

const percentage = /^(\d{1,6}(?:\.\d+)?)%$/;

/** A count, a percentage, or both: `5`, `"5"`, `"10%"`, `"10%, 25"`. */
export const limitSchema = z
  .union([z.int().min(0), z.string().trim()])
  .transform((written, context): Limit => {
    const [first = "", second] = amountParts(written);
    if (/^\d{1,9}$/.test(first) && second === undefined) {
      return Number(first);
    }
    const [, percent] = percentage.exec(first) ?? [];
    if (percent !== undefined && Number(percent) <= 100 && /^\d{1,9}$/.test(second ?? "0")) {
      return second === undefined ? `${Number(percent)}%` : `${Number(percent)}%, ${Number(second)}`;
    }
    context.addIssue({
      code: "custom",
      message: "must be a count or a percentage, or both, such as 5, 10% or 10%, 25",
    });
    return z.NEVER;
  });

/** How much a number may change: `500`, `"20%"`, `"20%, 500"`. A number alone is an amount, or percent if `bare` says so. */
export function amountSchema(bare: "percent" | "amount") {
  return z.union([z.number().min(0), z.string().trim()]).transform((written, context): AmountLimit => {
    const [first = "", second, ...more] = amountParts(written);
    const [, percent] = percentage.exec(first) ?? [];
    const isNumber = (text: string) => /^\d{1,9}(?:\.\d+)?$/.test(text);
    if (percent !== undefined && more.length === 0 && isNumber(second ?? "0")) {
      const limit = { percent: Number(percent) };
      return second === undefined ? limit : { ...limit, amount: Number(second) };
    }
    if (isNumber(first) && second === undefined) {
      return { [bare]: Number(first) };
    }
    context.addIssue({
      code: "custom",
      message: `must be ${bare === "percent" ? "a percentage, such as 20%" : "an amount or a percentage, such as 500 or 20%"}, or both: 20%, 500`,
    });
    return z.NEVER;
  });
}

function amountParts(written: number | string): string[] {
  return String(written)
    .split(",")
    .map((part) => part.trim());
}

/**
 * How many a limit allows of `total`. A percentage is rounded down, but to no less than one: otherwise
 * nothing of a stack of nine objects could ever be deleted under the limit of 10 %. Only `0` and `0%` allow
 * none.
 */
export function allowedOf(limit: Limit, total: number): number {
  const allowed = amountParts(limit).map((part) => {
    const number = Number.parseFloat(part);
    return !part.endsWith("%") || number === 0 ? number : Math.max(1, Math.floor((total * number) / 100));
  });
  return Math.min(...allowed);
}

/** Whether a change by so many percent, and by so much, is over a limit. What no number says is. */
export function isOver({ percent, amount }: AmountLimit, by: AmountLimit): boolean {
  const isBeyond = (most: number | undefined, much: number | undefined) =>
    most !== undefined && (much === undefined || much > most);
  return isBeyond(percent, by.percent) || isBeyond(amount, by.amount);
}

/** The rule or the level that a text names. */
function refusalNamed(text: string): Rule | Level {
  return namedIn(text, [...ruleNames, ...levels]);
}

/** The name that a text is. Throws if there is none, with the closest name. */
function namedIn<N extends string>(text: string, names: readonly N[]): N {
  const name = names.find((each) => each === text);
  if (name === undefined) {
    throw new Error(`there is no rule ${quoted(text)}.${didYouMean(text, names, "The rules")}`);
  }
  return name;
}

const permitted = [...ruleNames, "unknown"] as const;

/** Reads `rule` or `rule:name`. The name is a logical name, `Kind:logical name` or a URN; it may contain colons. */
export function permitOf(text: string): Permit {
  const colon = text.indexOf(":");
  if (colon < 0) {
    return { rule: namedIn(text, permitted) };
  }
  const name = text.slice(colon + 1);
  if (name === "") {
    throw new Error(`${JSON.stringify(text)} has no name after the colon`);
  }
  return { rule: namedIn(text.slice(0, colon), permitted), name };
}

export function permitText({ rule, name }: Permit): string {
  return name === undefined ? rule : `${rule}:${name}`;
}

type Named = Pick<Finding, "rule" | "urn" | "name" | "namesakes">;

/** The permits that let one finding through and no other resource, the shortest first. */
function permitsFor({ rule, urn, name, namesakes = [] }: Named): [Permit, ...Permit[]] {
  const kind = kindIn(urn);
  const isOnlyOfKind = kind !== "" && !namesakes.some((other) => kindIn(other) === kind);
  const byKind = isOnlyOfKind ? [{ rule, name: `${kind}:${name}` }] : [];
  const byUrn = { rule, name: urn };
  if (namesakes.length > 0) {
    const [first = byUrn, ...others] = [...byKind, byUrn];
    return [first, ...others];
  }
  return [{ rule, name }, ...byKind, byUrn];
}

/** The kind that a URN is of, or the type of another package; empty for what no program declares. */
function kindIn(urn: string): string {
  const { type } = partsOf(urn);
  return kindNameOf(type) ?? type;
}

/** Whether a permit lets a finding through. A name that several resources have lets none of them through. */
export function permits(permit: Permit, finding: Named): boolean {
  const isNamed = permit.name === undefined || permitsFor(finding).some(({ name }) => name === permit.name);
  return permit.rule === finding.rule && isNamed;
}

/** Says how to write a permit that may mean several resources. Undefined if it means no more than one. */
export function ambiguity(permit: Permit, findings: readonly Named[]): string | undefined {
  const meant = findings.filter((finding) => permit.rule === finding.rule && isAmbiguous(permit, finding));
  if (meant.length === 0) {
    return undefined;
  }
  const ways = [...new Set(meant.map((finding) => `\`${permitText(permitsFor(finding)[0])}\``))];
  return `\`${permitText(permit)}\` may mean several resources, so it lets none through. Write ${ways.join(" or ")}.`;
}

function isAmbiguous({ name: named = "" }: Permit, { urn, name, namesakes = [] }: Named): boolean {
  const names = [name, `${kindIn(urn)}:${name}`];
  const isMeant = (other: string) => named === name || kindIn(other) === kindIn(urn);
  return names.includes(named) && namesakes.some(isMeant);
}

/** The option that lets one finding through, as a person can copy it. */
export function allowOption(finding: Named): string {
  return `--allow ${shellWord(permitText(permitsFor(finding)[0]))}`;
}

/** A list of texts, each of which `read` understands or refuses with a sentence. */
function listOf<T>(read: (text: string) => T) {
  return z.array(
    z.string().transform((text, context) => {
      try {
        return read(text);
      } catch (error) {
        context.addIssue({ code: "custom", message: messageOf(error) });
        return z.NEVER;
      }
    }),
  );
}

const noEvaluations =
  "the guard does not check evaluations of prompts, so this key would protect nothing. Make the evaluation a required status check " +
  "(docs/evaluations.md), and remove the key";

/** The file `gateway-guard.yaml`. Everything may be left out. */
const format = z.strictObject({
  /** How many objects may be deleted: a count, a percentage of the stack's resources, or both. */
  maxDeletes: limitSchema.optional(),
  /** How many objects may be replaced: a count, a percentage of the stack's resources, or both. */
  maxReplaces: limitSchema.optional(),
  /** How many routes may end elsewhere: a count, a percentage of those that end somewhere, or both. */
  maxMovedRoutes: limitSchema.optional(),
  /** By how much a cost may rise: percent, or `20%, 0.5`. */
  maxCostUp: amountSchema("percent").optional(),
  /** By how much money a month's requests may become more expensive, by the usage that was read. */
  maxCostUpMoney: amountSchema("amount").optional(),
  /** Whether it passes what the rules about usage cannot know; left out, it does. */
  usageUnknown: z.enum(usageUnknowns).optional(),
  /** How many tokens a model's price is for. Without it, changes of cost are in percent. */
  usageUnit: z.number().positive().optional(),
  /** What prices and costs are in, for people: `USD`. */
  currency: z
    .string()
    .regex(/^[A-Z]{3}$/, "must be three capital letters, such as USD")
    .optional(),
  /** By how much a budget or a quota may rise and fall: an amount, a percentage, or both. */
  maxBudgetUp: amountSchema("amount").optional(),
  maxBudgetDown: amountSchema("amount").optional(),
  maxQuotaUp: amountSchema("amount").optional(),
  maxQuotaDown: amountSchema("amount").optional(),
  /** Rules that else only warn, and levels: `high` refuses all that is high. */
  refuse: listOf(refusalNamed).optional(),
  /** What may pass: `rule`, or `rule:logical name`. */
  allow: listOf(permitOf).optional(),
  /** Signed results of evaluations no longer exist. A file that relies on them must not pass without them. */
  promptsEvaluated: z.never(noEvaluations).optional(),
});

/** What a guard file says. */
export type WrittenRules = z.infer<typeof format>;

/** Reads the text of a guard file. */
export function readGuardFile(text: string, file: string): WrittenRules {
  const keysAt = () => Object.keys(format.shape).filter((key) => key !== "promptsEvaluated");
  return readYaml(text, file, { what: "guard file", schema: format, keysAt });
}

import {
  defined,
  didYouMean,
  kindNameOf,
  levels,
  messageOf,
  quoted,
  shellWord,
} from "pulumi-workspace-gateway/tools";
import { z } from "zod";
import type { Finding } from "../review/findings/finding.js";
import { type Rule, ruleNames } from "../review/findings/rules.js";
import { partsOf } from "../stack/stack-state.js";
import { readYaml } from "../text/yaml-file.js";

/** Lets all findings of a rule pass, or only those about one resource. */
export interface Permit {
  /** `unknown` permits a pin with values that are unknown before the `up`. */
  readonly rule: Rule | "unknown";
  /** A logical name. If several resources share the name, `Kind:name` or the URN. */
  readonly name?: string;
}

/** If an amount has no limit, the level in the kind's table decides whether a change is refused. */
export type GuardRules = WrittenRules & {
  readonly [K in "maxDeletes" | "maxReplaces" | "maxMovedRoutes" | "refuse" | "allow"]: NonNullable<
    WrittenRules[K]
  >;
};

const usualCount = { percent: 10, amount: 25 };

/** The rules that apply without a guard file or options. No finding of level `refused` passes. */
export const safeRules: GuardRules = {
  maxDeletes: usualCount,
  maxReplaces: usualCount,
  maxMovedRoutes: usualCount,
  refuse: [],
  allow: [],
};

/** The maximum change of a value, or the maximum number of objects: a percentage, an amount, or both. */
export interface Limit {
  readonly percent?: number;
  readonly amount?: number;
}

const forms = {
  count: "a count, a percentage, or both, such as `5`, `10%` or `10%, 25`",
  amount: "an amount, a percentage, or both, such as `500`, `20%` or `20%, 500`",
  percent: "a percentage, alone or with an amount, such as `20%` or `20%, 500`",
};

/** A limit such as `500` or `"20%, 500"`. `form` decides whether a bare number is an amount or a share. */
function limitSchema(form: keyof typeof forms) {
  const number = form === "count" ? /^\d{1,9}$/ : /^\d{1,9}(?:\.\d+)?$/;
  const most = form === "count" ? 100 : Number.POSITIVE_INFINITY;
  return z.union([z.number().min(0), z.string().trim()]).transform((written, context): Limit => {
    const [first = "", second, ...more] = `${written}`.split(",").map((part) => part.trim());
    const [, percent] = /^(\d{1,6}(?:\.\d+)?)%$/.exec(first) ?? [];
    if (percent !== undefined && Number(percent) <= most && more.length === 0 && number.test(second ?? "0")) {
      return {
        percent: Number(percent),
        ...defined({ amount: second === undefined ? second : Number(second) }),
      };
    }
    if (number.test(first) && second === undefined) {
      return { [form === "percent" ? "percent" : "amount"]: Number(first) };
    }
    context.addIssue({ code: "custom", message: `must be ${forms[form]}` });
    return z.NEVER;
  });
}

/** A percentage other than 0% allows at least one. Otherwise, 10% of nine objects would allow no delete. */
export function allowedOf({ percent, amount = Number.POSITIVE_INFINITY }: Limit, total: number): number {
  const share = percent === undefined ? amount : Math.floor((total * percent) / 100);
  return Math.min(amount, percent ? Math.max(1, share) : share);
}

/** Whether a change exceeds a limit. A change of unknown size always does. */
export function isOver({ percent, amount }: Limit, by: Limit): boolean {
  const isBeyond = (most: number | undefined, much: number | undefined) =>
    most !== undefined && (much === undefined || much > most);
  return isBeyond(percent, by.percent) || isBeyond(amount, by.amount);
}

function namedIn<N extends string>(text: string, names: readonly N[]): N {
  const name = names.find((each) => each === text);
  if (name === undefined) {
    throw new Error(`unknown rule ${quoted(text)}.${didYouMean(text, names, "The rules")}`);
  }
  return name;
}

const permitted = [...ruleNames, "unknown"] as const;

/** Reads `rule` or `rule:name`. The name is a logical name, `Kind:name` or a URN, and may contain colons. */
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

/** Permits that match this finding and no other resource, shortest first. */
function permitsFor({ rule, urn, name, namesakes = [] }: Named): Permit[] {
  const kind = kindIn(urn);
  const isOnlyOfKind = kind !== "" && !namesakes.some((other) => kindIn(other) === kind);
  return [
    ...(namesakes.length === 0 ? [{ rule, name }] : []),
    ...(isOnlyOfKind ? [{ rule, name: `${kind}:${name}` }] : []),
    { rule, name: urn },
  ];
}

function shortestPermit(finding: Named): string {
  return permitsFor(finding).slice(0, 1).map(permitText).join();
}

/** The kind in a URN, or the type if it belongs to a different package. Empty for an undeclared object. */
function kindIn(urn: string): string {
  const { type } = partsOf(urn);
  return kindNameOf(type) ?? type;
}

/** A name that several resources share matches none of them. */
export function permits(permit: Permit, finding: Named): boolean {
  const isNamed = permit.name === undefined || permitsFor(finding).some(({ name }) => name === permit.name);
  return permit.rule === finding.rule && isNamed;
}

/** How to rewrite a permit. Undefined if the permit refers to at most one resource. */
export function ambiguity(permit: Permit, findings: readonly Named[]): string | undefined {
  const meant = findings.filter((finding) => permit.rule === finding.rule && isAmbiguous(permit, finding));
  if (meant.length === 0) {
    return undefined;
  }
  const ways = [...new Set(meant.map((finding) => `\`${shortestPermit(finding)}\``))];
  return `\`${permitText(permit)}\` may refer to several resources, so it allows none of them. Use ${ways.join(" or ")}.`;
}

function isAmbiguous({ name: named = "" }: Permit, { urn, name, namesakes = [] }: Named): boolean {
  const names = [name, `${kindIn(urn)}:${name}`];
  const isMeant = (other: string) => named === name || kindIn(other) === kindIn(urn);
  return names.includes(named) && namesakes.some(isMeant);
}

/** The option that permits this finding, quoted for a shell. */
export function allowOption(finding: Named): string {
  return `--allow ${shellWord(shortestPermit(finding))}`;
}

function listOf<T>(read: (text: string) => T) {
  const item = z.string().transform((text, context) => {
    try {
      return read(text);
    } catch (error) {
      context.addIssue({ code: "custom", message: messageOf(error) });
      return z.NEVER;
    }
  });
  return z.array(item).readonly();
}

const noEvaluations =
  "the guard does not check prompt evaluations, so this key has no effect. Remove the key, and make the evaluation a required " +
  "status check (docs/routes.md#prompt-evaluations)";

const amountOrShare = "An amount, a percentage, or both: `500`, `20%`, `20%, 500`.";
const countOrShare = "A count, a percentage, or both: `5`, `10%`, `10%, 25`.";

/** The file `gateway-guard.yaml`. Every key is optional. */
export const guardFormat = z.strictObject({
  maxDeletes: limitSchema("count").describe(`Deleted resources. ${countOrShare}`).optional(),
  maxReplaces: limitSchema("count").describe(`Replaced resources. ${countOrShare}`).optional(),
  maxMovedRoutes: limitSchema("count")
    .describe(`Names that resolve to a different model. ${countOrShare}`)
    .optional(),
  maxCostUp: limitSchema("percent")
    .describe("Increase in a model's cost. A percentage, alone or with an amount: `20%`, `20%, 0.5`.")
    .optional(),
  maxCostUpMoney: limitSchema("amount")
    .describe(`Increase in a month's cost, based on the usage that was read. ${amountOrShare}`)
    .optional(),
  usageUnknown: z
    .enum(["pass", "refuse"])
    .describe("How to treat findings that cannot be determined without usage (default: `pass`).")
    .optional(),
  usageUnit: z
    .number()
    .positive()
    .describe(
      "Number of tokens that a model's price covers. If omitted, cost changes are shown as percentages.",
    )
    .optional(),
  currency: z
    .string()
    .regex(/^[A-Z]{3}$/, "must be three uppercase letters, such as USD")
    .describe("The currency of prices and costs, for display: `USD`.")
    .optional(),
  maxBudgetUp: limitSchema("amount").describe(`Increase in budgets. ${amountOrShare}`).optional(),
  maxBudgetDown: limitSchema("amount").describe(`Decrease in budgets. ${amountOrShare}`).optional(),
  maxQuotaUp: limitSchema("amount").describe(`Increase in quotas. ${amountOrShare}`).optional(),
  maxQuotaDown: limitSchema("amount").describe(`Decrease in quotas. ${amountOrShare}`).optional(),
  refuse: listOf((text) => namedIn(text, [...ruleNames, ...levels]))
    .describe(
      "Rules and risk levels whose findings are refused, not only reported: `high` refuses all high-risk findings.",
    )
    .optional(),
  allow: listOf(permitOf).describe("Findings that pass: `rule`, or `rule:logical name`.").optional(),
  /** Signed evaluation results are no longer supported, so a file that relies on them must be rejected. */
  promptsEvaluated: z.never(noEvaluations).optional(),
});

/** JSON Schema for editors, published as `gateway-guard.schema.json`. */
export function guardJsonSchema(): object {
  const { promptsEvaluated: _, ...shape } = guardFormat.shape;
  return { title: "gateway-guard.yaml", ...z.toJSONSchema(z.strictObject(shape), { io: "input" }) };
}

export type WrittenRules = z.infer<typeof guardFormat>;

export function readGuardFile(text: string, file: string): WrittenRules {
  const keysAt = () => Object.keys(guardFormat.shape).filter((key) => key !== "promptsEvaluated");
  return readYaml(text, file, { what: "guard file", schema: guardFormat, keysAt });
}

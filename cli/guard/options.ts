import path from "node:path";
import { type Command, InvalidArgumentError } from "commander";
import { defined, inOurWords, messageOf } from "pulumi-workspace-gateway/tools";
import type { z } from "zod";
import { type Expectations, readExpectations, usualRoutesFile } from "../expectations/format.js";
import { givenText, readRulesFile, readRulesFileIfThere } from "../files.js";
import type { AmountLimitKey } from "../review/findings/context.js";
import { type Terminal, UsageError } from "../terminal.js";
import {
  type AmountLimit,
  amountSchema,
  type GuardRules,
  type Limit,
  limitSchema,
  type Permit,
  permitOf,
  readGuardFile,
  safeRules,
} from "./rules.js";

/** The options of a guard. Each of its own turns the guard on. */
export interface GuardOptions extends PermitOptions, Readonly<Partial<Record<AmountLimitKey, AmountLimit>>> {
  readonly guard?: boolean;
  readonly guardFile?: string;
  readonly maxDeletes?: Limit;
  readonly maxReplaces?: Limit;
  readonly maxMovedRoutes?: Limit;
}

/** The file that is read if it is there and no other is named. */
export const usualGuardFile = "gateway-guard.yaml";

const counted = "<n|p%>";

/** Declares the options of a guard. */
export function withGuardOptions(command: Command): Command {
  const [count, amount] = [reading(limitSchema), reading(amountSchema("amount"))];
  return command
    .option("--guard", "exit with 3 if the changes go too far; the other options of the guard imply it")
    .option(
      "--guard-file <file>",
      `the guard's rules (default: ${usualGuardFile} in this folder, if it is there)`,
    )
    .option(
      "--allow <rule[:name]>",
      "let a rule pass, or one resource by its logical name; repeatable",
      permit,
    )
    .option("--allow-file <file>", `the same, one on each line; ${permitVariable} has them, too`)
    .option(`--max-deletes ${counted}`, "most objects to be deleted (default: 10%, 25)", count)
    .option(`--max-replaces ${counted}`, "most objects to be replaced (default: 10%, 25)", count)
    .option(`--max-moved-routes ${counted}`, "most routes that end elsewhere (default: 10%, 25)", count)
    .option(
      "--max-cost-up <p%>",
      "most that a cost may rise (default: 20%)",
      reading(amountSchema("percent")),
    )
    .option(
      "--max-cost-up-money <amount>",
      "most that a month's requests may become more expensive, by the usage that was read",
      amount,
    )
    .option(`--max-budget-up ${counted}`, "most that budgets may rise (default: 50%)", amount)
    .option(`--max-budget-down ${counted}`, "most that budgets may fall (default: 50%)", amount)
    .option(`--max-quota-up ${counted}`, "most that quotas may rise (default: 50%)", amount)
    .option(`--max-quota-down ${counted}`, "most that quotas may fall (default: 50%)", amount);
}

/** The rules that the options ask for; undefined if they ask for no guard. Options go before the file. */
export async function guardRulesOf(
  options: GuardOptions,
  terminal: Pick<Terminal, "env">,
): Promise<GuardRules | undefined> {
  const { guard, guardFile, allow, allowFile } = options;
  const limits = limitsOf(options);
  const asked = [guard, guardFile, allow, allowFile, ...Object.values(limits)];
  if (asked.every((value) => value === undefined)) {
    return undefined;
  }
  const written = await readRulesFile({
    what: "the guard file",
    named: guardFile,
    usual: usualGuardFile,
    read: readGuardFile,
  });
  return {
    ...safeRules,
    // A rule that is undefined would hide the one it is laid over.
    ...defined(written),
    ...defined(limits),
    allow: [...(written.allow ?? []), ...(await permitsOf(options, terminal.env))],
  };
}

function limitsOf({ maxDeletes, maxReplaces, maxMovedRoutes, ...options }: GuardOptions) {
  const { maxCostUp, maxCostUpMoney, maxBudgetUp, maxBudgetDown, maxQuotaUp, maxQuotaDown } = options;
  const amounts = { maxCostUp, maxCostUpMoney, maxBudgetUp, maxBudgetDown, maxQuotaUp, maxQuotaDown };
  return { maxDeletes, maxReplaces, maxMovedRoutes, ...amounts };
}

function permit(text: string, before: readonly Permit[] = []): Permit[] {
  try {
    return [...before, permitOf(text)];
  } catch (error) {
    throw new InvalidArgumentError(messageOf(error));
  }
}

function reading<T>(schema: z.ZodType<T>): (text: string) => T {
  return (text) => {
    const read = schema.safeParse(text, inOurWords);
    if (!read.success) {
      throw new InvalidArgumentError(read.error.issues.map(({ message }) => message).join(", "));
    }
    return read.data;
  };
}

/** Where permits come from that are in no file of the repository. */
interface PermitOptions {
  readonly allow?: readonly Permit[];
  /** A file with a permit on each line. */
  readonly allowFile?: string;
}

/** The permits of the environment, separated by spaces or commas. */
export const permitVariable = "WORKSPACE_GATEWAY_ALLOW";

/** All permits that a run is given: by its options, by a file, and by its environment. */
export async function permitsOf(
  { allow = [], allowFile }: PermitOptions,
  env: Readonly<Record<string, string | undefined>>,
): Promise<Permit[]> {
  const text = allowFile === undefined ? "" : await givenText(allowFile, "the file of permits");
  const lines = text.split("\n").map((line) => line.replace(/#.*/, "").trim());
  const words = (env[permitVariable] ?? "").split(/[\s,]+/);
  return [...allow, ...permitsIn(lines, allowFile ?? ""), ...permitsIn(words, permitVariable)];
}

function permitsIn(texts: readonly string[], where: string): Permit[] {
  return texts.filter((text) => text !== "").map((text) => permitFrom(text, where));
}

function permitFrom(text: string, where: string): Permit {
  try {
    return permitOf(text);
  } catch (error) {
    throw new UsageError(`${where}: ${messageOf(error)}`);
  }
}

export interface RoutesOptions {
  /** The file of expectations. It is read if it is there and no other is named. */
  readonly routes?: string;
}

/** Reads the expectations. Undefined if there is no file and none is named, or if `routes` is `false`. */
export async function expectedRoutes(
  { routes }: { readonly routes?: string | false },
  shownFile = (file: string) => file,
): Promise<Expectations | undefined> {
  if (routes === false) {
    return undefined;
  }
  const written = { what: "the file of expectations", named: routes, usual: usualRoutesFile };
  return readRulesFileIfThere({ ...written, read: (text, file) => readExpectations(text, shownFile(file)) });
}

/** The file as a review names it. Outside of this folder only its name counts: pipelines use another temporary folder in each run. */
export function reviewedFile(file: string): string {
  return path.relative(".", file).startsWith("..") ? path.basename(file) : file;
}

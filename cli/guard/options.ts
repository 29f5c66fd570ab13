import path from "node:path";
import { type Command, InvalidArgumentError } from "commander";
import { defined, inOurWords, messageOf } from "pulumi-workspace-gateway/tools";
import { type Expectations, readExpectations, usualRoutesFile } from "../expectations/format.js";
import { givenText, readRulesFile, readRulesFileIfThere } from "../files.js";
import { type Terminal, UsageError } from "../terminal.js";
import {
  type GuardRules,
  guardFormat,
  type Limit,
  type Permit,
  permitOf,
  readGuardFile,
  safeRules,
} from "./rules.js";

/** Each of these options enables the guard. */
export interface GuardOptions extends PermitOptions, Readonly<Partial<Record<LimitKey, Limit>>> {
  readonly guard?: boolean;
  readonly guardFile?: string;
}

const limitOptions = [
  ["maxDeletes", "<n|p%>", "maximum number of deleted objects (default: 10%, 25)"],
  ["maxReplaces", "<n|p%>", "maximum number of replaced objects (default: 10%, 25)"],
  ["maxMovedRoutes", "<n|p%>", "maximum number of routes that move (default: 10%, 25)"],
  ["maxCostUp", "<p%>", "maximum increase in a model's cost (default: 20%)"],
  [
    "maxCostUpMoney",
    "<amount>",
    "maximum increase in the cost of a month's requests, based on the usage that was read",
  ],
  ["maxBudgetUp", "<n|p%>", "maximum increase in budgets (default: 50%)"],
  ["maxBudgetDown", "<n|p%>", "maximum decrease in budgets (default: 50%)"],
  ["maxQuotaUp", "<n|p%>", "maximum increase in quotas (default: 50%)"],
  ["maxQuotaDown", "<n|p%>", "maximum decrease in quotas (default: 50%)"],
] as const;

type LimitKey = (typeof limitOptions)[number][0];

/** The default guard file. It may be missing. */
export const usualGuardFile = "gateway-guard.yaml";

export function withGuardOptions(command: Command): Command {
  command
    .option(
      "--guard",
      "exit with code 3 if the guard refuses the changes (implied by the other guard options)",
    )
    .option(
      "--guard-file <file>",
      `the guard's rules (default: ${usualGuardFile} in this folder, if it exists)`,
    )
    .option(
      "--allow <rule[:name]>",
      "allow all findings of a rule, or only those about one resource (by logical name); repeatable",
      (text, before: readonly Permit[] = []) => [
        ...before,
        readPermit(text, (message) => new InvalidArgumentError(message)),
      ],
    )
    .option("--allow-file <file>", `file with one permit per line; ${permitVariable} is also read`);
  for (const [key, value, words] of limitOptions) {
    const flag = key.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
    command.option(`--${flag} ${value}`, words, (text) => {
      const read = guardFormat.shape[key].safeParse(text, inOurWords);
      if (!read.success) {
        throw new InvalidArgumentError(`It ${read.error.issues.map(({ message }) => message).join(", ")}.`);
      }
      return read.data;
    });
  }
  return command;
}

/** Options override the file. Undefined if no guard option is given. */
export async function guardRulesOf(
  options: GuardOptions,
  terminal: Pick<Terminal, "env">,
): Promise<GuardRules | undefined> {
  const { guard, guardFile, allow, allowFile } = options;
  const limits: Partial<Record<LimitKey, Limit>> = Object.fromEntries(
    limitOptions.flatMap(([key]) => (options[key] === undefined ? [] : [[key, options[key]]])),
  );
  const isUsed = [guard, guardFile, allow, allowFile].some((value) => value !== undefined);
  if (!isUsed && Object.keys(limits).length === 0) {
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
    // An undefined rule would override the default rule.
    ...defined(written),
    ...limits,
    allow: [...(written.allow ?? []), ...(await permitsOf(options, terminal.env))],
  };
}

function readPermit(text: string, errorOf: (message: string) => Error): Permit {
  try {
    return permitOf(text);
  } catch (error) {
    throw errorOf(messageOf(error));
  }
}

interface PermitOptions {
  readonly allow?: readonly Permit[];
  readonly allowFile?: string;
}

/** Environment variable with permits, separated by spaces or commas. */
export const permitVariable = "WORKSPACE_GATEWAY_ALLOW";

/** Permits from options, a permit file and the environment, but not from the guard file. */
export async function permitsOf(
  { allow = [], allowFile }: PermitOptions,
  env: Readonly<Record<string, string | undefined>>,
): Promise<Permit[]> {
  const text = allowFile === undefined ? "" : await givenText(allowFile, "the permit file");
  const lines = text.split("\n").map((line) => line.replace(/#.*/, "").trim());
  const words = (env[permitVariable] ?? "").split(/[\s,]+/);
  const read = (texts: readonly string[], where: string) =>
    texts
      .filter((each) => each !== "")
      .map((each) => readPermit(each, (message) => new UsageError(`${where}: ${message}`)));
  return [...allow, ...read(lines, allowFile ?? ""), ...read(words, permitVariable)];
}

export interface RoutesOptions {
  /** The expectations file (default: `gateway-routes.yaml`, if it exists). */
  readonly routes?: string;
}

/** Undefined if `routes` is `false`, or if no file is named and the default file does not exist. */
export async function expectedRoutes(
  { routes }: { readonly routes?: string | false },
  shownFile = (file: string) => file,
): Promise<Expectations | undefined> {
  if (routes === false) {
    return undefined;
  }
  const written = { what: "the expectations file", named: routes, usual: usualRoutesFile };
  return readRulesFileIfThere({ ...written, read: (text, file) => readExpectations(text, shownFile(file)) });
}

/** Shows only the base name of a file elsewhere, because pipelines use a new temporary folder per run. */
export function reviewedFile(file: string): string {
  return path.relative(".", file).startsWith("..") ? path.basename(file) : file;
}

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

/** Each of these options turns the guard on. */
export interface GuardOptions extends PermitOptions, Readonly<Partial<Record<LimitKey, Limit>>> {
  readonly guard?: boolean;
  readonly guardFile?: string;
}

const limitOptions = [
  ["maxDeletes", "<n|p%>", "most objects that may be deleted (default: 10%, 25)"],
  ["maxReplaces", "<n|p%>", "most objects that may be replaced (default: 10%, 25)"],
  ["maxMovedRoutes", "<n|p%>", "most routes that may move (default: 10%, 25)"],
  ["maxCostUp", "<p%>", "most that a cost may rise (default: 20%)"],
  [
    "maxCostUpMoney",
    "<amount>",
    "most that the cost of a month's requests may rise, based on the usage that was read",
  ],
  ["maxBudgetUp", "<n|p%>", "most that budgets may rise (default: 50%)"],
  ["maxBudgetDown", "<n|p%>", "most that budgets may fall (default: 50%)"],
  ["maxQuotaUp", "<n|p%>", "most that quotas may rise (default: 50%)"],
  ["maxQuotaDown", "<n|p%>", "most that quotas may fall (default: 50%)"],
] as const;

type LimitKey = (typeof limitOptions)[number][0];

/** The default guard file. It may be missing. */
export const usualGuardFile = "gateway-guard.yaml";

export function withGuardOptions(command: Command): Command {
  command
    .option("--guard", "exit with 3 if the guard refuses the changes; the other guard options imply it")
    .option(
      "--guard-file <file>",
      `the guard's rules (default: ${usualGuardFile} in this folder, if it exists)`,
    )
    .option(
      "--allow <rule[:name]>",
      "let a rule pass, or one resource by its logical name; repeatable",
      (text, before: readonly Permit[] = []) => [
        ...before,
        readPermit(text, (message) => new InvalidArgumentError(message)),
      ],
    )
    .option("--allow-file <file>", `the same, one per line; ${permitVariable} is also read`);
  for (const [key, value, words] of limitOptions) {
    const flag = key.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
    command.option(`--${flag} ${value}`, words, (text) => {
      const read = guardFormat.shape[key].safeParse(text, inOurWords);
      if (!read.success) {
        throw new InvalidArgumentError(read.error.issues.map(({ message }) => message).join(", "));
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
    // An undefined rule would hide the default one.
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

/** A variable with permits, separated by spaces or commas. */
export const permitVariable = "WORKSPACE_GATEWAY_ALLOW";

/** Permits from options, a file of permits and the environment, without those of the guard file. */
export async function permitsOf(
  { allow = [], allowFile }: PermitOptions,
  env: Readonly<Record<string, string | undefined>>,
): Promise<Permit[]> {
  const text = allowFile === undefined ? "" : await givenText(allowFile, "the file of permits");
  const lines = text.split("\n").map((line) => line.replace(/#.*/, "").trim());
  const words = (env[permitVariable] ?? "").split(/[\s,]+/);
  const read = (texts: readonly string[], where: string) =>
    texts
      .filter((each) => each !== "")
      .map((each) => readPermit(each, (message) => new UsageError(`${where}: ${message}`)));
  return [...allow, ...read(lines, allowFile ?? ""), ...read(words, permitVariable)];
}

export interface RoutesOptions {
  /** The file of expectations (default: `gateway-routes.yaml`, if it exists). */
  readonly routes?: string;
}

/** Undefined if `routes` is `false`, or if no file is named and the default one does not exist. */
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

/**
 * The file as a review names it. Outside of this folder only the base name counts: pipelines use a new
 * temporary folder in each run.
 */
export function reviewedFile(file: string): string {
  return path.relative(".", file).startsWith("..") ? path.basename(file) : file;
}

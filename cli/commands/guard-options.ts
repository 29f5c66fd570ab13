import { type Command, InvalidArgumentError } from "commander";
import { defined, inOurWords, messageOf } from "pulumi-workspace-gateway/tools";
import type { z } from "zod";
import { readGuardFile } from "../review/guard/guard-file.js";
import { type GuardRules, type Limit, type Permit, safeRules } from "../review/guard/guard-rules.js";
import { limitSchema, percentSchema } from "../review/guard/limit.js";
import { permitOf } from "../review/guard/permit.js";
import { readRulesFile } from "./given-file.js";

/** The options of a guard. Each of them turns the guard on. */
export interface GuardOptions {
  readonly guard?: boolean;
  readonly guardFile?: string;
  readonly allow?: readonly Permit[];
  readonly maxDeletes?: Limit;
  readonly maxReplaces?: Limit;
  readonly maxMovedRoutes?: Limit;
  readonly maxCostUp?: number;
}

/** The file that is read if it is there and no other is named. */
const usualFile = "gateway-guard.yaml";

/** Declares the options of a guard. */
export function withGuardOptions(command: Command): Command {
  return command
    .option("--guard", "exit with 3 if the changes go too far; the other options of the guard imply it")
    .option("--guard-file <file>", `the guard's rules (default: ${usualFile} in this folder, if it is there)`)
    .option(
      "--allow <rule[:name]>",
      "let a rule pass, or one resource by its logical name; repeatable",
      permit,
    )
    .option("--max-deletes <n|p%>", "most objects to be deleted (default: 10%)", reading(limitSchema))
    .option("--max-replaces <n|p%>", "most objects to be replaced (default: 10%)", reading(limitSchema))
    .option(
      "--max-moved-routes <n|p%>",
      "most routes that end elsewhere (default: 10%)",
      reading(limitSchema),
    )
    .option("--max-cost-up <p%>", "most that a cost may rise (default: 20%)", reading(percentSchema));
}

/** The rules that the options ask for; undefined if they ask for no guard. Options go before the file. */
export async function guardRulesOf(options: GuardOptions): Promise<GuardRules | undefined> {
  const { guard, guardFile, allow, maxDeletes, maxReplaces, maxMovedRoutes, maxCostUp } = options;
  const limits = { maxDeletes, maxReplaces, maxMovedRoutes, maxCostUp };
  const isWanted = [guard, guardFile, allow, ...Object.values(limits)].some((value) => value !== undefined);
  if (!isWanted) {
    return undefined;
  }
  const written = await readRulesFile({
    what: "the guard file",
    named: guardFile,
    usual: usualFile,
    read: readGuardFile,
  });
  return {
    ...safeRules,
    // A rule that is undefined would hide the one it is laid over.
    ...defined(written),
    ...defined(limits),
    allow: [...(written.allow ?? []), ...(allow ?? [])],
  };
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

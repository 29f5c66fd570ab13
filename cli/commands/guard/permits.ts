import { messageOf } from "pulumi-workspace-gateway/tools";
import type { Permit } from "../../review/guard/guard-rules.js";
import { permitOf } from "../../review/guard/permit.js";
import { givenText } from "../given-file.js";
import { UsageError } from "../terminal.js";

/** Where permits come from that are in no file of the repository. */
export interface PermitOptions {
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

import { readFile } from "node:fs/promises";
import { messageOf } from "pulumi-workspace-gateway/tools";
import type { Account } from "../account/whole-account.js";
import { checkExpectations, type ExpectationResult } from "../expectations/check.js";
import { readExpectations } from "../expectations/format.js";

/** What of a file of expectations an account does not meet, a line each: where it stands, what was expected, and what is so. */
export async function unmetExpectations(file: string | URL, account: Account): Promise<string[]> {
  const text = await readFile(file, "utf8").catch((error: unknown) => {
    throw new Error(`the expectations cannot be read: ${messageOf(error)}`, { cause: error });
  });
  return checkExpectations(readExpectations(text, String(file)), account)
    .filter(({ status }) => status !== "held")
    .map(lineOf);
}

function lineOf({
  file,
  line,
  column,
  workspace,
  path,
  expected,
  found,
  depends,
}: ExpectationResult): string {
  const where = workspace === undefined ? path.join(" ") : `${workspace}: ${path.slice(2).join(" ")}`;
  const open = depends.length === 0 ? "" : ` It depends on ${depends.join(", and on ")}.`;
  return `${file}:${line}:${column}: ${where}: expected ${expected}, but ${found}.${open}`;
}

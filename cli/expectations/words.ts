import { howMany } from "pulumi-workspace-gateway/tools";
import type { ExpectationResult } from "./check.js";

/** How people name a line of the file: by its keys, such as `Support*.routes.default.model`. */
export function expectationName({ path }: Pick<ExpectationResult, "path">): string {
  return path.slice(1).join(".");
}

/** What became of a line, as a sentence. Back-ticks enclose names. */
export function expectationSentence(result: ExpectationResult): string {
  const { file, line, column, workspace, expected, found } = result;
  const where = workspace === undefined ? "" : ` in \`${workspace}\``;
  return [
    `${file}:${line}:${column} expects ${expected}${where}, but found: ${found}.`,
    ...openWords(result),
  ].join(" ");
}

/** What became of a line, as a row of a table in a terminal, which shows names as they are. */
export function expectationRow(result: ExpectationResult): string[] {
  const { line, column, status, workspace = "", expected, found } = result;
  const cells = [`${line}:${column}`, status, expectationName(result), workspace, expected, found];
  return cells.map((text) => text.replaceAll("`", ""));
}

/** What is open about it, and what to do about that. */
export function openWords({
  depends,
  settledBy,
}: Pick<ExpectationResult, "depends" | "settledBy">): string[] {
  if (depends.length === 0) {
    return [];
  }
  const open = `The API leaves open ${depends.join("; ")}.`;
  return settledBy.length === 0
    ? [open]
    : [open, `If your gateway is known to do it so: \`assume: [${settledBy.join(", ")}]\`.`];
}

const words = { broken: "broken", depends: "held only under one reading", unknown: "not known" } as const;

/** How many are held, and how many are not. */
export function expectationCounts(results: readonly Pick<ExpectationResult, "status">[]): string {
  const count = (status: ExpectationResult["status"]) =>
    results.filter((each) => each.status === status).length;
  const parts = (["broken", "depends", "unknown"] as const).flatMap((status) =>
    count(status) === 0 ? [] : [`${count(status)} ${words[status]}`],
  );
  return [`${howMany(results.length, "expectation")}: ${count("held")} held`, ...parts].join(", ");
}

/** Whether all are held. */
export function areHeld(results: readonly Pick<ExpectationResult, "status">[]): boolean {
  return results.every(({ status }) => status === "held");
}

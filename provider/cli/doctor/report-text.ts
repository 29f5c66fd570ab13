import type { Diagnosis } from "../../doctor/diagnosis.js";

/** A line, and the checks that were left out for the same reason. */
interface Row {
  readonly diagnosis: Diagnosis;
  readonly also: readonly string[];
}

/** What was found, for people: a line for each finding, and below it what to do. */
export function reportText(diagnoses: readonly Diagnosis[]): string {
  const rows = diagnoses.reduce<readonly Row[]>(withNext, []);
  const width = Math.max(...rows.map(({ diagnosis }) => diagnosis.check.length));
  const stateWidth = "not checked".length;
  const lines = rows.flatMap(({ diagnosis: { check, state, found, means, remedy }, also }) => [
    `${state.padEnd(stateWidth)}  ${check.padEnd(width)}  ${[found, means, sameFor(also)].filter(Boolean).join(" ")}`,
    ...(remedy === undefined ? [] : [`${" ".repeat(stateWidth + width + 4)}→ ${remedy}`]),
  ]);
  return lines.join("\n");
}

function sameFor(checks: readonly string[]): string {
  return checks.length === 0 ? "" : `The same for ${checks.join(", ")}.`;
}

/** What was not checked for the same reason as the one before stands in its line. */
function withNext(rows: readonly Row[], next: Diagnosis): readonly Row[] {
  const last = rows.at(-1);
  const isSame = [last?.diagnosis, next].every(
    (each) => each?.state === "not checked" && each.found === next.found && each.remedy === undefined,
  );
  return last !== undefined && isSame
    ? [...rows.slice(0, -1), { ...last, also: [...last.also, next.check] }]
    : [...rows, { diagnosis: next, also: [] }];
}

import type { Diagnosis } from "../../doctor/diagnosis.js";

/** What was found, for people: a line for each finding, and below it what to do. */
export function reportText(diagnoses: readonly Diagnosis[]): string {
  // What was not checked for one reason stands in one line.
  const groups = [...Map.groupBy(diagnoses, reasonOf).values()];
  const width = Math.max(...diagnoses.map((each) => nameOf(each).length));
  const stateWidth = "not checked".length;
  const lines = groups.flatMap(([first, ...others]) => {
    if (first === undefined) {
      return [];
    }
    const { state, found, means, remedy } = first;
    const also = others.length === 0 ? "" : `The same for ${others.map(nameOf).join(", ")}.`;
    const words = [found, means, also].filter(Boolean).join(" ");
    return [
      `${state.padEnd(stateWidth)}  ${nameOf(first).padEnd(width)}  ${words}`,
      ...(remedy === undefined ? [] : [`${" ".repeat(stateWidth + width + 4)}→ ${remedy}`]),
    ];
  });
  return lines.join("\n");
}

function reasonOf(diagnosis: Diagnosis): unknown {
  return diagnosis.state === "not checked" ? `${diagnosis.found} ${diagnosis.remedy}` : diagnosis;
}

function nameOf({ check, connection }: Diagnosis): string {
  return connection === undefined ? check : `${check} (${connection})`;
}

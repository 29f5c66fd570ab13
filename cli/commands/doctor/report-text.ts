import type { Diagnosis } from "../../doctor/diagnosis.js";
import { TextTable } from "../../text/text-table.js";

/** What was found, for people: a line for each finding, and below it what to do. */
export function reportText(diagnoses: readonly Diagnosis[]): string {
  // What was not checked for one reason stands in one line.
  const groups = [...Map.groupBy(diagnoses, reasonOf).values()];
  const narrowest = Math.max(...diagnoses.map((each) => nameOf(each).length));
  const rows = groups.flatMap(([first, ...others]) => {
    if (first === undefined) {
      return [];
    }
    const { state, found, means, remedy } = first;
    const also = others.length === 0 ? "" : `The same for ${others.map(nameOf).join(", ")}.`;
    const words = [found, means, also].filter(Boolean).join(" ");
    return [[state, nameOf(first), words], ...(remedy === undefined ? [] : [["", "", `→ ${remedy}`]])];
  });
  const columns = [{ narrowest: "not checked".length }, { narrowest }, {}];
  return new TextTable(columns).lines(rows).join("\n");
}

function reasonOf(diagnosis: Diagnosis): unknown {
  return diagnosis.state === "not checked" ? `${diagnosis.found} ${diagnosis.remedy}` : diagnosis;
}

function nameOf({ check, connection }: Diagnosis): string {
  return connection === undefined ? check : `${check} (${connection})`;
}

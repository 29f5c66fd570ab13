import { idOf, isNamesake } from "pulumi-workspace-gateway/tools";
import { isInNew } from "../../review/facts/needs/scopes.js";
import { gatewayRow } from "../known.js";
import { recoverCommandFor } from "../stack/recover-remedy.js";
import type { Use, Workload } from "./work.js";

/** Whether what the next `up` creates is there already, as after a run that was killed. */
export const namesCheck = gatewayRow(
  "names",
  ["plan", "session", "account", "work", "settings", "stack"],
  async ({ session, work, settings, stack }, check) => {
    const ours = new Set(work.uses.map(({ step }) => step?.before?.id));
    const created = settings.adopt === "never" ? work.uses.filter((use) => isLookedFor(use, work)) : [];
    const findings = created.map(async ({ kind, workspace, step }) => {
      const rows = await session.lists.rows(kind, workspace);
      const declared = step?.after?.inputs ?? {};
      const other = rows?.find((row) => !ours.has(idOf(row)) && isNamesake(kind, declared, row));
      return other === undefined
        ? []
        : check.problem({
            found: `${kind.name} ${step?.name} exists already, with id ${idOf(other)}.`,
            means: "The next `up` would name it, and stop there.",
            remedy: `After a run that was killed, run ${recoverCommandFor(stack)}. Otherwise give it another name, or take it over by \`adopt: true\`.`,
            facts: { kind: kind.name, name: step?.name, id: idOf(other) },
          });
    });
    return (await Promise.all(findings)).flat();
  },
);

/** Whether an object is made where others may have made one of its name. */
function isLookedFor({ kind, workspace, step }: Use, { planned }: Workload): boolean {
  return (
    step?.operation === "create" &&
    kind.source.how === "created" &&
    step.after?.inputs.adopt !== true &&
    (kind.endpoints.parent === undefined || workspace !== undefined) &&
    !isInNew(step, planned)
  );
}

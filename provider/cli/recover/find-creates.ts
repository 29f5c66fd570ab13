import { priorGateway } from "../../lifecycle/operation/gateway-mark.js";
import { findLost } from "../../recover/find/find-lost.js";
import { type DoubtedObject, lookAtObjects, type ObjectFinding } from "../../recover/find/look-at-objects.js";
import type { LostPlace } from "../../recover/find/lost-place.js";
import type { LostFinding, Period } from "../../recover/lost-create.js";
import type { Deployment } from "../../recover/state/deployment.js";
import { foundCreates } from "../../recover/state/found-creates.js";
import type { BegunCreate } from "../../recover/state/pending-work.js";
import type { FoundCreate } from "../../recover/state/put-back.js";
import { plainState } from "../../stack/plain-state.js";
import { readStackState } from "../../stack/stack-state.js";
import { sessionFor } from "../live-session.js";
import { readStackConfig } from "../read-stack-config.js";
import { stackArguments } from "../stacks.js";
import type { Recovery } from "./recovery-steps.js";
import type { OperationOutcome } from "./report/recovery-report.js";

/** What a look at the gateway has shown. */
interface SearchResult {
  readonly found: readonly FoundCreate[];
  readonly outcomes: readonly OperationOutcome[];
}

/** In the place of the mark of a gateway: a state of the first release has none. */
const anyGateway = "any";

/** Looks for what was created, and at what the state has; the settings are those of the stack. */
export interface Search {
  look(creates: readonly BegunCreate[], state: Deployment, operation?: string): Promise<SearchResult>;
  lookAt(objects: readonly DoubtedObject[], runs: readonly Period[]): Promise<readonly ObjectFinding[]>;
}

export async function searchFor({ terminal, place, kinds }: Recovery): Promise<Search> {
  terminal.progress("reading the settings");
  const config = await readStackConfig(stackArguments(place.stack), terminal);
  const session = sessionFor(terminal, {}, kinds, config);
  const targetOf: LostPlace["targetOf"] = (kind, values) => session.target(kind, values);
  return {
    lookAt: (objects, runs) => lookAtObjects(objects, runs, targetOf),
    look: async (creates, state, operation = "creating") => {
      const { resources } = readStackState(JSON.stringify(state), kinds);
      const managed = resources.filter(({ external }) => !external);
      const held = new Set(
        managed.map(({ kind, id, outputs }) => `${priorGateway(outputs) ?? anyGateway} ${kind.name} ${id}`),
      );
      const findings = await findLost(
        creates.map(({ lost }) => lost),
        {
          targetOf,
          held: (kindName, id, gateway) =>
            [gateway, anyGateway].some((mark) => held.has(`${mark} ${kindName} ${id}`)),
          known: managed
            .filter(({ leaving }) => !leaving)
            .map(({ kind, id, inputs, outputs }) => ({
              kind,
              id,
              inputs: plainState(inputs).values,
              outputs: plainState(outputs).values,
            })),
          told: (done, all) => terminal.progress(`${done} of ${all} lists searched`),
        },
      );
      terminal.progress("");
      const judged = foundCreates(creates, findings, state);
      return {
        found: judged.found,
        outcomes: judged.findings.map((finding) => outcomeOf(finding, operation)),
      };
    },
  };
}

function outcomeOf(finding: LostFinding, operation: string): OperationOutcome {
  const { urn } = finding.lost;
  switch (finding.is) {
    case "found":
      return { urn, operation, outcome: "recovered", id: finding.id };
    case "absent":
      return {
        urn,
        operation,
        outcome: "dropped",
        ...(finding.note === undefined ? {} : { why: finding.note }),
      };
    case "doubtful":
      return { urn, operation, outcome: "doubtful", why: finding.why, look: finding.look };
  }
}

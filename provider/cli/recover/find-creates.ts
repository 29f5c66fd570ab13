import { priorGateway } from "../../lifecycle/operation/gateway-mark.js";
import { findLost } from "../../recover/find/find-lost.js";
import type { LostFinding } from "../../recover/lost-create.js";
import type { Deployment, StateEntry } from "../../recover/state/deployment.js";
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

/** Looks for what was created; the settings are those of the stack. */
export interface Search {
  look(creates: readonly BegunCreate[], state: Deployment, operation?: string): Promise<SearchResult>;
}

export async function searchFor({ terminal, place, kinds }: Recovery): Promise<Search> {
  terminal.progress("reading the settings");
  const config = await readStackConfig(stackArguments(place.stack), terminal);
  const session = sessionFor(terminal, {}, kinds, config);
  return {
    look: async (creates, state, operation = "creating") => {
      const { resources } = readStackState(JSON.stringify(state), kinds);
      const managed = resources.filter(({ external }) => !external);
      const held = new Set(
        managed.map(({ kind, id, outputs }) => `${priorGateway(outputs) ?? anyGateway} ${kind.name} ${id}`),
      );
      const findings = await findLost(
        creates.map(({ lost }) => lost),
        {
          targetOf: (kind, values) => session.target(kind, values),
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
      return resultOf(creates, findings, state, operation);
    },
  };
}

function resultOf(
  creates: readonly BegunCreate[],
  seen: readonly LostFinding[],
  state: Deployment,
  operation: string,
): SearchResult {
  const findings = seen.map((finding) => unlessMadeAgain(finding, state));
  const entries = new Map(creates.map(({ lost, entry }) => [lost, entry]));
  const taken = new Set<string>();
  const found = findings.flatMap((finding): FoundCreate[] => {
    const entry = entries.get(finding.lost);
    if (finding.is !== "found" || entry === undefined) {
      return [];
    }
    const { urn, unread = [] } = finding.lost;
    const surplus = taken.has(urn);
    taken.add(urn);
    return [{ entry, id: finding.id, outputs: finding.outputs, hidden: unread, surplus }];
  });
  return { found, outcomes: findings.map((finding) => outcomeOf(finding, operation)) };
}

/** What was found of a create that a later run has made again belongs to nobody: a person has to say what becomes of it. */
function unlessMadeAgain(finding: LostFinding, { deployment }: Deployment): LostFinding {
  const { lost } = finding;
  return finding.is === "found" && cameLater(deployment.resources ?? [], lost.urn, lost.since)
    ? {
        is: "doubtful",
        lost,
        why: `It exists with the id ${finding.id}, and a later run has made another object for this resource.`,
        look: "If nobody needs it, delete it in the console.",
      }
    : finding;
}

/**
 * Whether a later run has created the resource, beside the create that was lost. A resource from before is what the lost
 * create was to replace.
 */
function cameLater(resources: readonly StateEntry[], urn: string, since: number | undefined): boolean {
  const now = resources.find(
    (each) => each.urn === urn && each.delete !== true && each.pendingReplacement !== true,
  );
  return since !== undefined && Date.parse(now?.created ?? "") > since;
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

import type { LostFinding } from "../lost-create.js";
import type { Deployment, StateEntry } from "./deployment.js";
import type { BegunCreate } from "./pending-work.js";
import type { FoundCreate } from "./put-back.js";

/** What the gateway has of lost creates, beside what the state has by now. */
interface Judged {
  readonly findings: readonly LostFinding[];
  /** What belongs into the state. */
  readonly found: readonly FoundCreate[];
}

/** Tells which of the objects that were found belong into a state. */
export function foundCreates(
  creates: readonly BegunCreate[],
  seen: readonly LostFinding[],
  state: Deployment,
): Judged {
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
  return { findings, found };
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

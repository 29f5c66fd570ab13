import { printable } from "pulumi-workspace-gateway/tools";
import type { ChangedPrompt } from "../facts/prompts/changed-prompts.js";
import { digestsOf } from "./digest.js";
import type { Pin } from "./pin-format.js";
import { resourceTitle } from "./resource-title.js";

/** The prompts that change under a rule which requires evidence for them. */
export interface RequiredEvidence {
  readonly environments: readonly string[];
  readonly prompts: readonly ChangedPrompt[];
}

/** What a pin keeps of the evidence for changed prompts. One that had none was permitted by name. */
export function pinnedEvidence(
  { environments, prompts }: RequiredEvidence,
  salt: string,
): NonNullable<Pin["evidence"]> {
  return {
    environments: [...environments],
    prompts: prompts.map((prompt) => ({
      urn: prompt.urn,
      subject: subjectDigest(prompt, salt),
      until: prompt.evidence?.is === "passed" ? prompt.evidence.until : null,
    })),
  };
}

/** Which of the prompts that change now have no evidence in a pin, or none any more, a sentence each. */
export function lapsedEvidence(
  { evidence, salt }: Pin,
  prompts: readonly ChangedPrompt[],
  now: number,
): string[] {
  if (evidence === undefined) {
    return [];
  }
  return prompts.flatMap((prompt) => {
    const reviewed = evidence.prompts.find(({ urn }) => urn === prompt.urn);
    const title = resourceTitle(prompt.urn);
    if (reviewed?.subject !== subjectDigest(prompt, salt)) {
      const how = reviewed === undefined ? prompt.why.join(", ") : "is not the one that was evaluated";
      return [printable(`${title} ${how}`)];
    }
    const { until } = reviewed;
    return until !== null && now > Date.parse(until)
      ? [printable(`the evaluation of ${title} counted until ${until}`)]
      : [];
  });
}

/** What is evaluated of a prompt, in one digest that says nothing of it. */
function subjectDigest({ urn, sha256, environment, models }: ChangedPrompt, salt: string): string {
  const subject = { sha256: sha256 ?? null, environment, models: [...models] };
  return digestsOf({ subject }, salt, `evidence ${urn}`).subject ?? "";
}

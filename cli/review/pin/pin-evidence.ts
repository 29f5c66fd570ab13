import { printable } from "pulumi-workspace-gateway/tools";
import type { ChangedPrompt } from "../facts/prompts/changed-prompts.js";
import type { Pin } from "./pin-format.js";
import { resourceTitle } from "./resource-title.js";

/** What a pin keeps of the evidence for changed prompts. One that had none was permitted by name. */
export function pinnedEvidence(
  environments: readonly string[],
  prompts: readonly ChangedPrompt[],
): NonNullable<Pin["evidence"]> {
  return {
    environments: [...environments],
    prompts: prompts.map(({ urn, sha256, environment, models, evidence }) => ({
      urn,
      sha256: sha256 ?? null,
      environment,
      models: [...models],
      until: evidence?.is === "passed" ? evidence.until : null,
    })),
  };
}

/** Which of the prompts that change now have no evidence in a pin, or none any more, a sentence each. */
export function lapsedEvidence({ evidence }: Pin, prompts: readonly ChangedPrompt[], now: number): string[] {
  if (evidence === undefined) {
    return [];
  }
  return prompts.flatMap((prompt) => {
    const reviewed = evidence.prompts.find(({ urn }) => urn === prompt.urn);
    const title = resourceTitle(prompt.urn);
    if (reviewed === undefined || !isSame(reviewed, prompt)) {
      const how = reviewed === undefined ? prompt.why.join(", ") : "is not the one that was evaluated";
      return [printable(`${title} ${how}`)];
    }
    const { until } = reviewed;
    return until !== null && now > Date.parse(until)
      ? [printable(`the evaluation of ${title} counted until ${until}`)]
      : [];
  });
}

type ReviewedPrompt = NonNullable<Pin["evidence"]>["prompts"][number];

function isSame(reviewed: ReviewedPrompt, { sha256, environment, models }: ChangedPrompt): boolean {
  const { until } = reviewed;
  const isSubject = reviewed.sha256 === (sha256 ?? null) && reviewed.environment === environment;
  return isSubject && (until === null || models.every((model) => reviewed.models.includes(model)));
}

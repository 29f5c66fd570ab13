import { z } from "zod";
import { parsePreview } from "../../review/plan/parse-preview.js";
import { type StateEntry, stateEntry } from "../../stack/deployment.js";
import { partsOf } from "../../stack/urn.js";

/** What a preview plans for a resource. */
export interface PreviewedStep {
  /** `create`, `same`, … */
  readonly op: string;
  /** The resource as the engine would store it; what the preview does not know yet is unknown in it. */
  readonly entry: StateEntry;
}

const format = z.looseObject({
  steps: z.array(z.looseObject({ op: z.string(), newState: stateEntry.nullish() })).nullish(),
});

/** What a preview of this stack plans. Fails if the text is no preview, or one of another stack or project. */
export function plannedSteps(text: string, project: string, stack: string): PreviewedStep[] {
  parsePreview(text); // its errors say how to make one
  const { data } = format.safeParse(JSON.parse(text.replace(/^\uFEFF/, "")));
  const steps = (data?.steps ?? []).flatMap(({ op, newState }) =>
    newState == null ? [] : [{ op, entry: newState }],
  );
  for (const { entry } of steps) {
    const of = partsOf(entry.urn);
    if (of.project !== project || of.stack !== stack) {
      throw new Error(
        `this preview is of the stack ${of.stack} of the project ${of.project}, not of ${stack} of ${project}.`,
      );
    }
  }
  if (steps.length === 0) {
    throw new Error(
      "this preview plans no resource, so it does not tell what may have been created. " +
        "Make it with `pulumi preview --json --show-sames`.",
    );
  }
  return steps;
}

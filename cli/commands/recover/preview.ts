import { messageOf } from "pulumi-workspace-gateway/tools";
import { type PreviewedStep, plannedSteps } from "../../recover/since/planned-steps.js";
import { runPulumi } from "../pulumi.js";
import { stackArguments } from "../stacks.js";
import { UsageError } from "../terminal.js";
import type { Recovery } from "./recovery-place.js";

/**
 * What a preview that the user gives plans. Fails if it is of no use, before anything is changed.
 *
 * @param isNeeded - whether a run may have created what nobody recorded
 */
export function savedPreview({ wish, place }: Recovery, isNeeded: boolean): PreviewedStep[] | undefined {
  if (wish.preview === undefined) {
    return undefined;
  }
  if (!isNeeded) {
    throw new UsageError(
      "--preview is only for what nobody recorded, and no run is known that did not record what it did: " +
        "give --since with the time at which it began, or leave --preview out",
    );
  }
  try {
    return plannedSteps(wish.preview, place.project.name, place.shortName);
  } catch (error) {
    throw new UsageError(`--preview: ${messageOf(error)}`);
  }
}

/** What the program plans now. */
export async function runPreview({ terminal, place }: Recovery): Promise<PreviewedStep[]> {
  terminal.progress("running a preview");
  // A run that has read the gateway first has made again what was gone there, and the state may still have the old object.
  const wanted = ["--json", "--show-sames", "--refresh", "--non-interactive"];
  const { code, stdout } = await runPulumi(["preview", ...wanted, ...stackArguments(place.stack)], terminal);
  if (code !== 0) {
    throw new Error(
      "what was never recorded can be looked for only with a preview, and `pulumi preview` failed. " +
        "Correct what it says, or give an earlier one with --preview, and run this again.",
    );
  }
  return plannedSteps(stdout, place.project.name, place.shortName);
}

import { defined } from "pulumi-workspace-gateway/tools";
import type { ResourceDecision } from "./course.js";
import { openedValues } from "./property-values.js";
import type { MadeObject, ResourceSubject } from "./providers/answering.js";

/** What is there of a resource once it is made, or what a preview knows of it. Components are nothing on a gateway. */
export async function madeObject(
  subject: ResourceSubject,
  { op, inputs, old, provider }: ResourceDecision,
  isPreview: boolean,
): Promise<Omit<MadeObject, "id"> & { readonly id?: string }> {
  const stays = op === "same" && old !== undefined;
  if (stays || provider === undefined) {
    return { ...defined({ id: old?.id }), outputs: (stays ? old?.outputs : undefined) ?? {} };
  }
  const news = openedValues(inputs);
  if (!isPreview) {
    return provider.create(subject, news);
  }
  const before = op === "update" && old !== undefined ? old : undefined;
  const outputs = await provider.known(subject, before && openedValues(before.outputs), news);
  return { outputs, ...defined({ id: before?.id }) };
}

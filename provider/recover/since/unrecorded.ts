import { parsePreview } from "../../review/plan/parse-preview.js";
import type { PreviewStep } from "../../review/plan/preview-format.js";
import { hidesSecret } from "../../review/plan/snapshot.js";
import type { Kind } from "../../spec/kind.js";
import { typeToken } from "../../spec/token.js";
import { hasUnknown } from "../../spec/values.js";
import { partsOf } from "../../stack/urn.js";
import type { LostCreate } from "../lost-create.js";

/** The steps that make an object. A replacement is one step of its own, or two in older engines. */
const makingSteps: ReadonlySet<string> = new Set(["create", "replace", "create-replacement"]);

/**
 * The creates that a preview plans, as creates that a run may have begun since this time without recording anything: if
 * it has, the program still plans them. Without those whose name, or workspace, the preview does not know: they are
 * known to a preview that is made after the objects they refer to were recorded.
 */
export function unrecorded(previewText: string, kinds: readonly Kind[], since: number): LostCreate[] {
  const byType = new Map(kinds.map((kind) => [typeToken(kind.name), kind]));
  return (parsePreview(previewText).steps ?? []).flatMap((step) => {
    const kind = byType.get(partsOf(step.urn).type);
    const lost = kind === undefined || !makingSteps.has(step.op) ? undefined : lostCreate(kind, step, since);
    return lost === undefined ? [] : [lost];
  });
}

/** Undefined if the preview does not know what tells the object from others. */
function lostCreate(kind: Kind, { urn, newState }: PreviewStep, since: number): LostCreate | undefined {
  const all = Object.entries(newState?.inputs ?? {});
  const inputs = Object.fromEntries(all.filter(([, value]) => !hasUnknown(value) && !hidesSecret(value)));
  const unread = all.map(([name]) => name).filter((name) => inputs[name] === undefined);
  const { parent } = kind.endpoints;
  const telling = [...kind.naturalKey, ...(parent === undefined ? [] : [parent.field]), "connection"];
  return unread.some((name) => telling.includes(name))
    ? undefined
    : { urn, kind, inputs, ...(unread.length === 0 ? {} : { unread }), since };
}

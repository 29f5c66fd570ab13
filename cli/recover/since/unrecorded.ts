import {
  declaredProvider,
  defined,
  hasUnknown,
  hidden,
  type Kind,
  kindOfType,
  naturalKeyOf,
} from "pulumi-workspace-gateway/tools";
import { hidesSecret } from "../../account/covered.js";
import type { StateEntry } from "../../stack/deployment.js";
import type { LostCreate, Period } from "../lost-create.js";
import { earliest } from "../run-times.js";
import type { BegunCreate } from "../state/begun-creates.js";
import type { PreviewedStep } from "./planned-steps.js";

/** The steps that make an object. A replacement is one step of its own, or two in older engines. */
const makingSteps: ReadonlySet<string> = new Set(["create", "replace", "create-replacement"]);

/**
 * The creates that a preview plans, as creates that these runs may have begun without recording anything: if one has, the
 * program still plans it. Without those whose name, or workspace, the preview does not know, and of those of one name also
 * without those of which it does not know what tells them apart: they are known to a preview that is made after the objects
 * they refer to were recorded.
 */
export function unrecorded(
  steps: readonly PreviewedStep[],
  kinds: readonly Kind[],
  runs: readonly Period[],
): BegunCreate[] {
  const begun = steps.flatMap(({ op, entry }) => {
    const isReached = declaredProvider(entry.provider) === undefined; // by the settings that we have
    const kind = isReached ? kindOfType(entry.type, kinds) : undefined;
    const lost = kind === undefined || !makingSteps.has(op) ? undefined : lostCreate(kind, entry, runs);
    return lost === undefined ? [] : [{ lost, entry: asRecorded(entry, lost) }];
  });
  const names = Map.groupBy(begun, ({ lost: { kind, inputs } }) => naturalKeyOf(kind, inputs));
  return begun.filter(({ lost: { kind, inputs, unread = [] } }) => {
    const isAlone = names.get(naturalKeyOf(kind, inputs))?.length === 1;
    return isAlone || !unread.some((name) => kind.distinguishedBy?.includes(name));
  });
}

/** Undefined if the preview does not know what tells the object from others. */
function lostCreate(
  kind: Kind,
  { urn, inputs: planned = {} }: StateEntry,
  runs: readonly Period[],
): LostCreate | undefined {
  const all = Object.entries(planned);
  const inputs = Object.fromEntries(all.filter(([, value]) => !hasUnknown(value) && !hidesSecret(value)));
  const unread = all.map(([name]) => name).filter((name) => inputs[name] === undefined);
  const { parent } = kind.endpoints;
  const telling = [...kind.naturalKey, ...(parent === undefined ? [] : [parent.field]), "connection"];
  const since = earliest(...runs.map(({ from }) => from));
  return unread.some((name) => telling.includes(name))
    ? undefined
    : { urn, kind, inputs, ...defined({ unread: unread.length === 0 ? undefined : unread }), since, runs };
}

/** What a preview plans for a resource, with the inputs that a create had as far as they are known. */
function asRecorded(planned: StateEntry, { inputs }: LostCreate): StateEntry {
  const provider = planned.inputs?.[hidden.provider];
  return {
    ...planned,
    inputs: { ...inputs, ...defined({ [hidden.provider]: provider }) },
  };
}

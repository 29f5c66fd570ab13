import {
  defined,
  type Field,
  hidden,
  isMadeOfTheSame,
  type Kind,
  kindOfType,
  sameValue,
  shownAfter,
  type Values,
} from "pulumi-workspace-gateway/tools";
import { partsOf } from "../../stack/urn.js";
import type { PreviewStep } from "./preview-format.js";

/**
 * The outputs that an update keeps, as its object has them. A dynamic provider puts them among the inputs; a plugin tells them
 * to the engine alone, and a preview in JSON leaves them out.
 */
export function keptOutputs(
  kind: Kind,
  { oldState, newState }: PreviewStep,
  all: readonly PreviewStep[],
  kinds: readonly Kind[],
): Values {
  const [olds, news] = [oldState?.inputs ?? {}, newState?.inputs ?? {}];
  const kept = [...kind.outputFields.values()].filter(
    (field) =>
      field.madeOf !== undefined &&
      isMadeOfTheSame(field, olds, news) &&
      !isPulled(field.follows, news, all, kinds),
  );
  return defined(Object.fromEntries(kept.map(({ name }) => [name, oldState?.outputs[name]])));
}

/**
 * What the gateway shows of undeclared properties, as an update leaves it. Where the state does not say it, the inputs of a
 * dynamic provider may. A replacement has none: the gateway decides anew.
 */
export function keptShown(kind: Kind, { oldState, newState }: PreviewStep): Values {
  return defined({ [hidden.shown]: shownAfter(kind, oldState?.outputs ?? {}, newState?.inputs ?? {}) });
}

/** Whether the same preview changes what an output follows in another object. */
function isPulled(
  follows: Field["follows"],
  inputs: Values,
  all: readonly PreviewStep[],
  kinds: readonly Kind[],
): boolean {
  return (
    follows !== undefined &&
    all.some(
      ({ urn, oldState, newState }) =>
        oldState?.id === inputs[follows.input] &&
        kindOfType(partsOf(urn).type, kinds)?.endpoints.list === follows.list &&
        follows.fields.some((name) => !sameValue({}, oldState?.inputs[name], newState?.inputs[name])),
    )
  );
}

import {
  connectionOf,
  defined,
  hidden,
  type Kind,
  rowsMeant,
  selected,
  shownIn,
  undeclaredFields,
  type Values,
} from "pulumi-workspace-gateway/tools";
import { shownValues } from "../../../account/gateway-objects.js";
import type { LiveObject } from "../../../live/live-account.js";
import { mayAdopt } from "../operations.js";
import type { Snapshot, Step } from "../plan.js";

/** The object that a create takes over, if exactly one of these can be meant. */
export function takenOverBy(
  { operation, after }: Step,
  kind: Kind | undefined,
  objects: readonly LiveObject[],
  adoptsAlways: boolean,
): LiveObject | undefined {
  if (operation !== "create" || kind === undefined || after === undefined) {
    return undefined;
  }
  if (kind.source.how !== "adopted" && !mayAdopt(after.inputs) && !adoptsAlways) {
    return undefined;
  }
  const parent = kind.endpoints.parent?.field;
  const place = parent === undefined ? undefined : after.inputs[parent];
  const own = objects.filter((object) => object.kind === kind && object.holder?.id === place);
  const rows = own.map(({ row }) => row);
  const meant =
    kind.source.how !== "adopted"
      ? rowsMeant(kind, after.inputs, rows)
      : kind.endpoints.list === undefined
        ? rows
        : selected(kind, after.inputs, rows);
  return meant.length === 1 ? own.find(({ row }) => row === meant[0]) : undefined;
}

/** A create that takes over what is there: from what it has now, to what it will have. */
export function takingOver(step: Step, after: Snapshot, object: LiveObject): Step {
  const { kind, id, row } = object;
  const fields = [...kind.fields.values()];
  const declared = fields.filter(({ name }) => after.inputs[name] !== undefined);
  const shown = Object.fromEntries(
    undeclaredFields(kind, after.inputs).map((field) => [field.name, shownIn(field, row) ?? null]),
  );
  // What says which object is meant says the same before and after.
  const naming = declared.filter(
    ({ name, selects }) => selects !== undefined || kind.naturalKey.includes(name),
  );
  const same: Values = Object.fromEntries(naming.map(({ name }) => [name, after.inputs[name] ?? null]));
  const inputs = {
    ...shownValues(object, declared),
    ...same,
    ...defined({ connection: connectionOf(after.inputs) }),
  };
  const outputs = { ...inputs, ...shownValues(object, kind.outputFields.values()), [hidden.shown]: shown };
  return {
    ...step,
    takesOver: true,
    before: { id, inputs, outputs, from: {} },
    after: { ...after, id, outputs: { [hidden.shown]: shown, ...after.outputs } },
  };
}

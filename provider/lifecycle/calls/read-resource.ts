import { hidden, type Values } from "../../spec/values.js";
import { defined } from "../../text/defined.js";
import { expectContents } from "../hooks/contents.js";
import { hintAtParent, observe } from "../objects/observe.js";
import { homeOf, locate } from "../operation/gateway-mark.js";
import type { Target } from "../operation/target.js";
import { noteOriginal } from "../sources/original.js";
import { stampOf } from "../state/row.js";
import { allInputs, inputsOf, observeState, outputsOf, seal } from "../state/state.js";
import type { Stored } from "./create-resource.js";

export interface Seen extends Stored {
  /** Undefined for an object that the program does not manage. */
  readonly inputs?: Values;
}

export async function readResource(target: Target, id: string, state: Values): Promise<Seen | undefined> {
  const { kind } = target;
  const isGet = state[hidden.get] === true;
  const { parent } = kind.endpoints;
  if (parent !== undefined && state[parent.field] === undefined) {
    throw new Error(`${kind.name}.get needs ${parent.field}, to know where to look for ${id}.`);
  }
  locate(target, state);
  const seen = await observe(target, id, state);
  if (seen.is === "gone") {
    if (isGet) {
      throw new Error(
        `${kind.name}.get: nothing on the gateway has the id ${id}.${await hintAtParent(target)}`,
      );
    }
    return undefined;
  }
  if (seen.is === "unobservable") {
    return { id, outputs: seal(kind, state), inputs: seal(kind, inputsOf(kind, state)) };
  }
  if (isGet) {
    const shown = { ...state, ...allInputs(kind, seen.row), ...outputsOf(kind, seen.row, {}) };
    return { id, outputs: seal(kind, shown) };
  }
  expectContents(target, id, seen.row);
  noteOriginal(target, id, state);
  const { inputs, outputs, drifted, lost } = observeState(kind, state, seen.row);
  for (const field of lost) {
    target.warn(`${target.label}: ${field.name} was lost to another object. This is reported, not repaired.`);
  }
  warnOfHiddenChange(target, state, outputs, drifted);
  const { [hidden.by]: _provider, ...rest } = outputs;
  const marks = defined({ [hidden.imported]: outputs[hidden.imported] });
  return { id, inputs: { ...inputs, ...marks }, outputs: { ...rest, ...homeOf(target) } };
}

/**
 * Warns that a write-only secret may have changed. It cannot be compared.
 * All that can be seen is that the object was written and that no visible value changed.
 */
function warnOfHiddenChange(target: Target, state: Values, outputs: Values, drifted: boolean): void {
  const writeOnlySecret = [...target.kind.fields.values()].find(
    (field) => field.writeOnly && field.secret && state[field.name] !== undefined,
  );
  const written = stampOf(target.kind, "written")?.name ?? "";
  const wasWritten = state[written] !== undefined && outputs[written] !== state[written];
  if (writeOnlySecret !== undefined && wasWritten && !drifted) {
    target.warn(
      `${target.label} was changed outside of Pulumi: its ${writeOnlySecret.name} may have been rotated.`,
    );
  }
}

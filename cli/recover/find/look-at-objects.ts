import {
  type JsonObject,
  lookAgain,
  messageOf,
  observe,
  observeState,
  stampOf,
  type Target,
  timeWritten,
} from "pulumi-workspace-gateway/tools";
import type { LostPlace, Period, RecordedResource } from "../lost-create.js";
import { isWithin } from "./search-list.js";

/** An object of the state that a killed run may have deleted or changed without recording it. */
export interface DoubtedObject extends RecordedResource {
  readonly urn: string;
  /** Whether its delete had begun, and nobody recorded its end. */
  readonly deleting: boolean;
}

/** What the gateway has of such an object. */
export interface ObjectFinding {
  readonly object: DoubtedObject;
  /** `written`: it may differ from the state. */
  readonly is: "same" | "written" | "gone";
}

/**
 * Looks at objects of the state. Writes nothing. An object that cannot be looked at is never gone: then this fails.
 *
 * @param runs - when runs were under way that may have changed an object without recording it
 */
export async function lookAtObjects(
  objects: readonly DoubtedObject[],
  runs: readonly Period[],
  targetOf: LostPlace["targetOf"],
): Promise<ObjectFinding[]> {
  return Promise.all(
    objects.map(async (object) => ({ object, is: await findingOf(object, runs, targetOf) })),
  );
}

async function findingOf(
  object: DoubtedObject,
  runs: readonly Period[],
  targetOf: LostPlace["targetOf"],
): Promise<ObjectFinding["is"]> {
  const { kind, id, outputs, deleting } = object;
  const target = targetOf(kind, outputs);
  try {
    const seen = await lookAgain(
      target.client.io,
      (again) => {
        if (again > 0) {
          target.client.lists.forget(target.collection);
        }
        return observe(target, id, outputs);
      },
      ({ is }) => deleting && is === "live", // reads may lag behind the delete
      atLeastTheLag,
    );
    if (seen.is === "live") {
      return mayBeWritten(object, target, seen.row, runs) ? "written" : "same";
    }
    return seen.is === "gone" ? "gone" : "same";
  } catch (error) {
    throw new Error(
      `it is not known what became of ${target.label}, because looking for it failed: ` +
        `${messageOf(target.cover(error))} Nothing was changed: when that is repaired, run this again.`,
      { cause: error },
    );
  }
}

const atLeastTheLag = { times: 3, pause: 500 };

/** Whether a run may have changed any value, shown or never shown. */
function mayBeWritten(
  { kind, outputs, deleting }: DoubtedObject,
  target: Target,
  row: JsonObject,
  runs: readonly Period[],
): boolean {
  if (kind.endpoints.patch === undefined) {
    return false; // another value would be another object
  }
  const isOther = observeState(kind, outputs, row).drifted;
  const mayBeOther = [...kind.fields.values()].some(
    ({ name, writeOnly }) => writeOnly && outputs[name] !== undefined,
  );
  if (deleting && isOther) {
    return true; // a destroy puts back what it found
  }
  const at = timeWritten(kind, row);
  const recorded = Date.parse(String(outputs[stampOf(kind, "written")?.name ?? ""]));
  const wasWritten =
    at === undefined ? runs.length > 0 : at !== recorded && runs.some((run) => isWithin(target, at, run));
  return wasWritten && (isOther || mayBeOther);
}

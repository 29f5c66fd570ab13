import { unless } from "pulumi-workspace-gateway/tools";
import { oldCopiesOf, readCheckpoint, type StackPlace } from "./stack-files.js";

/**
 * For each operation the latest time at which it is known not to have begun, in milliseconds. The engine records no time with
 * an operation, and a pending create stays in the state over many runs. Only the copies of the state that runs make at their
 * end show it. An operation that is in all of them is not in the result.
 */
export async function momentsBefore(
  urns: readonly string[],
  place: StackPlace,
): Promise<ReadonlyMap<string, number>> {
  const moments = new Map<string, number>();
  let open = [...new Set(urns)];
  for (const file of open.length === 0 ? [] : await oldCopiesOf(place)) {
    const checkpoint = await readCheckpoint(file).catch(unless("ENOENT")); // pulumi takes old ones away
    if (checkpoint?.at !== undefined) {
      const { at, creating } = checkpoint;
      for (const urn of open.filter((each) => !creating.has(each))) {
        moments.set(urn, at);
      }
      open = open.filter((each) => creating.has(each));
    }
    if (open.length === 0) {
      break;
    }
  }
  return moments;
}

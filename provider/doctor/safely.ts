import { messageOf } from "../text/words.js";
import { about, type Diagnosis } from "./diagnosis.js";

/** A check that breaks is a problem by itself, and the others go on. */
export async function safely(
  check: string,
  work: () => Diagnosis | readonly Diagnosis[] | Promise<Diagnosis | readonly Diagnosis[]>,
): Promise<readonly Diagnosis[]> {
  try {
    return [await work()].flat();
  } catch (error) {
    return [
      about(check).problem({
        found: `The check itself failed: ${messageOf(error)}.`,
        means: "Whether a write would fail by this is not known.",
        remedy: "Try again. If it stays so, report it with this line.",
      }),
    ];
  }
}

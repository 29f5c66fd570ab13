import type { AccountObject } from "../../account/account-object.js";
import type { ExpectationResult } from "../../expectations/check.js";
import { type GatewayUsage, type ObjectUse, objectUses } from "../../usage/object-use.js";

/** What became of a line, with the requests that it hits if it is not held. */
export interface UsedResult extends ExpectationResult {
  /** Of the mapping, the model or the provider that it is about. */
  readonly use?: ObjectUse;
}

/** Says of all that is not held how many requests it hits. */
export function usedResults(
  results: readonly ExpectationResult[],
  objects: readonly AccountObject[],
  usage: GatewayUsage,
): UsedResult[] {
  const known = new Map(objects.map((object) => [object.urn, object]));
  const useOf = objectUses(objects, usage);
  return results.map((result) => {
    const object = result.status === "held" ? undefined : known.get(result.urn ?? "");
    const use = object && useOf(object);
    return use === undefined ? result : { ...result, found: `${result.found}; ${use.words}`, use };
  });
}

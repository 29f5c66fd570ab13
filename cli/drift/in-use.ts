import type { AccountObject } from "../account/account-object.js";
import { gatewayAccount } from "../account/gateway-objects.js";
import { objectUses, type TellableUsage } from "../usage/use/object-use.js";
import type { UsedObject } from "./drift.js";
import type { FoundDrift } from "./find-drift.js";

/** Of all that is not as declared, what was used. */
export function inUse({ drift, managed, views }: FoundDrift, usage: TellableUsage): UsedObject[] {
  const live = gatewayAccount(
    "",
    views.flatMap(({ objects }) => objects),
  ).objects;
  const objects: readonly AccountObject[] = [...live, ...managed];
  // What the gateway has counts before what the state says of it.
  const known = new Map(objects.toReversed().map((object) => [`${object.kind} ${object.id}`, object]));
  const lists = (["changed", "missing", "undeclared"] as const).flatMap((list) =>
    drift[list].map(({ kind, name, id }) => ({ list, kind, name, id })),
  );
  const useOf = objectUses(live, usage);
  return lists.flatMap((each) => {
    const object = known.get(`${each.kind} ${each.id}`);
    const use = object && useOf(object);
    return use === undefined || use.requests === 0 ? [] : [{ ...each, use }];
  });
}

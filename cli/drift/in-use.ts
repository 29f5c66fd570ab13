import type { AccountObject } from "../account/account-object.js";
import { gatewayAccount } from "../account/gateway-objects.js";
import { withCallers } from "../retirement/retirement.js";
import { type GatewayUsage, objectUses } from "../usage/object-use.js";
import type { Drift, StackObject, UsedObject } from "./drift.js";
import type { FoundDrift } from "./find-drift.js";

/** The same drift with who calls what retires, and with what was used of all that is not as declared. */
export function withUsage(found: FoundDrift, usage: GatewayUsage): Drift {
  const { drift } = found;
  return { ...drift, retirements: withCallers(drift.retirements, usage), used: inUse(found, usage) };
}

function inUse({ drift, managed, undeclared, views }: FoundDrift, usage: GatewayUsage): UsedObject[] {
  const live = gatewayAccount(
    "",
    views.flatMap(({ objects }) => objects),
  ).objects;
  const objects: readonly AccountObject[] = [...live, ...managed];
  // What the gateway has counts before what the state says of it.
  const known = new Map(objects.toReversed().map((object) => [keyOf(object, object.gateway), object]));
  const gateways = new Map(managed.map(({ stack, urn, gateway }) => [`${stack.name} ${urn}`, gateway]));
  const gatewayOf = ({ stack, urn }: StackObject) => gateways.get(`${stack} ${urn}`);
  const useOf = objectUses(live, usage);
  const used = (list: UsedObject["list"], object: Listed, gateway: string | undefined): UsedObject[] => {
    const { kind, name, id } = object;
    const read = known.get(keyOf(object, gateway));
    const use = read && useOf(read);
    return use === undefined || use.requests === 0 ? [] : [{ list, kind, name, id, use }];
  };
  return [
    ...drift.changed.flatMap((object) => used("changed", object, gatewayOf(object))),
    ...drift.missing.flatMap((object) => used("missing", object, gatewayOf(object))),
    ...drift.undeclared.flatMap((object, at) =>
      used("undeclared", object, undeclared[at]?.context.client.mark),
    ),
  ];
}

type Listed = Pick<UsedObject, "kind" | "name" | "id">;

function keyOf({ kind, id }: Pick<AccountObject, "kind" | "id">, gateway: string | undefined): string {
  return `${gateway} ${kind} ${id}`;
}

import { gatewayMark, priorGateway } from "../lifecycle/operation/gateway-mark.js";
import { howMany } from "../text/words.js";
import type { Compared } from "./compared.js";
import type { Managed } from "./managed.js";

/** Whether the state remembers the object at another address. That may be the same gateway, moved. */
function isElsewhere({ state, target }: Managed): boolean {
  const prior = priorGateway(state.values);
  return prior !== undefined && prior !== gatewayMark(target.client);
}

/** What is to be said of objects at another address: a sentence, if there are any. */
export function elsewhereNotes(managed: readonly Managed[]): string[] {
  return sentences(managed, "is this the right gateway?");
}

/**
 * Refuses to call anything missing on a gateway that has none of the objects which the state remembers at another address:
 * it is another gateway, and says nothing about them. If it has one of them, the gateway has moved.
 */
export function assertSameGateway(looked: readonly Managed[], compared: readonly Compared[]): void {
  const moved = looked
    .map((each, at) => ({ each, seen: compared[at] }))
    .filter(({ each }) => isElsewhere(each));
  const places = Map.groupBy(moved, ({ each }) => gatewayMark(each.target.client));
  const strange = [...places.values()].filter((there) => there.every(({ seen }) => seen?.is === "missing"));
  const objects = strange.flat().map(({ each }) => each);
  const [error] = sentences(
    objects,
    "none of them is here. This is probably another gateway, and nothing is known of drift.",
  );
  if (error !== undefined) {
    throw new Error(error);
  }
}

function sentences(managed: readonly Managed[], then: string): string[] {
  const moved = managed.filter(isElsewhere);
  const places = new Set(moved.map(({ target }) => new URL(target.client.settings.baseUrl).origin));
  return moved.length === 0
    ? []
    : [
        `The last \`up\` found ${howMany(moved.length, "object")} at another address than ${[...places].join(", ")}: ${then}`,
      ];
}

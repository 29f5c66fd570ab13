import { defined } from "pulumi-workspace-gateway/tools";
import { type AccountObject, textOf, workspaceKey } from "../account/account-object.js";
import { placesOf } from "../routing/model-places.js";
import { readersFor } from "../routing/readers.js";
import type { Setup } from "../routing/setup.js";
import { sideOf } from "../routing/side.js";
import type { Replacement } from "./retirement.js";

/** Follows what models of an account say replaces them. Each name ends where requests for it would end. */
export function replacementsIn(
  setup: Setup,
  models: readonly AccountObject[],
): (model: AccountObject) => Replacement[] {
  const byUrn = new Map(models.map((model) => [model.urn, model]));
  const now = placesOf(setup);
  const endIn = (workspace: string) => {
    const mappings = setup.mappings.filter((mapping) => mapping.workspace === workspace);
    const patterns = mappings.flatMap(({ isPattern, sourceName }) => (isPattern && sourceName) || []);
    const side = sideOf({ workspace, mappings, now, formerly: undefined }, readersFor(patterns));
    return (name: string) => side.endOfName(name).end;
  };
  return (model) => {
    const first = textOf(model, "replacedBy");
    if (first === undefined) {
      return [];
    }
    const endOf = endIn(workspaceKey(model));
    const left = new Set<string>();
    const chain: Replacement[] = [];
    for (let from = model, name: string | undefined = first; name !== undefined; ) {
      left.add(from.urn);
      const end = endOf(name);
      const next: AccountObject | undefined = byUrn.get(end?.modelUrn ?? "");
      if (next === undefined) {
        return [...chain, { name, is: end?.is === "unknown" ? "unknown" : "nowhere" }];
      }
      const is = left.has(next.urn) ? "circle" : "model";
      const about = { model: end?.model, retiresOn: textOf(next, "retiresOn") };
      chain.push({ name, is, ...defined(about) });
      from = next;
      name = is === "circle" ? undefined : textOf(next, "replacedBy");
    }
    return chain;
  };
}

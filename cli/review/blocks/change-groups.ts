import { nounOf, plural } from "pulumi-workspace-gateway/tools";
import type { ObjectChange } from "../facts/review.js";
import type { Block, ChangeGroup } from "./block.js";
import { countsOf } from "./counts.js";
import { changeOf, type Surroundings } from "./shown-change.js";

/** So many changes stand open, the most important ones; beyond them, each opens what concerns them. */
const mostOpen = 20;

/** Changes, the most important first. What many leave stands by workspace, and of a large one by kind. */
export function changesBlock(
  changes: readonly ObjectChange[],
  prefix: string,
  surroundings: Surroundings,
): Block {
  const ranks = new Map(changes.map((change, at) => [change, at + 1]));
  const group = (some: readonly ObjectChange[], around = surroundings): ChangeGroup => ({
    isOpen: true,
    changes: some.map((change) => changeOf(change, [prefix, ranks.get(change) ?? 0], around)),
  });
  if (changes.length > mostOpen) {
    const [first, rest] = [changes.slice(0, mostOpen), changes.slice(mostOpen)];
    const places = new Set(rest.map(({ workspace }) => workspace));
    // The title of a group tells the workspace.
    const around = places.size > 1 ? { ...surroundings, workspaces: {} } : surroundings;
    const folded = grouped(rest, [placeOf(surroundings), kindTitle]).map(([title, some]) => ({
      ...group(some, around),
      title: `${title}: ${countsOf(some)}`,
      isOpen: false,
    }));
    return { is: "changes", groups: [group(first), ...folded] };
  }
  const { look = [], others = [] } = Object.groupBy(changes, (change) =>
    isImportant(change, surroundings) ? "look" : "others",
  );
  const isSplit = look.length > 0 && others.length > 0;
  const groups = isSplit
    ? [
        { ...group(look), title: "To look at" },
        { ...group(others), title: "Others" },
      ]
    : [group(changes)];
  return { is: "changes", groups };
}

type Key = (change: ObjectChange) => string;

/** In groups by the first key, and each that is large by the next one. A key that all have the same tells nothing. */
function grouped(
  changes: readonly ObjectChange[],
  [key, ...more]: readonly Key[],
): (readonly [title: string, changes: readonly ObjectChange[]])[] {
  if (key === undefined) {
    return [["", changes]];
  }
  const groups = [...Map.groupBy(changes, key)];
  return groups.flatMap(([title, some]) => {
    const isTelling = groups.length > 1 || more.length === 0;
    const inner = isTelling && some.length <= mostOpen ? [["", some] as const] : grouped(some, more);
    return inner.map(([rest, each]): readonly [string, readonly ObjectChange[]] => [
      [isTelling ? title : "", rest].filter((text) => text !== "").join(" · "),
      each,
    ]);
  });
}

function placeOf({ workspaces }: Surroundings): Key {
  return ({ workspace }) =>
    workspace === undefined ? "In no workspace" : (workspaces[workspace] ?? workspace);
}

function kindTitle({ kind }: ObjectChange): string {
  return /^\w+$/.test(kind) ? plural(nounOf({ name: kind })) : kind;
}

function isImportant({ urn, operation }: ObjectChange, { findings }: Surroundings): boolean {
  return /delete|replace/.test(operation) || (findings?.get(urn) ?? []).some(({ risk }) => risk !== "low");
}

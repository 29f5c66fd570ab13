import {
  closest,
  identityOf,
  inputsOf,
  type JsonObject,
  naturalKeyOf,
  rowsMeant,
  type Target,
} from "pulumi-workspace-gateway/tools";
import type { LostCreate } from "../lost-create.js";

/** An object with the name of a lost create that belongs to no resource. */
export interface Namesake {
  readonly id: string;
  readonly row: JsonObject;
  /** When it was made, by the server's clock in milliseconds. Undefined if the gateway does not show it. */
  readonly at: number | undefined;
  /** `within` a run that may have made it, or `before` all of them. */
  readonly made: "within" | "before" | "between" | "unknown";
}

/** What a list shows of a lost create. */
export interface Sighting {
  readonly lost: LostCreate;
  readonly target: Target;
  readonly namesakes: readonly Namesake[];
  /** Whether the list had everything. */
  readonly complete: boolean;
}

/** The objects that a lost create may have made. */
export function candidatesOf({ namesakes }: Sighting): Namesake[] {
  return namesakes.filter(({ made }) => made === "within" || made === "unknown");
}

/**
 * Leaves to each of several creates of one name the objects that may be its own: those that show what it has declared, without
 * one that only another create can have made.
 *
 * @param leftovers - whether an object that is like no create goes to one that has none: somebody has changed it since
 */
export function toldApart(sightings: readonly Sighting[], { leftovers }: { leftovers: boolean }): Sighting[] {
  const groups = Map.groupBy(sightings, ({ lost: { kind, inputs } }) => naturalKeyOf(kind, inputs));
  return [...groups.values()].flatMap((group) => {
    if (group[0]?.lost.kind.distinguishedBy === undefined) {
      return group;
    }
    const meant = new Map(group.map((each) => [each, like(each, candidatesOf(each), rowsMeant)]));
    return group.map((each) => {
      const others = group.filter((other) => !isSameTry(each, other));
      const sure = others.flatMap((other) =>
        meant.get(other)?.length === 1 ? (meant.get(other) ?? []) : [],
      );
      const own = meant.get(each) ?? [];
      const left = without(own, sure);
      const isOpen = leftovers && !group.some((one) => isSameTry(each, one) && meant.get(one)?.length !== 0);
      const free = isOpen ? without(candidatesOf(each), [...meant.values()].flat()) : [];
      const chosen = own.length === 0 ? like(each, free, closestOtherwise) : left.length > 0 ? left : own;
      return { ...each, namesakes: [...chosen, ...without(each.namesakes, candidatesOf(each))] };
    });
  });
}

function without(all: readonly Namesake[], some: readonly Namesake[]): Namesake[] {
  return all.filter(({ id }) => !some.some((each) => each.id === id));
}

/** Whether two creates were to make one object: those of one resource, and those that declare the same. */
function isSameTry({ lost: a }: Sighting, { lost: b }: Sighting): boolean {
  return a.urn === b.urn || identityOf(a.kind, a.inputs) === identityOf(b.kind, b.inputs);
}

function like(
  { lost: { kind, inputs } }: Sighting,
  candidates: readonly Namesake[],
  choose: typeof rowsMeant,
): Namesake[] {
  const rows: readonly JsonObject[] = candidates.map(({ row }) => row);
  const chosen: readonly JsonObject[] = choose(kind, inputsOf(kind, inputs), rows);
  return candidates.filter(({ row }) => chosen.includes(row));
}

/** The rows that are most like what is declared in all but what tells objects of one name apart. */
const closestOtherwise: typeof rowsMeant = (kind, declared, rows) => {
  const otherwise = Object.entries(declared).filter(
    ([name]) => kind.distinguishedBy?.includes(name) !== true,
  );
  return closest(kind, Object.fromEntries(otherwise), rows);
};

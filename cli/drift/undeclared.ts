import {
  defined,
  isAnswer,
  isJsonObject,
  type JsonObject,
  type Kind,
  stampOf,
  Undeclarable,
  valueAt,
  valueIn,
  verbsOf,
} from "pulumi-workspace-gateway/tools";
import { type LiveObject, nameOf } from "../live/live-account.js";
import type { UndeclaredObject } from "./drift.js";
import type { PlaceView } from "./gateway-places.js";
import type { Ignorable } from "./ignore-rules.js";
import { identityOn } from "./managed.js";

/** The objects that no stack has, each once, without those that cannot be declared. */
export async function undeclaredIn(
  views: readonly Pick<PlaceView, "holders" | "objects">[],
  known: ReadonlySet<string>,
): Promise<LiveObject[]> {
  const seen = new Set(known);
  const others = views
    .flatMap(({ holders, objects }) => [...holders, ...objects])
    .filter(({ target, kind, id }) => {
      const identity = identityOn(target, kind, id);
      const isNew = !seen.has(identity);
      seen.add(identity);
      return isNew;
    });
  const manageable = await Promise.all(others.map(isManageable));
  return others.filter((_, at) => manageable[at]);
}

/**
 * Whether a resource may manage the object. If the account behind the token is not known, it may: somebody who has access
 * is better told of once too often.
 */
export async function isManageable({ kind, target, row }: LiveObject): Promise<boolean> {
  try {
    await verbsOf(kind).found?.(target, row);
    return true;
  } catch (error) {
    if (error instanceof Undeclarable) {
      return false;
    }
    if (isAnswer(error)) {
      return true;
    }
    throw error;
  }
}

/** What people call an object: a person by what the list shows of them. */
export function liveName(object: LiveObject): string {
  const { kind, row } = object;
  const shown = shownTitle(kind, row);
  return shown ?? nameOf(object);
}

/** The first of the places that show people which object it is. */
export function shownTitle({ source }: Kind, row: JsonObject): string | undefined {
  const shows = source.how === "adopted" ? (source.shows ?? []) : [];
  return shows
    .map((place) => valueAt(row, place))
    .find((value) => typeof value === "string" && value !== "")
    ?.toString();
}

/** What ignore rules look at. */
export function ignorable(object: LiveObject): Ignorable {
  const { kind, holder, target, id } = object;
  const isHolder = target.asHolder(id) !== undefined;
  const workspace = holder === undefined ? (isHolder ? nameOf(object) : undefined) : nameOf(holder);
  return { kind: kind.name, name: liveName(object), workspace };
}

/** What people are told of an object that nobody declared. */
export function undeclaredFacts(object: LiveObject, kinds: readonly Kind[]): UndeclaredObject {
  const { kind, id, row, holder, target } = object;
  const stamp = stampOf(kind, "created");
  const created = stamp === undefined ? undefined : valueIn(stamp, row);
  const { connection } = target.values;
  const holds = countsIn(object, kinds);
  return {
    kind: kind.name,
    name: liveName(object),
    id,
    ...defined({
      workspace: holder && nameOf(holder),
      connection: typeof connection === "string" ? connection : undefined,
      created: typeof created === "string" ? created : undefined,
      holds,
    }),
  };
}

/** How many objects of which kinds it holds, as its row counts them. */
function countsIn({ kind, row }: LiveObject, kinds: readonly Kind[]): Record<string, number> | undefined {
  const { stats } = row;
  if (kind.guard === undefined || !isJsonObject(stats)) {
    return undefined;
  }
  const counts = Object.entries(kind.guard.counts).flatMap(([list, stat]) => {
    const held = kinds.find(({ endpoints }) => endpoints.list === list);
    const count = Number(stats[stat]);
    return held === undefined || !(count > 0) ? [] : [[held.name, count] as const];
  });
  return Object.fromEntries(counts);
}

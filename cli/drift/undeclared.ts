import {
  defined,
  isAnswer,
  isJsonObject,
  type Kind,
  sourceOf,
  stampOf,
  Undeclarable,
  valueAt,
  valueIn,
} from "pulumi-workspace-gateway/tools";
import type { AccountObject } from "../account/account-object.js";
import type { Match } from "../account/match-accounts.js";
import type { GatewayObject } from "../account/objects.js";
import { type LiveObject, nameOf } from "../live/live-account.js";
import type { Ignorable, UndeclaredObject } from "./drift.js";

export function undeclaredIn({ pairs }: Match<AccountObject, GatewayObject>): Promise<LiveObject[]> {
  return manageable(
    pairs.flatMap(({ from, to }) => (from === undefined && to !== undefined ? [to.live] : [])),
  );
}

/** If the token's account is unknown, keeps objects: an unnecessary report is better than a missing one. */
export async function manageable(objects: readonly LiveObject[]): Promise<LiveObject[]> {
  const is = await Promise.all(objects.map(isManageable));
  return objects.filter((_, at) => is[at]);
}

async function isManageable({ kind, context, row }: LiveObject): Promise<boolean> {
  try {
    await sourceOf(kind).found?.(context, row);
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

/** Names a member by the first value that the list shows. */
export function liveName(object: LiveObject): string {
  const { source } = object.kind;
  const shows = source.how === "adopted" ? (source.shows ?? []) : [];
  const shown = shows.map((place) => valueAt(object.row, place)).find((value) => value);
  return typeof shown === "string" ? shown : nameOf(object);
}

export function ignorable(object: LiveObject): Ignorable {
  const { kind, holder, context, id } = object;
  const isHolder = context.asHolder(id) !== undefined;
  const workspace = holder === undefined ? (isHolder ? nameOf(object) : undefined) : nameOf(holder);
  return { kind: kind.name, name: liveName(object), workspace };
}

export function undeclaredFacts(object: LiveObject, kinds: readonly Kind[]): UndeclaredObject {
  const { kind, id, row, holder, context } = object;
  const stamp = stampOf(kind, "created");
  const created = stamp === undefined ? undefined : valueIn(stamp, row);
  const { connection } = context.values;
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

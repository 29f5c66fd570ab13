import type { Gateway } from "../../gateway/index.ts";
import type { InState } from "./in-state.ts";
import type { Place } from "./place.ts";
import { type Row, type TableName, tableOf, uniqueBy } from "./tables.ts";

/** What is wrong between a state and a gateway, in words. */
export interface Left {
  /** Objects on the gateway that are alike. */
  readonly twins: readonly string[];
  /** Objects on the gateway that no resource has. */
  readonly orphans: readonly string[];
  /** Resources whose object the gateway does not have, and API keys of the state of which it has another or none. */
  readonly lost: readonly string[];
  /** Invitations and keys that no resource has: they have no name to be found again by. */
  readonly issuedTwice: readonly string[];
}

const tables = Object.keys(uniqueBy) as (keyof typeof uniqueBy)[];

/** Compares all objects of a gateway with all that stacks have; `foreign` are those of other people. */
export function left(
  place: Pick<Place, "gateway" | "apiKey">,
  state: readonly InState[],
  foreign: ReadonlySet<string>,
): Left {
  const { gateway } = place;
  const owned = new Set(
    state.map(({ kind, id }) => `${tableOf[kind === "Budget" ? "Workspace" : kind]} ${id}`),
  );
  const isOwned = (table: TableName, row: Row) => owned.has(`${table} ${row.id}`);
  const isOrphan = (table: TableName, row: Row) =>
    !isOwned(table, row) && !foreign.has(String(row.id)) && !isBornWithWorkspace(table, row, gateway);
  const described = (table: TableName, row: Row) =>
    `${table} ${String(row.name ?? row.source_name ?? row.title ?? row.id)}`;
  return {
    twins: tables.flatMap((table) => twinsOf(table, gateway).map((row) => described(table, row))),
    orphans: tables.flatMap((table) =>
      gateway
        .rows(table)
        .filter((row) => isOrphan(table, row))
        .map((row) => described(table, row)),
    ),
    lost: lostOf(place, state),
    issuedTwice: issuedTwice(gateway, state, foreign),
  };
}

/** The owner is a member of a new workspace; in a workspace of somebody else are objects of somebody else. */
function isBornWithWorkspace(table: TableName, row: Row, gateway: Gateway): boolean {
  if (table !== "members") return false;
  return gateway
    .rows("workspaces")
    .some(({ id, owner_id }) => id === row.workspace_id && owner_id === row.user_id);
}

function twinsOf(table: keyof typeof uniqueBy, gateway: Gateway): Row[] {
  const alike = Map.groupBy(gateway.rows(table), (row) =>
    JSON.stringify(uniqueBy[table].map((column) => row[column])),
  );
  return [...alike.values()].flatMap((rows) => rows.slice(1));
}

function lostOf(place: Pick<Place, "gateway" | "apiKey">, state: readonly InState[]): string[] {
  return state.flatMap(({ kind, name, id, apiKey }) => {
    const table = tableOf[kind];
    if (table === undefined) return [];
    const row = place.gateway.rows(table).find((candidate) => candidate.id === id);
    if (row === undefined) return [`${kind} ${name}`];
    return apiKey === undefined || place.apiKey(row) === apiKey ? [] : [`the key of ${kind} ${name}`];
  });
}

function issuedTwice(gateway: Gateway, state: readonly InState[], foreign: ReadonlySet<string>): string[] {
  const has = (wanted: string) => state.filter(({ kind }) => kind === wanted).length;
  const invitations = gateway.rows("invitations").filter(({ id }) => !foreign.has(String(id))).length;
  const keys = gateway.rows("tokens").filter(({ kind }) => kind === "gate").length;
  return [
    ...Array.from({ length: invitations - has("Invitation") }, () => "Invitation"),
    ...Array.from({ length: keys - has("GatewayKey") }, () => "GatewayKey"),
  ];
}

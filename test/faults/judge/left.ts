import type { Gateway } from "../../gateway/index.ts";
import type { InState } from "./in-state.ts";
import { hasTable, type Place, type Row, type TableName, tableOf, uniqueBy } from "./tables.ts";

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
  const owned = new Set(state.map(({ kind, id }) => `${hasTable(kind) && tableOf[kind]} ${id}`));
  const orphans = (table: TableName) =>
    gateway
      .rows(table)
      .filter(({ id }) => !owned.has(`${table} ${id}`) && !foreign.has(String(id)))
      .filter((row) => table !== "members" || !isOwner(row, gateway));
  const lost = state.flatMap(({ kind, name, id, apiKey }) => {
    const table = hasTable(kind) ? tableOf[kind] : undefined;
    if (table === undefined) return [];
    const row = gateway.rows(table).find((candidate) => candidate.id === id);
    if (row === undefined) return [`${kind} ${name}`];
    return apiKey === undefined || place.apiKey(row) === apiKey ? [] : [`the key of ${kind} ${name}`];
  });
  return {
    twins: tables.flatMap((table) => twinsOf(table, gateway).map((row) => described(table, row))),
    orphans: tables.flatMap((table) => orphans(table).map((row) => described(table, row))),
    lost,
    issuedTwice: issuedTwice(gateway, state, foreign),
  };
}

function described(table: TableName, row: Row): string {
  return `${table} ${String(row.name ?? row.source_name ?? row.title ?? row.id)}`;
}

/** The owner is a member of a new workspace; in a workspace of somebody else are objects of somebody else. */
function isOwner(member: Row, gateway: Gateway): boolean {
  return gateway
    .rows("workspaces")
    .some(({ id, owner_id }) => id === member.workspace_id && owner_id === member.user_id);
}

function twinsOf(table: keyof typeof uniqueBy, gateway: Gateway): Row[] {
  const alike = Map.groupBy(gateway.rows(table), (row) =>
    JSON.stringify(uniqueBy[table].map((column) => row[column])),
  );
  return [...alike.values()].flatMap((rows) => rows.slice(1));
}

function issuedTwice(gateway: Gateway, state: readonly InState[], foreign: ReadonlySet<string>): string[] {
  const more = (kind: string, there: number) =>
    Array.from({ length: there - state.filter((each) => each.kind === kind).length }, () => kind);
  const invitations = gateway.rows("invitations").filter(({ id }) => !foreign.has(String(id)));
  const keys = gateway.rows("tokens").filter(({ kind }) => kind === "gate");
  return [...more("Invitation", invitations.length), ...more("GatewayKey", keys.length)];
}

import { isDeepStrictEqual } from "node:util";
import type { Declared } from "../../e2e/support/declaration.ts";
import type { Gateway } from "../../gateway/index.ts";
import type { ExportedState } from "../../harness/engine.ts";

type TableName = Parameters<Gateway["rows"]>[0];
export type Row = ReturnType<Gateway["rows"]>[number];

export interface Place {
  readonly gateway: Gateway;
  readonly site: string;
  /** The API key that the gateway has sealed in this row of a provider; null if it has none. */
  apiKey(provider: Row): string | null;
}

const tableOf = {
  Workspace: "workspaces",
  Budget: "workspaces",
  Member: "members",
  Invitation: "invitations",
  ModelProvider: "providers",
  Model: "models",
  Prompt: "prompts",
  Mapping: "mappings",
  Index: "indexes",
  Config: "configs",
  Quota: "quotas",
} as const;

/** A gateway key has none that tells it apart. */
function hasTable(kind: string): kind is keyof typeof tableOf {
  return kind in tableOf;
}

/** What no two objects of a table share (api.md, "Limits"). */
const uniqueBy = {
  workspaces: ["owner_id", "name"],
  members: ["workspace_id", "user_id"],
  providers: ["workspace_id", "name"],
  models: ["workspace_id", "provider_id", "name"],
  prompts: ["workspace_id", "name"],
  mappings: ["workspace_id", "source_name"],
  indexes: ["workspace_id", "base_url"],
  configs: ["workspace_id", "name"],
} as const satisfies Partial<Record<TableName, readonly string[]>>;

export interface InState {
  readonly kind: string;
  readonly name: string;
  readonly id: string;
  readonly isLeaving: boolean;
  /** The API key that the gateway has, by what the state says; known only from a state that shows its secrets. */
  readonly apiKey?: string;
  /** What the gateway has issued for it; known only from a state that shows its secrets. */
  readonly issued: readonly string[];
}

const types = ["pulumi-nodejs:dynamic/workspace-gateway:", "workspace-gateway:index:"];
const issuedOutputs = ["gateKey", "link", "code"];

export function inState({ deployment }: ExportedState): InState[] {
  const ours = (deployment.resources ?? []).filter(
    (resource) => types.some((type) => resource.type.startsWith(type)) && resource.external !== true,
  );
  return ours.map(({ urn, id = "", type: token, inputs, outputs, ...rest }) => {
    const apiKey = shownText(inputs?.apiKey);
    return {
      kind: token.slice(token.lastIndexOf(":") + 1),
      name: urn.slice(urn.lastIndexOf("::") + 2),
      id,
      isLeaving: rest.delete === true,
      ...(apiKey === undefined ? {} : { apiKey }),
      issued: issuedOutputs.map((name) => shownText(outputs?.[name])).filter((text) => text !== undefined),
    };
  });
}

/** A text of the state, or the text of a secret that is shown. */
function shownText(value: unknown): string | undefined {
  if (typeof value === "object" && value !== null && "plaintext" in value) {
    return shownText(JSON.parse(String(value.plaintext)));
  }
  return typeof value === "string" ? value : undefined;
}

/** What is wrong between a state and a gateway, in words. */
export interface Left {
  readonly twins: readonly string[];
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

/** What a stack declares, of which the gateway has no sign: local inputs, selectors, and how long a link works. */
const invisible = ["forceDestroy", "match", "triggers", "email", "expiresInDays", "adopt", "connection"];
const columnOf: Readonly<Record<string, string>> = { "Index url": "base_url", "Budget workspaceId": "id" };

/** What is declared, but is not so on the gateway: in words, one for each. */
export function undone(declared: readonly Declared[], state: readonly InState[], place: Place): string[] {
  const present = state.filter(({ isLeaving }) => !isLeaving);
  const names = new Set(declared.map(({ name }) => name));
  const surplus = state.filter(({ name, isLeaving }) => isLeaving || !names.has(name));
  return [
    ...declared.flatMap((object) => missing(object, present, place)),
    ...surplus.map(({ kind, name }) => `${kind} ${name} is still in the state`),
  ];
}

function missing(object: Declared, state: readonly InState[], place: Place): string[] {
  const { kind, name } = object;
  const own = state.find((resource) => resource.kind === kind && resource.name === name);
  if (own === undefined) return [`${kind} ${name} is not in the state`];
  const table = hasTable(kind) ? tableOf[kind] : undefined;
  if (table === undefined) return [];
  const row = place.gateway.rows(table).find(({ id }) => id === own.id);
  if (row === undefined) return [`${kind} ${name} is not on the gateway`];
  return Object.entries(object.args ?? {})
    .filter(([key]) => !invisible.includes(key))
    .filter(([key, wanted]) => !holds(place, row, kind, key, resolved(wanted, state, place)))
    .map(([key]) => `${kind} ${name} has another ${key} on the gateway`);
}

/** The value of a reference; of one that stands for another output than the id, anything goes. */
function resolved(value: unknown, state: readonly InState[], { site }: Place): unknown {
  if (typeof value !== "object" || value === null) return value;
  if ("ref" in value && "output" in value) {
    const id = state.find(({ name }) => name === value.ref)?.id ?? "";
    return value.output === "id" ? id : undefined;
  }
  return "page" in value ? `${site}${value.page}` : value;
}

function holds(place: Place, row: Row, kind: string, key: string, wanted: unknown): boolean {
  if (wanted === undefined) return true;
  if (key === "apiKey") return place.apiKey(row) === wanted;
  const column =
    columnOf[`${kind} ${key}`] ?? key.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  const value = row[column];
  const inOrder = (list: unknown): unknown => (Array.isArray(list) ? list.toSorted() : list);
  return isDeepStrictEqual(inOrder(value), inOrder(wanted));
}

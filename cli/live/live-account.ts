import {
  defined,
  holdsKinds,
  howMany,
  type Imported,
  idOf,
  importRow,
  isReadable,
  type JsonObject,
  type Kind,
  plural,
  type ResourceContext,
  type Rows,
  readById,
  readImport,
  type Session,
  snakeCase,
  Undeclarable,
} from "pulumi-workspace-gateway/tools";

export interface LiveObject {
  readonly kind: Kind;
  readonly id: string;
  readonly row: JsonObject;
  readonly context: ResourceContext;
  /** The object's workspace. Undefined at account level. */
  readonly holder?: LiveObject;
}

/** An object without a kind, such as a workflow. No program can declare it. */
export interface Stray {
  readonly what: string;
  readonly id: string;
  readonly name: string;
  readonly holder?: LiveObject;
}

interface LiveAccount {
  /** All workspaces, including those whose objects were not read. */
  readonly holders: readonly LiveObject[];
  /** The workspaces and objects that were read, by kind, in the gateway's order. */
  readonly objects: readonly LiveObject[];
  readonly strays: readonly Stray[];
}

export interface AccountPlace {
  readonly session: Session;
  readonly connection?: string | undefined;
}

interface Wanted extends AccountPlace {
  readonly kinds: readonly Kind[];
  within?(holder: LiveObject): boolean;
  /** Whether to read a kind's objects (default: all kinds). Workspaces are always read. */
  reads?(kind: Kind): boolean;
  readonly strays?: boolean;
}

/** Throws if the gateway truncates or refuses a list, so that no object is silently missed. */
export async function readAccount(wanted: Wanted): Promise<LiveAccount> {
  const { kinds, within = () => true, reads = () => true } = wanted;
  const readable = kinds.filter(isReadable);
  const holding = readable.filter((kind) => holdsKinds(kind, readable));
  const holders = (await Promise.all(holding.map((kind) => collection(wanted, kind)))).flat();
  const looked = holders.filter((holder) => within(holder));
  const pairs: (() => Promise<LiveObject[]>)[] = readable
    .filter((kind) => !holding.includes(kind) && reads(kind))
    .flatMap((kind) => {
      const { parent } = kind.endpoints;
      return parent === undefined
        ? [() => collection(wanted, kind)]
        : looked
            .filter((holder) => parent.list === holder.kind.endpoints.list)
            .map((holder) => () => collection(wanted, kind, holder));
    });
  const strays = wanted.strays ? looked.flatMap((holder) => straysIn(holder)) : [];
  const all = pairs.length + strays.length;
  let done = 0;
  const { progress } = wanted.session.io;
  const counted = <T>(result: T): T => {
    progress(`${++done} of ${howMany(all, "list")} read`);
    return result;
  };
  const [objects, others] = await Promise.all([
    Promise.all(pairs.map(async (read) => counted(await read()))),
    Promise.all(strays.map(async (read) => counted(await read()))),
  ]);
  return { holders, objects: [...looked, ...objects.flat()], strays: others.flat() };
}

async function collection(wanted: Wanted, kind: Kind, holder?: LiveObject): Promise<LiveObject[]> {
  const { list, parent } = kind.endpoints;
  const context = wanted.session.context(kind, {
    ...(parent && defined({ [parent.field]: holder?.id })),
    ...defined({ connection: wanted.connection }),
  });
  const within = defined({ holder });
  if (list === undefined) {
    // A kind without a list has one object for each workspace, with the workspace's id.
    const id = context.parentId ?? "";
    const row = await readById(context, id);
    return row === undefined ? [] : [{ kind, id, row, context, ...within }];
  }
  const rows = await context.client.lists.read(context.collection, () =>
    context.client.rows(context.read(list)),
  );
  assertWhole(rows, `${plural(kind.name)}${placeOf(holder)}`);
  return rows.rows.flatMap((row) => {
    const id = idOf(row);
    return id === undefined ? [] : [{ kind, id, row, context, ...within }];
  });
}

function straysIn(holder: LiveObject): (() => Promise<Stray[]>)[] {
  const { kind, id, context } = holder;
  const within = context.asHolder(id);
  const query = within === undefined ? {} : { [snakeCase(within.field)]: id };
  return (kind.guard?.harmless ?? []).map(({ what, list, scope }) => async () => {
    const rows = await context.client.rows({ method: "GET", path: list, query, scope, within });
    assertWhole(rows, `${plural(what)}${placeOf(holder)}`);
    return rows.rows.map((row) => {
      const stray = idOf(row) ?? "";
      return { what, id: stray, name: String(row.name ?? stray), holder };
    });
  });
}

function placeOf(holder: LiveObject | undefined): string {
  return holder === undefined ? "" : ` of the ${holder.kind.name} ${JSON.stringify(nameOf(holder))}`;
}

/** The last part of the natural key, as the gateway shows it, or the id. */
export function nameOf({ kind, row, id }: Pick<LiveObject, "kind" | "row" | "id">): string {
  const field = kind.fields.get(kind.naturalKey.at(-1) ?? "name");
  const name = row[field?.readFrom ?? "name"];
  return typeof name === "string" && field?.name !== kind.endpoints.parent?.field ? name : id;
}

function assertWhole({ complete }: Rows, what: string): void {
  if (!complete) {
    throw new Error(
      `the gateway truncated the list of ${what}: it reports more objects than it sent. ` +
        "An incomplete list would be misleading, so it is not used.",
    );
  }
}

/** All workspaces, the objects in those that were read, and the account's own objects. */
export type AccountView = Pick<LiveAccount, "holders" | "objects">;

interface WantedView {
  readonly kinds: readonly Kind[];
  readonly within: ReadonlySet<string>;
  reads(kind: Kind): boolean;
  refuses(kind: Kind, error: unknown): void;
}

/** Lists that the session has already read are not read again. */
export async function viewAccount(place: AccountPlace, wanted: WantedView): Promise<AccountView> {
  const { kinds, within, reads, refuses } = wanted;
  const holders = await holdersIn(place, kinds);
  const readKind = async (kind: Kind) => {
    try {
      const { objects } = await readAccount({
        kinds,
        ...place,
        within: ({ id }) => within.has(id),
        reads: (each) => each === kind,
      });
      return objects.filter((object) => object.kind === kind);
    } catch (error) {
      refuses(kind, error);
      return [];
    }
  };
  const read = kinds.filter((kind) => !holdsKinds(kind, kinds) && reads(kind));
  return { holders, objects: (await Promise.all(read.map(readKind))).flat() };
}

export async function holdersIn(
  place: AccountPlace,
  kinds: readonly Kind[],
): Promise<LiveAccount["holders"]> {
  const { holders } = await readAccount({ kinds, ...place, within: () => false, reads: () => false });
  return holders;
}

export type Declarable =
  | { readonly object: LiveObject; readonly imported: Imported }
  | { readonly object: LiveObject; readonly why: string };

/** Lists are not read again. Only values that a list does not show require a request. */
export async function declarable(object: LiveObject): Promise<Declarable> {
  const { kind, id, row, context } = object;
  const running = kind.wait?.running ?? [];
  const status = String(row[kind.wait?.status ?? ""]);
  if (running.includes(status)) {
    return { object, why: `it is still being created: its ${kind.wait?.status} is ${status}` };
  }
  try {
    const form = { declaresNull: true };
    const found =
      kind.endpoints.list === undefined ? importRow(context, row, form) : readImport(context, id, form);
    const seen = await found;
    return seen === undefined ? { object, why: "it has since been deleted" } : { object, imported: seen };
  } catch (error) {
    if (error instanceof Undeclarable) {
      return { object, why: error.why };
    }
    throw error;
  }
}

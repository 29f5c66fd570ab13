import {
  defined,
  holdsKinds,
  idOf,
  isReadable,
  type JsonObject,
  type Kind,
  plural,
  type Rows,
  type Session,
  singly,
  snakeCase,
  type Target,
} from "pulumi-workspace-gateway/tools";

/** An object of the gateway, as the list of its kind shows it. */
export interface LiveObject {
  readonly kind: Kind;
  readonly id: string;
  readonly row: JsonObject;
  /** Where it is, and how it is asked for. */
  readonly target: Target;
  /** What it belongs to: its workspace. Undefined at account level. */
  readonly holder?: LiveObject;
}

/** What lives beside the objects of all kinds, and that no program can declare, such as a workflow. */
export interface Stray {
  /** The word for it. */
  readonly what: string;
  readonly id: string;
  readonly name: string;
  readonly holder?: LiveObject;
}

/** What is on a gateway, as one account sees it. */
export interface LiveAccount {
  /** Everything that other objects can belong to: the workspaces, also those that were not looked into. */
  readonly holders: readonly LiveObject[];
  /** All objects that were read, those that hold others among them: kind by kind, in the order of the gateway. */
  readonly objects: readonly LiveObject[];
  readonly strays: readonly Stray[];
}

/** What to read. */
export interface Wanted {
  /** All kinds that there are. */
  readonly kinds: readonly Kind[];
  readonly session: Session;
  /** The name of the connection; undefined for the default one. */
  readonly connection?: string | undefined;
  /** Whether to read what is in a workspace, and the workspace itself. All, if this is left out. */
  within?(holder: LiveObject): boolean;
  /** Whether to read the objects of a kind, apart from workspaces. All, if this is left out. */
  reads?(kind: Kind): boolean;
  /** Also read what no program can declare. */
  readonly strays?: boolean;
  /** Told how many lists have been read, of how many. */
  told?(done: number, all: number): void;
}

/**
 * Reads the objects of an account: one list for each kind and workspace, as a refresh does. It only reads. Nothing is
 * left out in silence: a list that the gateway cut is an error, and so is one that it refuses.
 */
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
            .filter((holder) => isHeldBy(parent, holder.kind))
            .map((holder) => () => collection(wanted, kind, holder));
    });
  const strays = wanted.strays ? looked.flatMap((holder) => straysIn(holder)) : [];
  const all = pairs.length + strays.length;
  let done = 0;
  const tell = <T>(result: T): T => {
    wanted.told?.(++done, all);
    return result;
  };
  const [objects, others] = await Promise.all([
    Promise.all(pairs.map(async (read) => tell(await read()))),
    Promise.all(strays.map(async (read) => tell(await read()))),
  ]);
  return { holders, objects: [...looked, ...objects.flat()], strays: others.flat() };
}

function isHeldBy(parent: Kind["endpoints"]["parent"], { endpoints }: Kind): boolean {
  return parent !== undefined && parent.list === endpoints.list;
}

async function collection(wanted: Wanted, kind: Kind, holder?: LiveObject): Promise<LiveObject[]> {
  const { list, parent } = kind.endpoints;
  const target = wanted.session.target(kind, {
    ...(parent && defined({ [parent.field]: holder?.id })),
    ...defined({ connection: wanted.connection }),
  });
  const within = defined({ holder });
  if (list === undefined) {
    // Without a list of its own, there is one for each holder, and it has the holder's id.
    const id = target.parentId ?? "";
    const row = await singly(target, id);
    return row === undefined ? [] : [{ kind, id, row, target, ...within }];
  }
  const rows = await target.client.lists.read(target.collection, () => target.client.rows(target.read(list)));
  assertWhole(rows, `${plural(kind.name)}${placeOf(holder)}`);
  return rows.rows.flatMap((row) => {
    const id = idOf(row);
    return id === undefined ? [] : [{ kind, id, row, target, ...within }];
  });
}

function straysIn(holder: LiveObject): (() => Promise<Stray[]>)[] {
  const { kind, id, target } = holder;
  const within = target.asHolder(id);
  const query = within === undefined ? {} : { [snakeCase(within.field)]: id };
  return (kind.guard?.harmless ?? []).map(({ what, list, scope }) => async () => {
    const rows = await target.client.rows({ method: "GET", path: list, query, scope, within });
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

/** What people call an object: the last part of its natural key, as the gateway shows it; else its id. */
export function nameOf({ kind, row, id }: Pick<LiveObject, "kind" | "row" | "id">): string {
  const field = kind.fields.get(kind.naturalKey.at(-1) ?? "name");
  const name = row[field?.readFrom ?? "name"];
  return typeof name === "string" && field?.name !== kind.endpoints.parent?.field ? name : id;
}

function assertWhole({ complete }: Rows, what: string): void {
  if (!complete) {
    throw new Error(
      `the gateway cut the list of ${what}: it says that there are more than it sent. ` +
        "A part of an account would be misleading, so nothing was made of it.",
    );
  }
}

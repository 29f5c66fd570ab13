import { hasStatus, idOf, isSegment, noRows, type Rows } from "../client/exchange.js";
import { isReadable, type Kind } from "../spec/kind.js";
import { hidden, type Values } from "../spec/values.js";
import { defined } from "../text/json.js";
import { nounOf, plural } from "../text/words.js";
import type { Seen } from "./calls.js";
import {
  type Existing,
  type Imported,
  importIdOf,
  kindListed,
  namesOf,
  namingFields,
  readImport,
  rowsAt,
  titleOf,
  unreadNote,
  whyNotImportable,
  within,
} from "./import.js";
import { assertAccountAllowed } from "./observe.js";
import { distinctions, selectorsOf, thereAre, Undeclarable } from "./rows.js";
import { labelOf, type ResourceContext, type Session } from "./session.js";
import { sourceOf } from "./sources.js";

interface Place {
  readonly context: ResourceContext;
  readonly rest: string;
  /** Whether what is not left is an id, and not a name. */
  readonly isById: boolean;
}

type Candidate = Existing & Pick<Place, "rest">;

/**
 * The object that an id of `pulumi import` means, as a create would have stored it. The id is that of the workspace or its name,
 * a slash, and what the object is asked for by. Any of them may have slashes, so what there is decides where one ends. What is
 * spelled with ids alone is the object of these ids, also if others are called so.
 */
export async function lookUp(kind: Kind, session: Session, wanted: string, urn?: string): Promise<Seen> {
  const account = session.context(kind, defined({ [hidden.urn]: urn }));
  try {
    if (!isReadable(kind)) {
      throw new Error(`${whyNotImportable(kind)}.`);
    }
    await assertAccountAllowed(account);
    return await find(account, wanted);
  } catch (error) {
    throw account.cover(error);
  }
}

async function find(account: ResourceContext, wanted: string): Promise<Seen> {
  const holders = await holdersOf(account);
  const places = placesOf(account, wanted, holders);
  const lists = await Promise.all(
    places.map(async ({ context, rest }) => ({ context, rest, ...(await rowsAt(context)) })),
  );
  const existing = lists.flatMap(({ context, rest, rows }) => rows.map((row) => ({ context, row, rest })));
  const isAll = holders.complete && lists.every(({ complete }) => complete);
  for (const { context, id } of await meant(wanted, places, existing, isAll)) {
    const object = await readImport(context, id);
    if (object !== undefined) {
      warnOfLeftOut(context, object);
      return { id, inputs: { ...object.declared, [hidden.imported]: true }, outputs: object.outputs };
    }
  }
  const { what = "", list } = account.kind.endpoints.parent ?? {};
  const isPlaced = places.length > 0;
  const holding = within(account, "", kindListed(account, list));
  const there = isPlaced ? existing : holders.rows.map((row) => ({ context: holding, row }));
  const found = isPlaced ? `is no ${account.kind.name}` : `begins with no ${what}`;
  throw new Error(`${JSON.stringify(wanted)} ${found}. ${existingObjects(there, isAll)} ${formOf(account)}`);
}

/** The object that fits. If none does, a list may lag behind or be cut: then what may be an id, to be asked for by itself. */
async function meant(
  wanted: string,
  places: readonly Place[],
  existing: readonly Candidate[],
  isAll: boolean,
): Promise<{ context: ResourceContext; id: string }[]> {
  const fits = await fitting(existing, wanted);
  const [fit, other] = fits;
  if (fit === undefined) {
    const byId = places.filter(({ rest, isById }) => isById && isSegment(rest));
    return byId.map(({ context, rest }) => ({ context, id: rest }));
  }
  if (other !== undefined || (importIdOf(fit) !== wanted && !isAll)) {
    const why =
      other === undefined ? "may fit others too, in a list that the gateway cut" : "fits several objects";
    throw new Error(`${JSON.stringify(wanted)} ${why}: import one by its id. ${existingObjects(fits, true)}`);
  }
  return [{ context: fit.context, id: idOf(fit.row) ?? "" }];
}

/** What objects of the kind belong to. To see it takes a scope that seeing the objects does not take. */
async function holdersOf({ kind, client }: ResourceContext): Promise<Rows> {
  const { parent } = kind.endpoints;
  try {
    return parent === undefined ? noRows : await client.holders({ ...parent, id: "" });
  } catch (error) {
    if (hasStatus(error, 403)) {
      return { rows: [], complete: false };
    }
    throw error;
  }
}

function placesOf(account: ResourceContext, wanted: string, { rows, complete }: Rows): Place[] {
  const { list, parent } = account.kind.endpoints;
  if (parent === undefined) {
    return [{ context: account, rest: wanted, isById: true }];
  }
  const holding = kindListed(account, parent.list);
  const place = (id: string, begin: string): Place[] =>
    (list === undefined ? wanted === begin : wanted.startsWith(`${begin}/`))
      ? [{ context: within(account, id), rest: wanted.slice(begin.length + 1), isById: begin === id }]
      : [];
  const places = rows.flatMap((row) => {
    const id = idOf(row) ?? "";
    const name = holding && titleOf(holding, row);
    return [...place(id, id), ...(name === undefined || name === id ? [] : place(id, name))];
  });
  const [first = ""] = list === undefined ? [wanted] : wanted.split("/");
  return complete || places.length > 0 ? places : place(first, first);
}

async function fitting(existing: readonly Candidate[], wanted: string): Promise<Existing[]> {
  const byId = existing.filter((each) => importIdOf(each) === wanted);
  if (byId.length > 0) {
    return byId;
  }
  const called = await Promise.all(
    existing.map(
      async (each) =>
        each.context.kind.endpoints.list === undefined || (await namesOf(each)).includes(each.rest),
    ),
  );
  const fits = existing.filter((_each, index) => called[index]);
  return [...new Map(fits.map((each) => [importIdOf(each), each])).values()];
}

function warnOfLeftOut(context: ResourceContext, { declared, unread, strange }: Imported): void {
  const label = labelOf(context.kind, declared);
  for (const field of unread) {
    context.warn(`${label}: ${unreadNote(context.kind, field)}`);
  }
  for (const { name } of strange) {
    context.warn(`${label}: ${name} is not imported, because no program can declare the value that it has.`);
  }
}

/** What there is, by what it is imported by and what it is called. */
function existingObjects(existing: readonly Existing[], isAll: boolean): string {
  const objects = existing.map((each) => {
    const { kind } = each.context;
    const title = titleOf(kind, each.row);
    const isTwice = (another: Existing) => another !== each && titleOf(kind, another.row) === title;
    const apart = existing.some(isTwice) ? distinctions(kind, each.row) : [];
    return { id: importIdOf(each), called: [title], apart };
  });
  return thereAre(objects, isAll);
}

function formOf(account: ResourceContext): string {
  const { kind } = account;
  const { list, parent } = kind.endpoints;
  const words = namingFields(kind).map((field) => {
    const other = kindListed(account, field.refers?.list);
    return other === undefined ? field.name : nounOf(other);
  });
  const selecting = selectorsOf(kind).flatMap(({ name, keys }) => (keys.length > 0 ? keys : [name]));
  const own = list === undefined ? [] : ["id", words.join(">/<"), ...selecting].filter((word) => word !== "");
  const before = parent === undefined ? "" : `<${parent.what}>`;
  const forms =
    own.length === 0
      ? [before]
      : [...new Set(own)].map((word) => [before, `<${word}>`].filter(Boolean).join("/"));
  const named = parent === undefined ? "" : `, where a ${parent.what} is its id or name`;
  return `The import id of a ${kind.name} is ${forms.join(" or ")}${named}.`;
}

interface Listed {
  readonly id: string;
  readonly name: string;
}

/**
 * The objects of a kind that can be imported; only those of one workspace if the query has its id, and those of the default
 * connection if it names no other. They are read as they are
 * asked for, workspace by workspace. Ends with an error if the gateway cut a list: nothing is left out in silence.
 */
export async function* listed(kind: Kind, session: Session, query: Values = {}): AsyncGenerator<Listed> {
  const { connection, ...place } = query;
  const account = session.context(kind, defined({ connection }));
  try {
    const { list, parent } = kind.endpoints;
    const odd = Object.keys(place).find((name) => name !== parent?.field);
    if (!isReadable(kind) || odd !== undefined) {
      throw new Error(
        odd === undefined ? `${whyNotImportable(kind)}.` : `${kind.name} is not listed by ${odd}.`,
      );
    }
    await assertAccountAllowed(account);
    const holderId = place[parent?.field ?? ""];
    const holding = list === undefined ? kindListed(account, parent?.list) : undefined;
    const holders: Rows =
      parent === undefined || (holderId !== undefined && list !== undefined)
        ? { rows: [{ id: holderId ?? null }], complete: true }
        : await account.client.holders({ ...parent, id: "" });
    let isWhole = holders.complete;
    for (const holder of holders.rows.filter((row) => holderId === undefined || idOf(row) === holderId)) {
      const context = parent === undefined ? account : within(account, idOf(holder) ?? "");
      const { rows, complete } = await rowsAt(context);
      for (const row of rows) {
        if (await isManageable({ context, row })) {
          const name = holding === undefined ? titleOf(kind, row) : titleOf(holding, holder);
          yield { id: importIdOf({ context, row }), name };
        }
      }
      isWhole &&= complete;
    }
    if (!isWhole) {
      throw new Error(`the gateway cut the list of ${plural(kind.name)}: there are more than it sent.`);
    }
  } catch (error) {
    throw account.cover(error);
  }
}

async function isManageable({ context, row }: Existing): Promise<boolean> {
  try {
    await sourceOf(context.kind).found?.(context, row);
    return true;
  } catch (error) {
    if (error instanceof Undeclarable) {
      return false;
    }
    throw error;
  }
}

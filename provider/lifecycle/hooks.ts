import { idOf, type Rows, unlessAnswer } from "../client/exchange.js";
import { lookAgain, rest } from "../io/io.js";
import { isWord } from "../spec/compare.js";
import { snakeCase } from "../spec/field.js";
import type { Guard, Kind, Wait } from "../spec/kind.js";
import { hidden, type Values } from "../spec/values.js";
import { isJsonObject, type JsonObject } from "../text/json.js";
import { howMany, nounOf, shellWord } from "../text/words.js";
import { forbidden, observe, readById } from "./observe.js";
import { isRefused, refusalOf, valueAt, valueIn } from "./rows.js";
import type { ResourceContext } from "./session.js";
import { textIn } from "./state.js";

/**
 * Refuses to delete an object that still holds something, because the delete would delete that too.
 *
 * Lists may still show what this run has just deleted.
 * So if this run has written anything, the lists are read again for a while.
 */
export async function assertEmpty(context: ResourceContext, id: string, state: Values): Promise<void> {
  const { guard } = context.kind;
  if (guard === undefined || state[guard.unless] === true) {
    return;
  }
  let left: readonly Left[] = [];
  const look = async () => {
    left = await remaining(context, id, left);
  };
  await lookAgain(context.client.io, look, () => left.length > 0 && context.registry.hasWritten);
  if (left.length > 0) {
    const named = await Promise.all(left.map((each) => inWords(each)));
    throw new Error(
      `${context.label} is not empty: it still holds ${named.join(", ")}, which would be deleted with it, so it was not deleted.` +
        `${await harmlessContents(context, id, guard)} ${wayOn(context, guard)}`,
    );
  }
}

/** What works at this moment: a destroy may have deleted everything else of the stack already. */
function wayOn({ values, kind }: ResourceContext, { unless }: Guard): string {
  const urn = textIn(values, hidden.urn);
  const command = `pulumi up --target ${urn === undefined ? "<URN>" : shellWord(urn)}`;
  const where = urn === undefined ? ", whose URN `pulumi stack --show-urns` shows" : "";
  return (
    `Delete these first; or set \`${unless}: true\` on the ${kind.name} and run \`${command}\`${where}. It changes nothing else. ` +
    "Then run `pulumi destroy` again."
  );
}

/** What stops the delete: objects of one kind, or of what the gateway has shown of them. */
interface Left {
  readonly words: string;
  readonly contents: Contents;
  /** Undefined if the list was not read. */
  readonly rows?: readonly JsonObject[];
}

/** What is left in an object: only where something was left `before`, or everywhere if that is gone by now. */
async function remaining(context: ResourceContext, id: string, before: readonly Left[]): Promise<Left[]> {
  // A list may omit an object that exists.
  const row =
    (await ownRow(context, id)) ??
    (await readById(context, id).catch(async (error: unknown) => {
      throw await forbidden(context, id, error);
    }));
  if (row === undefined) {
    return []; // the object is gone, so nothing can be in it
  }
  const leftIn = async (places: readonly Contents[]) => {
    const all = await Promise.all(places.map((contents) => remainingOf(context.kind, row, contents)));
    return all.filter((left) => left !== undefined);
  };
  const places = before.map(({ contents }) => contents);
  const still = await leftIn(places);
  const others = contentsOf(context, id).filter(({ kind }) => !places.some((place) => place.kind === kind));
  return still.length > 0 ? still : leftIn(others);
}

/**
 * What is left of one kind. A count above 0 is believed. At 0 the list is read.
 * The list is also read if the count includes objects that cannot be deleted.
 */
async function remainingOf(holder: Kind, row: JsonObject, contents: Contents): Promise<Left | undefined> {
  const { kind, load } = contents;
  const refused = refusalOf(kind);
  const count = refused === undefined ? (counted(row, holder, contents) ?? 0) : 0;
  if (count > 0) {
    return { words: howMany(count, nounOf(kind)), contents };
  }
  const { rows, complete } = await load();
  const deletable = deletableOf(kind, rows);
  if (deletable.length === 0 && complete) {
    return undefined;
  }
  const amount = howMany(Math.max(deletable.length, 1), nounOf(kind));
  const besides = refused === undefined ? "" : ` besides ${refused.what}`;
  return { words: `${complete ? "" : "at least "}${amount}${besides}`, contents, rows: deletable };
}

function deletableOf(kind: Kind, rows: readonly JsonObject[]): JsonObject[] {
  const refused = refusalOf(kind);
  return rows.filter((each) => refused === undefined || !isRefused(each, refused));
}

/** The most objects of one kind that a message names. */
const mostNamed = 20;

/** What is left of one kind, with the name and the id of each object, if its list can be read. */
async function inWords({ words, contents, rows }: Left): Promise<string> {
  const { kind, load } = contents;
  const all = rows ?? deletableOf(kind, (await load().catch(unlessAnswer))?.rows ?? []);
  const named = all.slice(0, mostNamed).map((row) => `${nameIn(kind, row)} ${idOf(row)}`.trim());
  const more = all.length > mostNamed ? [`${all.length - mostNamed} more`] : [];
  return named.length === 0 ? words : `${words} (${[...named, ...more].join(", ")})`;
}

/** What people call an object by. Empty if its row does not show it. */
function nameIn({ naturalKey, fields, source }: Kind, row: JsonObject): string {
  const field = fields.get(naturalKey.at(-1) ?? "");
  const [place] = source.how === "adopted" ? (source.shows ?? []) : [];
  const name = field === undefined ? place && valueAt(row, place) : valueIn(field, row);
  return typeof name === "string" ? JSON.stringify(name) : "";
}

/** What does not stop the delete but is deleted too, for people. */
async function harmlessContents(context: ResourceContext, id: string, guard: Guard): Promise<string> {
  const within = context.asHolder(id);
  const query = within === undefined ? {} : { [snakeCase(within.field)]: id };
  const lines = guard.harmless.map(async ({ what, list, scope }) => {
    const { rows } = await context.client.rows({ method: "GET", path: list, query, scope, within });
    return rows.length === 0 ? [] : [howMany(rows.length, what)];
  });
  const all = (await Promise.all(lines)).flat();
  return all.length === 0 ? "" : ` Not in the way, but deleted with it too: ${all.join(", ")}.`;
}

/**
 * The object's row in a list that is requested after this call, so the row is up to date. One list serves all objects that are deleted
 * at about the same time. Undefined if the list does not show the object. Empty if the list was cut and does not show it.
 */
async function ownRow(context: ResourceContext, id: string): Promise<JsonObject | undefined> {
  const { kind, client, collection } = context;
  const { list } = kind.endpoints;
  const { rows, complete } =
    list === undefined
      ? noList
      : await client.nextLists.read(collection, () => client.rows(context.read(list)));
  return rows.find((row) => idOf(row) === id) ?? (complete ? undefined : {});
}

const noList: Rows = { rows: [], complete: false };

/** One part of what an object may hold: the objects of one kind that belong to it. */
interface Contents {
  readonly kind: Kind;
  /** The key of their list, as readers of these objects use it. */
  readonly collection: string;
  /** What this list has in common with the lists of the same kind in other objects. */
  readonly family: string;
  load(): Promise<Rows>;
}

/**
 * What an object may hold.
 * It is found in the specs of all kinds, so that no other place has to name a kind.
 */
function contentsOf(holder: ResourceContext, id: string): Contents[] {
  return holder.kinds.flatMap((kind) => {
    const { list, parent } = kind.endpoints;
    if (list === undefined || parent === undefined || parent.list !== holder.kind.endpoints.list) {
      return [];
    }
    const context = holder.with({ kind, values: { [parent.field]: id } });
    return [{ kind, collection: context.collection, family: list, load: () => context.rows() }];
  });
}

/**
 * How many objects of one kind an object holds, by the counts in its own list row.
 * Undefined if the row has no count for them.
 */
function counted(row: JsonObject, holder: Kind, { family }: Contents): number | undefined {
  const stat = holder.guard?.counts[family];
  const stats = isJsonObject(row.stats) ? row.stats : {};
  return stat === undefined || stats[stat] === undefined ? undefined : Number(stats[stat]);
}

/**
 * Announces the lists of what an object holds, as far as its row counts something.
 * The objects in these lists will be read soon, if the program declares them.
 */
export function expectContents(context: ResourceContext, id: string, row: JsonObject): void {
  const { client, kind } = context;
  for (const contents of kind.guard === undefined ? [] : contentsOf(context, id)) {
    const unmanaged = refusalOf(contents.kind) === undefined ? 0 : 1;
    if ((counted(row, kind, contents) ?? 0) > unmanaged) {
      client.lists.expect(contents.family, contents.collection, contents.load);
    }
  }
}

/** The work that goes on in an object after its creation has failed: the object must be created again. */
export class WorkFailed extends Error {
  override readonly name = "WorkFailed";
}

const firstPause = 500;
const longestPause = 10_000;

/**
 * Waits until the work in the object has ended, and shows how far it is.
 * Returns the last row that was read.
 */
export async function waitUntilDone(
  context: ResourceContext,
  id: string,
  row: JsonObject | undefined,
  state: Values,
): Promise<JsonObject | undefined> {
  const { kind, client } = context;
  const { wait } = kind;
  if (wait === undefined || state[wait.unless] === false) {
    return row;
  }
  const limit = Number(state[wait.timeout.input] ?? wait.timeout.seconds);
  const deadline = client.io.now() + limit * 1000;
  let current = row ?? (await readCurrent(context, id, state));
  const status = () => String(current?.[wait.status]);
  for (let pause = firstPause; isRunning(wait, current); pause = Math.min(longestPause, pause * 1.5)) {
    if (client.io.now() + pause > deadline) {
      throw new Error(
        `${context.label} is ${status()} after ${limit} s. It goes on by itself: ` +
          "the next `pulumi up` waits for it again. " +
          `Set \`${wait.timeout.input}\` to wait longer, ` +
          `or \`${wait.unless}: false\` to not wait at all.`,
      );
    }
    context.progress(`${status()}, ${String(current?.[wait.progress.field] ?? 0)} ${wait.progress.of}`);
    if (!(await rest(client.io, pause))) {
      throw new Error(
        `${context.label} was ${status()} when the run was cancelled. ` +
          "It goes on by itself: the next `pulumi up` waits for it again.",
      );
    }
    current = await readCurrent(context, id, state);
  }
  if (hasFailed(wait, current)) {
    const why = client.describe(current?.[wait.error]) || "the gateway does not say why";
    throw new WorkFailed(
      `${context.label} ended as ${status()}: ${why}. The next \`pulumi up\` creates it again.`,
    );
  }
  return current;
}

/**
 * Whether the work still goes on.
 * A status that nobody knows is not waited for: reads accept unknown values.
 */
function isRunning(wait: Wait, row: JsonObject | undefined): boolean {
  return wait.running.some((word) => isWord(row?.[wait.status], word));
}

function hasFailed(wait: Wait, row: JsonObject | undefined): boolean {
  return wait.failed.some((word) => isWord(row?.[wait.status], word));
}

/**
 * The mark that the state gets if the work in an object is not through, or has failed, by this row. Undefined if the
 * work has ended well, or nobody waits for it.
 */
export function waitMark(
  { wait }: Kind,
  row: JsonObject,
  state: Values,
): typeof hidden.unfinished | typeof hidden.failed | undefined {
  if (wait === undefined || state[wait.unless] === false) {
    return undefined;
  }
  if (hasFailed(wait, row)) {
    return hidden.failed;
  }
  return isRunning(wait, row) ? hidden.unfinished : undefined;
}

async function readCurrent(
  context: ResourceContext,
  id: string,
  state: Values,
): Promise<JsonObject | undefined> {
  const row = await readById(context, id);
  const seen = row === undefined ? await observe(context, id, state) : ({ is: "live", row } as const);
  if (seen.is === "gone") {
    throw new Error(`${context.label} (id ${id}) was deleted while this run waited for it.`);
  }
  return seen.is === "live" ? seen.row : undefined;
}

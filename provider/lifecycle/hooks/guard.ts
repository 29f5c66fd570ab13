import { idOf, type Rows } from "../../client/answers.js";
import { unlessAnswer } from "../../client/http/errors.js";
import { lookAgain } from "../../io/look-again.js";
import { snakeCase } from "../../spec/field.js";
import type { Guard } from "../../spec/hooks.js";
import type { Kind } from "../../spec/kind.js";
import { hidden, type Values } from "../../spec/values.js";
import type { JsonObject } from "../../text/json.js";
import { shellWord } from "../../text/shell-word.js";
import { howMany, nounOf } from "../../text/words.js";
import { forbidden } from "../objects/forbidden.js";
import { singly } from "../objects/observe.js";
import type { Target } from "../operation/target.js";
import { valueIn } from "../state/row.js";
import { isRefused, refusalOf, valueAt } from "../state/selector.js";
import { textIn } from "../state/state.js";
import { type Contents, contentsOf, counted } from "./contents.js";

/**
 * Refuses to delete an object that still holds something, because the delete would delete that too.
 *
 * Lists may still show what this run has just deleted.
 * So if this run has written anything, the lists are read again for a while.
 */
export async function assertEmpty(target: Target, id: string, state: Values): Promise<void> {
  const { guard } = target.kind;
  if (guard === undefined || state[guard.unless] === true) {
    return;
  }
  let left: readonly Left[] = [];
  const look = async () => {
    left = await remaining(target, id, left);
  };
  await lookAgain(target.client.io, look, () => left.length > 0 && target.ledger.hasWritten);
  if (left.length > 0) {
    const named = await Promise.all(left.map((each) => inWords(each)));
    throw new Error(
      `${target.label} is not empty: it still holds ${named.join(", ")}, which would be deleted with it, so it was not deleted.` +
        `${await harmlessContents(target, id, guard)} ${wayOn(target, guard)}`,
    );
  }
}

/** What works at this moment: a destroy may have deleted everything else of the stack already. */
function wayOn({ values, kind }: Target, { unless }: Guard): string {
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
async function remaining(target: Target, id: string, before: readonly Left[]): Promise<Left[]> {
  // A list may omit an object that exists.
  const row =
    (await ownRow(target, id)) ??
    (await singly(target, id).catch(async (error: unknown) => {
      throw await forbidden(target, id, error);
    }));
  if (row === undefined) {
    return []; // the object is gone, so nothing can be in it
  }
  const leftIn = async (places: readonly Contents[]) => {
    const all = await Promise.all(places.map((contents) => remainingOf(target.kind, row, contents)));
    return all.filter((left) => left !== undefined);
  };
  const places = before.map(({ contents }) => contents);
  const still = await leftIn(places);
  const others = contentsOf(target, id).filter(({ kind }) => !places.some((place) => place.kind === kind));
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
async function harmlessContents(target: Target, id: string, guard: Guard): Promise<string> {
  const within = target.asHolder(id);
  const query = within === undefined ? {} : { [snakeCase(within.field)]: id };
  const lines = guard.harmless.map(async ({ what, list, scope }) => {
    const { rows } = await target.client.rows({ method: "GET", path: list, query, scope, within });
    return rows.length === 0 ? [] : [howMany(rows.length, what)];
  });
  const all = (await Promise.all(lines)).flat();
  return all.length === 0 ? "" : ` Not in the way, but deleted with it too: ${all.join(", ")}.`;
}

/**
 * The object's row in a list that is requested after this call, so the row is up to date. One list serves all objects that are deleted
 * at about the same time. Undefined if the list does not show the object. Empty if the list was cut and does not show it.
 */
async function ownRow(target: Target, id: string): Promise<JsonObject | undefined> {
  const { kind, client, collection } = target;
  const { list } = kind.endpoints;
  const { rows, complete } =
    list === undefined
      ? noList
      : await client.nextLists.read(collection, () => client.rows(target.read(list)));
  return rows.find((row) => idOf(row) === id) ?? (complete ? undefined : {});
}

const noList: Rows = { rows: [], complete: false };

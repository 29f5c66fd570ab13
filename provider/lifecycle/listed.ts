import { idOf, type Rows } from "../client/answers.js";
import { isReadable, type Kind } from "../spec/kind.js";
import type { Values } from "../spec/values.js";
import { defined } from "../text/defined.js";
import type { Json } from "../text/json.js";
import { plural } from "../text/words.js";
import { type Existing, importIdOf, kindListed, rowsAt, titleOf, within } from "./existing.js";
import { whyNotImportable } from "./imported.js";
import { assertAccountAllowed } from "./objects/account.js";
import type { Session } from "./operation/session.js";
import type { Target } from "./operation/target.js";
import { verbsOf } from "./sources/index.js";
import { Undeclarable } from "./state/selector.js";

/** An object that can be imported: its id for that, and what people call it. */
export interface Listed {
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
  const account = session.target(kind, defined({ connection }));
  try {
    const { parent } = kind.endpoints;
    const odd = Object.keys(place).find((name) => name !== parent?.field);
    if (!isReadable(kind) || odd !== undefined) {
      throw new Error(
        odd === undefined ? `${whyNotImportable(kind)}.` : `${kind.name} is not listed by ${odd}.`,
      );
    }
    await assertAccountAllowed(account);
    yield* everyExisting(account, place[parent?.field ?? ""]);
  } catch (error) {
    throw account.cover(error);
  }
}

async function* everyExisting(account: Target, holderId: Json | undefined): AsyncGenerator<Listed> {
  const { kind, client } = account;
  const { list, parent } = kind.endpoints;
  const holding = list === undefined ? kindListed(account, parent?.list) : undefined;
  const holders: Rows =
    parent === undefined || (holderId !== undefined && list !== undefined)
      ? { rows: [{ id: holderId ?? null }], complete: true }
      : await client.holders({ ...parent, id: "" });
  let isWhole = holders.complete;
  for (const holder of holders.rows.filter((row) => holderId === undefined || idOf(row) === holderId)) {
    const target = parent === undefined ? account : within(account, idOf(holder) ?? "");
    const { rows, complete } = await rowsAt(target);
    for (const row of rows) {
      if (await isManageable({ target, row })) {
        const name = holding === undefined ? titleOf(kind, row) : titleOf(holding, holder);
        yield { id: importIdOf({ target, row }), name };
      }
    }
    isWhole &&= complete;
  }
  if (!isWhole) {
    throw new Error(`the gateway cut the list of ${plural(kind.name)}: there are more than it sent.`);
  }
}

/** Whether a resource may have the object. */
async function isManageable({ target, row }: Existing): Promise<boolean> {
  try {
    await verbsOf(target.kind).found?.(target, row);
    return true;
  } catch (error) {
    if (error instanceof Undeclarable) {
      return false;
    }
    throw error;
  }
}

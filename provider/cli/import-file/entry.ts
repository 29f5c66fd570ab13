import type { Client } from "../../client/client.js";
import { imported } from "../../lifecycle/imported.js";
import { Ledger } from "../../lifecycle/operation/ledger.js";
import { Target } from "../../lifecycle/operation/target.js";
import type { Field } from "../../spec/field.js";
import type { Kind } from "../../spec/kind.js";
import { typeToken } from "../../spec/token.js";
import type { Values } from "../../spec/values.js";

/** The object to import, and where it is. */
interface Wanted {
  readonly kind: Kind;
  /** Logical name of the resource in the program. */
  readonly name: string;
  readonly id: string;
  readonly place: Values;
  readonly client: Client;
  /** All kinds that there are: what is said of a workspace depends on what it may hold. */
  readonly kinds: readonly Kind[];
}

/** One resource of a file for `pulumi import --file`, its declaration, and a note for each missing value. */
export interface ImportEntry {
  readonly entry: {
    readonly type: string;
    readonly name: string;
    readonly id: string;
    readonly inputs: Values;
    readonly outputs: Values;
  };
  readonly declared: Values;
  readonly unread: readonly string[];
}

export async function readEntry({ kind, name, id, place, client, kinds }: Wanted): Promise<ImportEntry> {
  const object = await imported(new Target(kind, client, new Ledger(), place, kinds), id);
  if (object === undefined) {
    const { parent } = kind.endpoints;
    const where = parent === undefined ? "" : ` in the workspace ${String(place[parent.field])}`;
    throw new Error(`there is no ${kind.name} with the id ${id}${where}`);
  }
  const { declared, inputs, outputs, unread } = object;
  return {
    entry: { type: typeToken(kind.name), name, id, inputs, outputs },
    declared,
    unread: unread.map((field) => unreadNote(kind, field)),
  };
}

/** What happens if the program declares a value that cannot be read, and so cannot be compared. */
function unreadNote({ name, endpoints }: Kind, field: Field): string {
  const lacking = `${field.name} cannot be read, so it is not in the file. If the program declares it,`;
  return field.replace || endpoints.patch === undefined
    ? `${lacking} this replaces the ${name}: leave it out.`
    : `${lacking} the preview shows it as a change, and the next \`pulumi up\` sends it. Leave it out to keep what is there.`;
}

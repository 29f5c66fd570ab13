import {
  type Client,
  imported,
  type Kind,
  Ledger,
  Target,
  unreadNote,
  type Values,
} from "pulumi-workspace-gateway/tools";
import { type ImportEntry, importEntry } from "../../export/import-text.js";

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
  /** Whether the project names the plugin. */
  readonly hasPlugin: boolean;
}

/** One resource of a file for `pulumi import --file`, its declaration, and a note for each missing value. */
interface ReadEntry {
  readonly entry: ImportEntry;
  readonly declared: Values;
  readonly unread: readonly string[];
}

export async function readEntry(wanted: Wanted): Promise<ReadEntry> {
  const { kind, name, id, place, client, kinds, hasPlugin } = wanted;
  const object = await imported(new Target(kind, client, new Ledger(), place, kinds), id);
  if (object === undefined) {
    const { parent } = kind.endpoints;
    const where = parent === undefined ? "" : ` in the workspace ${String(place[parent.field])}`;
    throw new Error(`there is no ${kind.name} with the id ${id}${where}`);
  }
  const { declared, outputs, unread } = object;
  return {
    entry: importEntry({ kind: kind.name, name, id, declared, outputs }, hasPlugin),
    declared,
    unread: unread.map((field) => unreadNote(kind, field)),
  };
}

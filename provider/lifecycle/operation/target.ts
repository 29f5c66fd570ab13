import { noRows, type Rows } from "../../client/answers.js";
import type { Client } from "../../client/client.js";
import type { DeleteScope } from "../../client/delete-scopes.js";
import type { Exchange, Method } from "../../client/http/exchange.js";
import type { Holder } from "../../client/http/holder.js";
import { fillPath } from "../../client/http/path.js";
import { collectionKey } from "../../client/lists.js";
import type { Kind } from "../../spec/kind.js";
import { hidden, isUnknown, type Values } from "../../spec/values.js";
import { defined } from "../../text/defined.js";
import { plain } from "../../text/did-you-mean.js";
import { asText, type JsonObject } from "../../text/json.js";
import { selectorsOf } from "../state/selector.js";
import { textIn } from "../state/state.js";
import type { Ledger } from "./ledger.js";

/** The name of the collection that an object is in: the objects of its kind in its workspace. */
export function collectionOf({ name, endpoints }: Kind, values: Values): string {
  const { list, parent } = endpoints;
  return collectionKey(list ?? name, parent === undefined ? undefined : asText(values[parent.field]));
}

/** The program's name of an input that the gateway names in its own spelling. */
function inProgram({ fields }: Kind, name: string): string {
  const [input] = [...fields.values()].filter((field) => plain(field.sendAs) === plain(name));
  return input?.name ?? name;
}

/** The name of an object in messages: its kind, and the last part of its natural key or what selects it. */
export function labelOf(kind: Kind, values: Values): string {
  const key =
    kind.naturalKey.at(-1) ?? selectorsOf(kind).find((field) => values[field.name] !== undefined)?.name;
  const name = values[key ?? ""];
  return name === undefined || isUnknown(name) ? kind.name : `${kind.name} ${JSON.stringify(name)}`;
}

/** One resource on one gateway: its kind, its values, and the requests that follow from them. */
export class Target {
  constructor(
    readonly kind: Kind,
    readonly client: Client,
    readonly ledger: Ledger,
    readonly values: Values,
    /** All kinds that there are: objects of some may belong to objects of this one. */
    readonly kinds: readonly Kind[],
    /** The name of the program's own provider whose arguments are the settings. */
    readonly provider?: string,
  ) {
    this.keepSecrets(values);
  }

  /** Keeps the secrets among these values out of every message. The values may be those from before, too. */
  keepSecrets(values: Values): void {
    const fields = [...this.kind.fields.values(), ...this.kind.outputFields.values()];
    for (const { name } of fields.filter((field) => field.secret)) {
      const value = values[name];
      if (typeof value === "string" && !isUnknown(value)) {
        this.client.keepSecret(value);
      }
    }
  }

  /** Covers the secrets in an error before it is shown: the error may quote the gateway. */
  cover(error: unknown): unknown {
    if (error instanceof Error) {
      const { message, stack = "" } = error;
      error.message = this.client.cover(message);
      error.stack = stack.replace(message, () => error.message);
    }
    return error;
  }

  get parentId(): string | undefined {
    return this.holder?.id;
  }

  /** What the object belongs to; undefined at account level. */
  get holder(): Holder | undefined {
    const { parent } = this.kind.endpoints;
    return parent === undefined ? undefined : { ...parent, id: asText(this.values[parent.field]) };
  }

  /**
   * The object with this id as the holder of other objects.
   * Undefined if objects of this kind hold no others.
   */
  asHolder(id: string): Holder | undefined {
    const { list } = this.kind.endpoints;
    const parents = this.kinds.map(({ endpoints }) => endpoints.parent);
    const parent = parents.find((each) => each !== undefined && each.list === list);
    return parent === undefined ? undefined : { ...parent, id };
  }

  get collection(): string {
    return collectionOf(this.kind, this.values);
  }

  get label(): string {
    return labelOf(this.kind, this.values);
  }

  /** Shows one line to the person who runs `pulumi`, on the resource if its URN is known. */
  warn(line: string): void {
    this.client.io.warn(this.client.cover(line), textIn(this.values, hidden.urn));
  }

  /** Shows in the status line of the resource how far long work is. */
  progress(line: string): void {
    this.client.io.progress(this.client.cover(line), textIn(this.values, hidden.urn));
  }

  /** Whether this process has created what the object belongs to: nobody else has anything in there. */
  get isOursAlone(): boolean {
    const { holder } = this;
    return holder !== undefined && this.ledger.created(collectionKey(holder.list), holder.id);
  }

  /** The objects of the collection, as they are now. There are none if the kind has no list. */
  async rows(manner: Pick<Exchange, "once"> = {}): Promise<Rows> {
    const { list } = this.kind.endpoints;
    if (list === undefined) {
      return noRows;
    }
    const rows = await this.client.rows({ ...this.read(list), ...manner });
    this.ledger.known.list(this.collection, rows);
    return rows;
  }

  /** The same, read once for all objects of the collection. */
  async listed(): Promise<Rows> {
    return this.kind.endpoints.list === undefined
      ? noRows
      : this.client.lists.read(this.collection, () => this.rows());
  }

  read(template: string, id?: string): Exchange {
    return { ...this.exchange("GET", template, id), query: this.scope(), within: this.holder };
  }

  write(method: Method, template: string, body: JsonObject, id?: string): Exchange {
    return { ...this.exchange(method, template, id), body: { ...this.scope(), ...body } };
  }

  /** A DELETE. The API does not show where `workspace_id` goes (the API's section "Gaps common to endpoints"). */
  remove(template: string, id: string, placement: DeleteScope): Exchange {
    const scope = this.scope();
    const isScoped = Object.keys(scope).length > 0;
    return {
      ...this.exchange("DELETE", template, id),
      ...defined({
        query: isScoped && placement !== "body" ? scope : undefined,
        body: isScoped && placement !== "query" ? scope : undefined,
      }),
    };
  }

  private exchange(method: Method, template: string, id?: string): Exchange {
    const { scope: of, scopeIsAssumed, endpoints } = this.kind;
    const { auth } = endpoints;
    const doubt = scopeIsAssumed ? " (assumed: the API does not show it)" : "";
    const scope = `${of}:${method === "GET" ? "read" : "write"}${doubt}`;
    return {
      method,
      path: fillPath(template, { ...this.values, id }),
      inProgram: (field) => inProgram(this.kind, field),
      ...(auth === undefined ? { scope } : { auth }),
    };
  }

  private scope(): Record<string, string> {
    const { parent, scoped } = this.kind.endpoints;
    return parent === undefined || !scoped
      ? {}
      : { [this.kind.fields.get(parent.field)?.sendAs ?? ""]: String(this.parentId) };
  }
}

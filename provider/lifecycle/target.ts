import type { Client } from "../client/client.js";
import type { Exchange, Method } from "../client/exchange.js";
import type { JsonObject } from "../client/json.js";
import { fillPath } from "../client/path.js";
import type { Kind } from "./kind.js";
import type { Ledger } from "./ledger.js";
import { hidden, isUnknown, type Values } from "./values.js";

export function collectionKey(list: string, parentId?: string): string {
  return `${list} ${parentId ?? ""}`;
}

/** Names the collection that an object is in: a kind, in a workspace. */
export function collectionOf({ name, endpoints }: Kind, values: Values): string {
  const { list, parent } = endpoints;
  return collectionKey(list ?? name, parent === undefined ? undefined : String(values[parent.field]));
}

/** One resource on one gateway: its kind, its values, and the requests that follow from them. */
export class Target {
  constructor(
    readonly kind: Kind,
    readonly client: Client,
    readonly ledger: Ledger,
    readonly values: Values,
  ) {
    this.keepSecrets(values);
  }

  /** Keeps the secrets among the values of this resource, also those of before, out of every message. */
  keepSecrets(values: Values): void {
    const fields = [...this.kind.fields.values(), ...this.kind.outputFields.values()];
    for (const { name } of fields.filter((field) => field.secret)) {
      const value = values[name];
      if (typeof value === "string" && !isUnknown(value)) {
        this.client.keepSecret(value);
      }
    }
  }

  /** Makes an error fit to be shown: what the gateway says of the object may be in it. */
  cover(error: unknown): unknown {
    if (error instanceof Error) {
      const { message, stack = "" } = error;
      error.message = this.client.cover(message);
      error.stack = stack.replace(message, () => error.message);
    }
    return error;
  }

  /** The id of what the object belongs to; undefined at account level. */
  get parentId(): string | undefined {
    const { parent } = this.kind.endpoints;
    return parent === undefined ? undefined : String(this.values[parent.field]);
  }

  get collection(): string {
    return collectionOf(this.kind, this.values);
  }

  /** What people call the object: its kind and the telling part of its natural key. */
  get label(): string {
    const selectors = [...this.kind.fields.values()].filter((field) => field.selects !== undefined);
    const key =
      this.kind.naturalKey.at(-1) ?? selectors.find((field) => this.values[field.name] !== undefined)?.name;
    const name = this.values[key ?? ""];
    return name === undefined ? this.kind.name : `${this.kind.name} ${JSON.stringify(name)}`;
  }

  /** One line for the person who runs `pulumi`, on the resource where it is known. */
  warn(line: string): void {
    this.client.io.warn(this.client.cover(line), this.urn);
  }

  /** How far long work is, for the status line of the resource. */
  progress(line: string): void {
    this.client.io.progress(this.client.cover(line), this.urn);
  }

  fill(template: string, id: string): string {
    return fillPath(template, { ...this.values, id });
  }

  read(template: string, id?: string): Exchange {
    return { ...this.exchange("GET", template, id), query: this.scope() };
  }

  write(method: Method, template: string, body: JsonObject, id?: string): Exchange {
    return { ...this.exchange(method, template, id), body: { ...this.scope(), ...body } };
  }

  /** A DELETE; where `workspace_id` goes is not shown (api.md, "Gaps common to endpoints"). */
  remove(template: string, id: string, placement: "body" | "query" | "both"): Exchange {
    const scope = this.scope();
    const scoped = Object.keys(scope).length > 0;
    return {
      ...this.exchange("DELETE", template, id),
      ...(scoped && placement !== "body" ? { query: scope } : {}),
      ...(scoped && placement !== "query" ? { body: scope } : {}),
    };
  }

  private exchange(method: Method, template: string, id?: string): Exchange {
    const scope = `${this.kind.scope}:${method === "GET" ? "read" : "write"}`;
    const { auth } = this.kind.endpoints;
    return {
      method,
      path: fillPath(template, { ...this.values, id }),
      ...(auth === undefined ? { scope } : { auth }),
    };
  }

  private get urn(): string | undefined {
    const urn = this.values[hidden.urn];
    return typeof urn === "string" ? urn : undefined;
  }

  private scope(): Record<string, string> {
    const { parent, scoped } = this.kind.endpoints;
    return parent === undefined || !scoped
      ? {}
      : { [this.kind.fields.get(parent.field)?.sendAs ?? ""]: String(this.parentId) };
  }
}

import { Client } from "../client/client.js";
import { type Exchange, fillPath, type Holder, type Method, noRows, type Rows } from "../client/exchange.js";
import { collectionKey } from "../client/lists.js";
import {
  readSettings,
  type Settings,
  SettingsError,
  type SettingsSource,
  settingNames,
} from "../client/settings.js";
import { type Io, systemIo } from "../io/io.js";
import { canonical, shortHash } from "../spec/compare.js";
import type { Kind } from "../spec/kind.js";
import { hasUnknown, hidden, isUnknown, textIn, type Values } from "../spec/values.js";
import { asText, defined, type JsonObject } from "../text/json.js";
import { anyOf, plain } from "../text/words.js";
import { ObjectRegistry } from "./registry.js";
import { selectorsOf } from "./rows.js";

/** An object's collection: the objects of its kind in its workspace. */
export function collectionOf({ name, endpoints }: Kind, values: Values): string {
  const { list, parent } = endpoints;
  return collectionKey(list ?? name, parent === undefined ? undefined : asText(values[parent.field]));
}

export function labelOf(kind: Kind, values: Values): string {
  const key =
    kind.naturalKey.at(-1) ?? selectorsOf(kind).find((field) => values[field.name] !== undefined)?.name;
  const name = values[key ?? ""];
  return name === undefined || isUnknown(name) ? kind.name : `${kind.name} ${JSON.stringify(name)}`;
}

/** `isOneObject`: the state already contains the object twice, so a different name would not help. */
export function belongsToAnother(
  { kind, label }: Pick<ResourceContext, "kind" | "label">,
  { id, owner, isOneObject = false }: { id?: string; owner?: string; isOneObject?: boolean } = {},
): string {
  const object = id === undefined ? label : `${label} (id ${id})`;
  const by = owner === undefined ? "another resource in the program" : `the resource "${owner}"`;
  const differ = isOneObject ? "." : `, or make them differ in ${anyOf(identityFields(kind))}.`;
  return (
    `${object} belongs to ${by}, and one object cannot belong to two resources. ` +
    `Remove one of the two from the program (the other keeps the object)${differ}`
  );
}

interface ContextParts {
  readonly kind: Kind;
  readonly client: Client;
  readonly registry: ObjectRegistry;
  readonly values: Values;
  /** All kinds. Their objects may belong to objects of this kind. */
  readonly kinds: readonly Kind[];
  /** The name of the program's own `Provider` whose arguments are the settings. */
  readonly provider?: string | undefined;
}

/** One resource on one gateway: its kind, its values, and the requests that follow from them. */
export class ResourceContext implements ContextParts {
  readonly kind: Kind;
  readonly client: Client;
  readonly registry: ObjectRegistry;
  readonly values: Values;
  readonly kinds: readonly Kind[];
  readonly provider: string | undefined;

  constructor({ kind, client, registry, values, kinds, provider }: ContextParts) {
    this.kind = kind;
    this.client = client;
    this.registry = registry;
    this.values = values;
    this.kinds = kinds;
    this.provider = provider;
    this.keepSecrets(values);
  }

  with(other: Pick<ContextParts, "values"> & Partial<Pick<ContextParts, "kind">>): ResourceContext {
    return new ResourceContext({ ...this, ...other });
  }

  /** `id`: the workspace's id. */
  within(id: string, kind: Kind = this.kind): ResourceContext {
    const { parent } = kind.endpoints;
    return this.with({
      kind,
      values: parent === undefined ? this.values : { ...this.values, [parent.field]: id },
    });
  }

  kindListed(list: string | undefined): Kind | undefined {
    return this.kinds.find(({ endpoints }) => list !== undefined && endpoints.list === list);
  }

  /** Masks the secrets among these current or prior values in every message. */
  keepSecrets(values: Values): void {
    const fields = [...this.kind.fields.values(), ...this.kind.outputFields.values()];
    for (const { name } of fields.filter((field) => field.secret)) {
      const value = values[name];
      if (typeof value === "string" && !isUnknown(value)) {
        this.client.keepSecret(value);
      }
    }
  }

  /** Masks the secrets in an error, which may contain text from the gateway. */
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

  /** The object's parent. Undefined at account level. */
  get holder(): Holder | undefined {
    const { parent } = this.kind.endpoints;
    return parent === undefined ? undefined : { ...parent, id: asText(this.values[parent.field]) };
  }

  /** The object with this id as a parent. Undefined if objects of this kind are never parents. */
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

  /** Shows a line to the user, on the resource if its URN is known. */
  warn(line: string): void {
    this.client.io.warn(this.client.cover(line), textIn(this.values, hidden.urn));
  }

  progress(line: string): void {
    this.client.io.progress(this.client.cover(line), textIn(this.values, hidden.urn));
  }

  /** Whether this process created the object's parent, which then contains only this process's objects. */
  get isOursAlone(): boolean {
    const { holder } = this;
    return holder !== undefined && this.registry.at(collectionKey(holder.list), holder.id).created;
  }

  /** The freshly read rows of the collection. Empty if the kind has no list. */
  async rows(manner: Pick<Exchange, "once"> = {}): Promise<Rows> {
    const { list } = this.kind.endpoints;
    if (list === undefined) {
      return noRows;
    }
    const rows = await this.client.rows({ ...this.read(list), ...manner });
    this.registry.known.list(this.collection, rows);
    return rows;
  }

  /** Like `rows`, but one read serves all objects of the collection. */
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

  /** `place`: where `workspace_id` is sent, which the API does not document ("Gaps common to endpoints"). */
  remove(id: string, place: Settings["deleteScope"]): Exchange {
    const scope = this.kind.endpoints.scoped === true ? this.scope() : undefined;
    return {
      ...this.exchange("DELETE", this.kind.endpoints.remove ?? "", id),
      ...defined({
        query: place === "body" ? undefined : scope,
        body: place === "query" ? undefined : scope,
      }),
    };
  }

  private exchange(method: Method, template: string, id?: string): Exchange {
    const { scopeIsAssumed, endpoints } = this.kind;
    const { auth } = endpoints;
    const doubt = scopeIsAssumed ? " (assumed: the API does not document it)" : "";
    const scope = `${this.kind.scope}:${method === "GET" ? "read" : "write"}${doubt}`;
    return {
      method,
      path: fillPath(template, { ...this.values, id }),
      inProgram: (name) =>
        [...this.kind.fields.values()].find(({ sendAs }) => plain(sendAs) === plain(name))?.name ?? name,
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

/**
 * A string that is the same for all inputs that identify the same object. An undeclared input counts as a
 * distinct value, which the gateway chooses. Undefined if the kind has no identity, or if a part is unknown.
 */
export function identityOf(kind: Kind, inputs: Values): string | undefined {
  const { distinguishedBy = [] } = kind;
  const key = naturalKeyOf(kind, inputs);
  if (key === undefined || distinguishedBy.some((name) => hasUnknown(inputs[name]))) {
    return undefined;
  }
  return [key, ...distinguishedBy.map((name) => canonical(inputs[name]))].join(" ");
}

/** The natural key or the selectors as one string. Undefined in the same cases as `identityOf`. */
export function naturalKeyOf(kind: Kind, inputs: Values): string | undefined {
  const values = identifyingFields(kind).map((name) => inputs[name] ?? null);
  const { parent } = kind.endpoints;
  if (
    values.every((value) => value === null) ||
    values.some(hasUnknown) ||
    hasUnknown(inputs[parent?.field ?? ""])
  ) {
    return undefined;
  }
  return `${collectionOf(kind, inputs)} ${canonical(values)}`;
}

function identifyingFields(kind: Kind): readonly string[] {
  return kind.naturalKey.length > 0 ? kind.naturalKey : selectorsOf(kind).map(({ name }) => name);
}

/** Two objects of a kind must differ in at least one of these inputs. */
export function identityFields(kind: Kind): string[] {
  return [...identifyingFields(kind), ...(kind.distinguishedBy ?? [])];
}

/**
 * The engine calls `check` only for declared resources. It also calls `diff` for a resource that it has just
 * read, even if the resource is no longer declared. So the inputs of each `check` are recorded here. A `diff`
 * or `create` with the same inputs belongs to a declared resource.
 */
export class Declarations {
  private readonly known = new Map<string, { readonly name: string; readonly isNew: boolean }>();
  private readonly established = new Set<string>();
  private readonly awaited = new Map<string, number>();

  expect(kind: Kind, inputs: Values): void {
    this.count(kind, inputs, 1);
  }

  /** Whether a call with checked inputs is still expected. Each `check` accounts for one call. */
  meet(kind: Kind, inputs: Values): boolean {
    return this.count(kind, inputs, -1) > 0;
  }

  private count({ name }: Kind, inputs: Values, change: number): number {
    const key = shortHash(`${name} ${canonical(inputs)}`);
    const count = this.awaited.get(key) ?? 0;
    this.awaited.set(key, Math.max(0, count + change));
    return count;
  }

  /**
   * Another resource with the same object or exclusive flag, if one of the two is new. Two existing
   * resources do not conflict, because each already has its own object on a gateway that allows duplicates.
   */
  sibling(identity: string, { name, isNew }: { name: string; isNew: boolean }): string | undefined {
    const ownKey = `${identity} ${name}`;
    // The engine checks a replaced resource a second time, as if it were new.
    const isEstablished = !isNew || this.established.has(ownKey);
    if (isEstablished) {
      this.established.add(ownKey);
    }
    const first = this.known.get(identity);
    if (first === undefined) {
      this.known.set(identity, { name, isNew: !isEstablished });
      return undefined;
    }
    return first.name !== name && (first.isNew || !isEstablished) ? first.name : undefined;
  }
}

/** The state that all resources share in one plugin process, which lives for exactly one operation. */
export class Session {
  readonly declarations = new Declarations();
  private readonly clients = new Map<string | undefined, Client>();
  private readonly registries = new Map<string, ObjectRegistry>();
  private readonly shown = new Set<string>();
  /** Checks for the end of the operation. Skipped after a failure, because objects may be missing. */
  readonly atEnd: (() => void)[] = [];
  private hasFailed = false;
  private source: SettingsSource;
  /** The explicit provider whose arguments are the settings. Undefined if the stack's settings apply. */
  provider: string | undefined;

  constructor(
    readonly kinds: readonly Kind[],
    env: SettingsSource["env"] = process.env,
    readonly io: Io = systemIo,
    named?: SettingsSource["named"],
  ) {
    this.source = { env, config: () => undefined, ...defined({ named }) };
  }

  /**
   * Uses the stack's config, or the arguments of a provider that the program declares. Such a provider uses
   * nothing from the environment, because no token there is meant for its gateway.
   *
   * Never throws, because the engine would continue with a provider that is not configured.
   */
  configure(config: SettingsSource["config"], provider?: string): void {
    this.provider = provider;
    this.source =
      provider === undefined
        ? { ...this.source, config }
        : {
            env: Object.fromEntries(
              Object.entries(this.source.env).filter(([name]) => !name.startsWith(settingNames("").variable)),
            ),
            config,
            named: (key) => `the argument ${key} of the provider "${provider}"`,
          };
  }

  /** Throws if the settings of the resource's connection are missing or invalid. */
  context(kind: Kind, values: Values): ResourceContext {
    return new ResourceContext({
      kind,
      client: this.client(connectionOf(values)),
      registry: this.registry(values),
      values,
      kinds: this.kinds,
      provider: this.provider,
    });
  }

  /** The default connection has no name. Throws if the connection's settings are missing or invalid. */
  client(connection: string | undefined): Client {
    const client = this.clients.get(connection) ?? new Client(readSettings(this.source, connection), this.io);
    this.clients.set(connection, client);
    return client;
  }

  fail(): void {
    this.hasFailed = true;
  }

  end(): void {
    for (const work of this.hasFailed ? [] : this.atEnd) {
      work();
    }
  }

  costs(): string[] {
    return [...this.clients].flatMap(([connection = this.provider, { cost }]) => {
      const name = connection === undefined ? "" : `${connection}: `;
      return cost.line === undefined ? [] : [`${name}${cost.line}`];
    });
  }

  /** The same line is shown only once, even if the engine repeats a call. Needs no settings. */
  warn(line: string, values: Values): void {
    const key = `${line} ${JSON.stringify(values)}`;
    if (!this.shown.has(key)) {
      this.shown.add(key);
      this.io.warn(line, textIn(values, hidden.urn));
    }
  }

  /** The registry of the resource's gateway. Needs no settings. */
  registry(values: Values): ObjectRegistry {
    // If the gateway has moved, other processes may still know it by its former address.
    const first = this.clientIfSet(values)?.firstMark;
    const gateway = first ?? priorGateway(values) ?? `connection ${connectionOf(values)}`;
    const registry = this.registries.get(gateway) ?? new ObjectRegistry(this.io.claims, gateway);
    this.registries.set(gateway, registry);
    return registry;
  }

  /** The mark of the connection's gateway. Undefined if the connection no longer has settings. */
  gatewayOf(values: Values): string | undefined {
    return this.clientIfSet(values)?.mark;
  }

  private clientIfSet(values: Values): Client | undefined {
    try {
      return this.client(connectionOf(values));
    } catch (error) {
      if (error instanceof SettingsError) {
        return undefined;
      }
      throw error;
    }
  }
}

export function connectionOf(values: Partial<Values>): string | undefined {
  return textIn(values, "connection");
}

/** The mark of the gateway that an object was created on. State from the first release has no mark. */
export function priorGateway(state: Values): string | undefined {
  const address = priorAddress(state);
  return address === undefined ? textIn(state, hidden.gateway) : shortHash(address);
}

function priorAddress(state: Values): string | undefined {
  const kept = textIn(state, hidden.gateway) ?? "";
  return URL.canParse(kept) ? kept : undefined;
}

export function homeOf({ client, provider }: Pick<ResourceContext, "client" | "provider">): Values {
  return defined({ [hidden.gateway]: client.address, [hidden.by]: provider });
}

/** Whether a mark matches the gateway's address or the former address in its settings. */
export function isOf(mark: string, client: Client): boolean {
  return mark === client.mark || mark === client.firstMark;
}

/**
 * `moved`: the settings point to an address that the gateway has moved to. Throws for a different gateway,
 * which does not have the object and may use its id for another object.
 */
export function assertSameGateway(
  { client, label, registry }: ResourceContext,
  state: Values,
): "home" | "moved" {
  const mark = priorGateway(state) ?? client.mark;
  if (mark === client.mark) {
    return "home";
  }
  if (mark === client.firstMark) {
    return "moved";
  }
  const { named } = client.settings;
  const before = priorAddress(state) ?? "a different address (the state contains only its hash)";
  const why =
    `${label} was created on ${before}, but ${named("baseUrl")} is now ${client.address}. No request was sent to this address. ` +
    `If both are addresses of the same gateway, set ${named("movedFrom")} to the first address for one \`pulumi up\`. ` +
    "If they belong to different gateways, change the setting back to the first address. Then run `pulumi destroy` (with `--target` for the objects of the first gateway) before you switch to the second, " +
    "use a different stack for the second, or give the resource a different `connection` or `Provider`. The last option recreates " +
    "the object on the second gateway and deletes it on the first.";
  registry.misleading = why;
  throw new Error(why);
}

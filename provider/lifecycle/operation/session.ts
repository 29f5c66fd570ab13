import { Client } from "../../client/client.js";
import { settingDoubts } from "../../client/settings/setting-doubts.js";
import { settingNames } from "../../client/settings/setting-names.js";
import { readSettings, SettingsError, type SettingsSource } from "../../client/settings/settings.js";
import { type Io, systemIo } from "../../io/io.js";
import type { Kind } from "../../spec/kind.js";
import { hidden, type Values } from "../../spec/values.js";
import { defined } from "../../text/defined.js";
import { doubtsOf } from "../state/check.js";
import { textIn } from "../state/state.js";
import { Declarations } from "./declarations.js";
import { priorGateway } from "./gateway-mark.js";
import { Ledger } from "./ledger.js";
import { Target } from "./target.js";

/**
 * What all resources share in one process of the engine's plugin, which lives for exactly one operation: a
 * client per connection, a ledger per gateway (several connections may lead to one), and what the program
 * declares.
 */
export class Session {
  readonly declarations = new Declarations();
  private readonly clients = new Map<string | undefined, Client>();
  private readonly ledgers = new Map<string, Ledger>();
  private readonly shown = new Set<string>();
  private readonly endings: (() => void)[] = [];
  private hasFailed = false;
  private source: SettingsSource;
  /** The name of the program's own provider whose arguments are the settings; undefined if they are the stack's. */
  provider: string | undefined;

  constructor(
    readonly kinds: readonly Kind[],
    env: SettingsSource["env"] = process.env,
    private readonly io: Io = systemIo,
    named?: SettingsSource["named"],
  ) {
    this.source = { env, config: () => undefined, ...defined({ named }) };
  }

  /**
   * Takes the stack's config, or the arguments of a provider that the program declares. Such a provider takes nothing from
   * the environment: no token there was meant for its gateway.
   *
   * It never throws: the engine would go on with a provider that is not configured.
   */
  configure(config: SettingsSource["config"], provider?: string): void {
    this.provider = provider;
    this.source =
      provider === undefined
        ? { ...this.source, config }
        : {
            env: withoutSettings(this.source.env),
            config,
            named: (key) => `the argument ${key} of the provider "${provider}"`,
          };
  }

  /** Throws if the settings of the resource's connection are missing or wrong. */
  target(kind: Kind, values: Values): Target {
    const [client, ledger] = [this.client(connectionOf(values)), this.ledger(values)];
    return new Target(kind, client, ledger, values, this.kinds, this.provider);
  }

  /**
   * The client that all work on a connection shares.
   * Throws if the connection's settings are missing or wrong. The default connection has no name.
   */
  client(connection: string | undefined): Client {
    const client = this.clients.get(connection) ?? new Client(readSettings(this.source, connection), this.io);
    this.clients.set(connection, client);
    return client;
  }

  /** Does this when the operation ends, unless something has failed: then not all was done that the program declares. */
  atEnd(work: () => void): void {
    this.endings.push(work);
  }

  fail(): void {
    this.hasFailed = true;
  }

  /** Says what could not be judged before the operation ended. */
  end(): void {
    for (const work of this.hasFailed ? [] : this.endings) {
      work();
    }
  }

  /** What the work of this process has cost in requests: a line for each connection, or provider, that was used. */
  costs(): string[] {
    return [...this.clients].flatMap(([connection = this.provider, { cost }]) => {
      const name = connection === undefined ? "" : `${connection}: `;
      return cost.line === undefined ? [] : [`${name}${cost.line}`];
    });
  }

  /**
   * Shows a line about a resource, on the resource if its URN is known.
   * The same line is shown only once, however often the engine asks. Needs no settings.
   */
  warn(line: string, values: Values): void {
    const key = `${line} ${JSON.stringify(values)}`;
    if (!this.shown.has(key)) {
      this.shown.add(key);
      this.io.warn(line, textIn(values, hidden.urn));
    }
  }

  /**
   * Warns of probable mistakes in the settings and in the inputs of a resource.
   * It warns once, although the engine checks a resource that it replaces twice.
   */
  warnOfDoubts({ kind, values, client }: Target, label: string): void {
    const advice = "the gateway may take it, but check that it is meant.";
    for (const doubt of settingDoubts(client.settings)) {
      this.warn(`${doubt}; ${advice}`, {});
    }
    for (const doubt of doubtsOf(kind, values)) {
      this.warn(`${label}: ${doubt}; ${advice}`, values);
    }
  }

  /** What this process has done on the gateway of the resource. Needs no settings. */
  ledger(values: Values): Ledger {
    // If the gateway has moved, other processes may still know it by its former address.
    const first = this.marked(values, ({ firstMark }) => firstMark);
    const gateway = first ?? priorGateway(values) ?? `connection ${connectionOf(values)}`;
    const ledger = this.ledgers.get(gateway) ?? new Ledger(this.io.claims, gateway);
    this.ledgers.set(gateway, ledger);
    return ledger;
  }

  /**
   * The mark of the gateway of the resource's connection.
   * Undefined if the connection has no settings any more.
   */
  gatewayOf(values: Values): string | undefined {
    return this.marked(values, ({ mark }) => mark);
  }

  private marked(values: Values, mark: (client: Client) => string): string | undefined {
    try {
      return mark(this.client(connectionOf(values)));
    } catch (error) {
      if (error instanceof SettingsError) {
        return undefined;
      }
      throw error;
    }
  }
}

function withoutSettings(env: SettingsSource["env"]): SettingsSource["env"] {
  const start = settingNames("").variable;
  return Object.fromEntries(Object.entries(env).filter(([name]) => !name.startsWith(start)));
}

/** The name of the connection among values, if they name one. */
export function connectionOf(values: Partial<Values>): string | undefined {
  return textIn(values, "connection");
}
